import { minorDigits, scaleHalfUp } from '../../world/currencies.ts'
import type { Plan, Quote, RoomOffer } from '../../world/world.ts'
import { isComparable } from '../for-everybody.ts'
import type { Ask } from './ask.ts'

type Json = Record<string, unknown>

interface Offer {
  room: RoomOffer
  plan: Plan
  /** Over all nights and rooms. */
  base: number
  tax: number
  fee: number
}

/** The offers of a hotel: every room with every plan, or only the cheapest one. */
export function roomTypesOf(quote: Quote, ask: Ask): Json[] {
  const rooms = ask.parties.length
  const offers = quote.rooms.flatMap((room) => room.plans.map((plan) => offerOf(room, plan, rooms)))
  offers.sort((a, b) => allIn(a) - allIn(b))
  const shown = ask.allRoomTypes ? offers : offers.filter(({ plan }) => isComparable(plan, quote)).slice(0, 1)
  return shown.map((offer) => roomTypeOf(offer, quote, ask))
}

function offerOf(room: RoomOffer, plan: Plan, rooms: number): Offer {
  const sum = (part: 'base' | 'tax' | 'fee'): number =>
    plan.nights.reduce((total, night) => total + night[part], 0) * rooms
  return { room, plan, base: sum('base'), tax: sum('tax'), fee: sum('fee') }
}

function allIn({ base, tax, fee }: Offer): number {
  return base + tax + fee
}

function roomTypeOf(offer: Offer, quote: Quote, ask: Ask): Json {
  const { room, plan, base, tax, fee } = offer
  const { currency } = quote
  const units = plan.nights.length * ask.parties.length
  const price: Json = {
    BaseRate: moneyOf(base, currency),
    TaxesAndFees: moneyOf(tax, currency),
    TotalPrice: moneyOf(base + tax, currency),
    AvgNightlyRate: moneyOf(scaleHalfUp(base, 1, units), currency),
    // The vendor leaves the fees out where there are none.
    ...(fee > 0 ? { HotelMandatoryFees: moneyOf(fee, currency) } : {}),
  }
  return {
    ...(ask.detail === 'lowest' ? {} : { Description: room.name }),
    OfferId: Buffer.from(`${quote.listing.code}|${room.code}|${plan.code}`).toString('base64url'),
    RatePlanType: plan.isPackage ? 'package' : 'standalone',
    RatePlans: [ratePlanOf(offer, price, currency, ask)],
    Price: {
      ...price,
      AvgNightlyRateWithFees: moneyOf(scaleHalfUp(base + fee, 1, units), currency),
      TotalPriceWithHotelFees: moneyOf(allIn(offer), currency),
    },
    ...(ask.detail === 'high' && !quote.quirks.has('sparse')
      ? {
          SmokingOption: 'NonSmoking',
          BedTypeOptions: [{ Id: '37321', Description: room.beds }],
          RoomOccupancyPolicy: { MaxGuestCount: room.maxOccupancy, MinCheckInAge: 18 },
        }
      : {}),
  }
}

function ratePlanOf({ room, plan }: Offer, price: Json, currency: string, ask: Ask): Json {
  const nightly = plan.nights.map(({ night, base }) => ({
    StayDate: night,
    BaseRate: moneyOf(base * ask.parties.length, currency),
  }))
  return {
    RoomTypeId: room.code,
    RatePlanId: plan.code,
    InventorySourceId: '24',
    StayDates: { CheckInDate: ask.stay?.checkIn, CheckOutDate: ask.stay?.checkOut },
    RemainingCount: room.left,
    Price: { ...price, NightlyRates: nightly },
    MemberOnlyDeal: plan.memberOnly,
    PaymentMethod: plan.refundable ? 'Hotel' : 'Online',
    CancellationPolicy: {
      Refundable: plan.refundable || plan.partlyRefundable,
      FreeCancellation: plan.cancelBy !== null,
      ...(plan.cancelBy === null ? {} : { FreeCancellationEndDateTime: plan.cancelBy }),
    },
    ...(ask.detail === 'lowest' ? {} : { FreeBreakfast: plan.meal !== 'room_only', FreeWiFi: true }),
    ...(ask.detail === 'medium' || ask.detail === 'high' ? boardOf(plan) : {}),
  }
}

function boardOf({ meal }: Plan): Json {
  if (meal === 'room_only') return {}
  return { FreeBreakfastDetails: [meal === 'half_board' ? 'Half Board' : 'Full Breakfast'] }
}

function moneyOf(amount: number, currency: string): { Value: string; Currency: string } {
  const digits = minorDigits(currency)
  const text = String(amount).padStart(digits + 1, '0')
  const value = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return { Value: value, Currency: currency }
}
