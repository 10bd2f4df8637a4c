import type { Plan, Quote, RoomOffer } from '../../world/world.ts'
import { vendorNow } from '../for-everybody.ts'
import type { AvailAsk } from './ask.ts'
import { property } from './property.ts'
import {
  awardPlan,
  awardRates,
  cashPlan,
  cashRates,
  cashTotal,
  heldBackPlan,
  type PlanWriting,
  type Pricing,
  pricingOf,
} from './rates.ts'
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
    quote.quirks.has('sparse')
      ? property(quote.listing)
      : xml('BasicPropertyInfo', { HotelCode: quote.listing.code }),
  )
}

/** A hotel's rooms, plans and rates for the asked stay, or its reason for having none. */
export function roomStay(quote: Quote, ask: AvailAsk, rph: number, pricing: Pricing, nowMs: number): Markup {
  const { checkin, rooms } = ask.stay
  const sparse = quote.quirks.has('sparse')
  const deadline = quote.quirks.has('deadlineNow') ? vendorNow(nowMs) : undefined
  return xml(
    'RoomStay',
    { RPH: rph, AvailabilityStatus: STATUS[quote.status] },
    ...(quote.rooms.length > 0 ? offers(quote, rooms, pricing, { deadline, sparse }) : []),
    // The schema lets an answer leave out what the request has said.
    sparse ? undefined : guestCounts(ask),
    sparse ? undefined : xml('TimeSpan', { Start: checkin, End: ask.checkout }),
    // Some systems name the hotel only in the hotel stay that refers to this room stay.
    sparse ? undefined : property(quote.listing),
  )
}

function guestCounts({ stay: { adults, children } }: AvailAsk): Markup {
  return xml(
    'GuestCounts',
    { IsPerRoom: true },
    xml('GuestCount', { AgeQualifyingCode: 10, Count: adults }),
    children > 0 ? xml('GuestCount', { AgeQualifyingCode: 8, Count: children }) : undefined,
  )
}

function offers(quote: Quote, units: number, pricing: Pricing, writing: PlanWriting): Markup[] {
  const { rooms } = quote
  const plans = new Map<string, Markup>(quote.heldBack.map((plan) => [plan.code, heldBackPlan(plan)]))
  for (const room of rooms) {
    for (const plan of room.plans) plans.set(plan.code, plans.get(plan.code) ?? cashPlan(plan, writing))
    for (const award of room.awards) plans.set(award.code, plans.get(award.code) ?? awardPlan(award))
  }
  return [
    xml(
      'RoomTypes',
      {},
      rooms.map((room) => roomType(room, writing.sparse)),
    ),
    xml('RatePlans', {}, [...plans.values()]),
    xml(
      'RoomRates',
      {},
      rooms.flatMap((room) => roomRates(room, units, pricing)),
    ),
  ]
}

function roomType(room: RoomOffer, sparse: boolean): Markup {
  const description = xml('RoomDescription', { Name: room.name.slice(0, 64) })
  if (sparse) return xml('RoomType', { RoomTypeCode: room.code }, description)
  return xml(
    'RoomType',
    { RoomTypeCode: room.code, NumberOfUnits: room.left, Configuration: room.beds },
    description,
    xml('Occupancy', { MaxOccupancy: room.maxOccupancy }),
  )
}

function roomRates(room: RoomOffer, units: number, pricing: Pricing): Markup[] {
  const attributes = (plan: { code: string }) => ({
    RoomTypeCode: room.code,
    RatePlanCode: plan.code,
    NumberOfUnits: units,
  })
  const cash = (plan: Plan) => {
    const own = pricingOf(plan, pricing)
    return xml('RoomRate', attributes(plan), xml('Rates', {}, cashRates(plan, own)), cashTotal(plan, own))
  }
  return room.plans
    .map(cash)
    .concat(
      room.awards.map((award) =>
        xml('RoomRate', attributes(award), xml('Rates', {}, awardRates(award, pricing))),
      ),
    )
}
