import type { Plan, Quote, RoomOffer } from '../../world/world.ts'
import type { AvailAsk } from './ask.ts'
import { property } from './property.ts'
import { awardPlan, awardRates, cashPlan, cashRates, cashTotal, type Pricing } from './rates.ts'
import { type Markup, xml } from './write-xml.ts'

const STATUS = {
  available: 'AvailableForSale',
  sold_out: 'NoAvailability',
  closed: 'ClosedOut',
  restricted_los: 'LOS_Restricted',
} as const

/** The summary of a hotel's arrival: open or not, and the least number of nights. */
export function hotelStay(quote: Quote, ask: AvailAsk, rph: number): Markup {
  const span = { Start: ask.stay.checkin, End: ask.checkout }
  const restriction =
    quote.minLos > 1
      ? xml('Restriction', { RestrictionType: 'MinLOS', Time: quote.minLos, TimeUnit: 'Day' })
      : undefined
  const status = quote.status === 'available' || quote.status === 'restricted_los' ? 'Open' : 'Close'
  return xml(
    'HotelStay',
    { RoomStayRPH: rph },
    xml('Availability', { Status: status, ...span }, restriction),
    xml('BasicPropertyInfo', { HotelCode: quote.listing.code }),
  )
}

/** A hotel's rooms, plans and rates for the asked stay, or its reason for having none. */
export function roomStay(quote: Quote, ask: AvailAsk, rph: number, pricing: Pricing): Markup {
  const { checkin, adults, children, rooms } = ask.stay
  return xml(
    'RoomStay',
    { RPH: rph, AvailabilityStatus: STATUS[quote.status] },
    ...(quote.rooms.length > 0 ? offers(quote.rooms, rooms, pricing) : []),
    xml(
      'GuestCounts',
      { IsPerRoom: true },
      xml('GuestCount', { AgeQualifyingCode: 10, Count: adults }),
      children > 0 ? xml('GuestCount', { AgeQualifyingCode: 8, Count: children }) : undefined,
    ),
    xml('TimeSpan', { Start: checkin, End: ask.checkout }),
    property(quote.listing),
  )
}

function offers(rooms: readonly RoomOffer[], units: number, pricing: Pricing): Markup[] {
  const plans = new Map<string, Markup>()
  for (const room of rooms) {
    for (const plan of room.plans) plans.set(plan.code, plans.get(plan.code) ?? cashPlan(plan))
    for (const award of room.awards) plans.set(award.code, plans.get(award.code) ?? awardPlan(award))
  }
  return [
    xml('RoomTypes', {}, rooms.map(roomType)),
    xml('RatePlans', {}, [...plans.values()]),
    xml(
      'RoomRates',
      {},
      rooms.flatMap((room) => roomRates(room, units, pricing)),
    ),
  ]
}

function roomType(room: RoomOffer): Markup {
  return xml(
    'RoomType',
    { RoomTypeCode: room.code, NumberOfUnits: room.left, Configuration: room.beds },
    xml('RoomDescription', { Name: room.name.slice(0, 64) }),
    xml('Occupancy', { MaxOccupancy: room.maxOccupancy }),
  )
}

function roomRates(room: RoomOffer, units: number, pricing: Pricing): Markup[] {
  const attributes = (plan: { code: string }) => ({
    RoomTypeCode: room.code,
    RatePlanCode: plan.code,
    NumberOfUnits: units,
  })
  const cash = (plan: Plan) =>
    xml('RoomRate', attributes(plan), xml('Rates', {}, cashRates(plan, pricing)), cashTotal(plan, pricing))
  return room.plans
    .map(cash)
    .concat(
      room.awards.map((award) =>
        xml('RoomRate', attributes(award), xml('Rates', {}, awardRates(award, pricing))),
      ),
    )
}
