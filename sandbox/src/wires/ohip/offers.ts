import type { Listing, Plan, Quote, RoomOffer } from '../../world/world.ts'
import type { RateMode } from './asks.ts'
import { allIn, byMode, dailyRate, decimal, type Quoting, quoted, sum } from './figures.ts'
import { accessOf, isVisible, matchOf, type PlanFilter, restrictionsOf } from './plans.ts'

export interface OffersAsk {
  rooms: number
  mode: RateMode
  filter: PlanFilter
  memberAccessCode: string
  taxIncluded: boolean
}

/** Property Offers: every room type and rate plan that the request may see. */
export function offersBody(quote: Quote, ask: OffersAsk): object {
  const quoting = { taxIncluded: ask.taxIncluded, currency: quote.currency }
  const seen = (room: RoomOffer): Plan[] =>
    room.plans.filter((plan) => isVisible(plan, ask.filter, ask.memberAccessCode))
  const offers = quote.rooms.flatMap((room) => seen(room).map((plan) => offerOf(room, plan, ask, quoting)))
  const plans = new Map(quote.rooms.flatMap((room) => seen(room).map((plan) => [plan.code, plan])))
  const propertyInfo = propertyOf(quote.listing)
  if (offers.length === 0) {
    const restrictions = ask.filter.named.length > 0 ? [] : restrictionsOf(quote)
    const stay = {
      propertyInfo,
      availability: 'NoAvailability',
      restrictions,
      roomTypes: [],
      ratePlans: [],
      offers,
    }
    return { roomStays: [stay] }
  }
  return {
    roomStays: [
      {
        propertyInfo,
        availability: 'AvailableForSale',
        roomTypes: quote.rooms.map(roomTypeOf),
        ratePlans: [...plans.values()].map((plan) => ratePlanOf(plan, ask)),
        offers,
      },
    ],
  }
}

export function propertyOf(listing: Listing): object {
  return {
    hotelCode: listing.code,
    hotelName: listing.name,
    chainCode: listing.source.toUpperCase(),
    isAlternate: false,
    address: { addressLine: [listing.address], cityName: listing.city, countryCode: listing.country },
  }
}

function roomTypeOf(room: RoomOffer): object {
  return {
    availabilityStatus: 'AvailableForSale',
    roomType: room.code,
    roomName: room.name,
    description: [room.name, room.beds],
    roomPrimaryBedType: room.beds,
    adultOccupancyMatch: true,
    childOccupancyMatch: true,
    numberOfUnits: room.left,
    occupancy: { minOccupancy: 1, maxOccupancy: room.maxOccupancy },
  }
}

const MEALS = { room_only: [], breakfast: ['Breakfast'], half_board: ['Breakfast', 'Dinner'] } as const

function ratePlanOf(plan: Plan, ask: OffersAsk): object {
  return {
    ratePlanCode: plan.code,
    ratePlanName: plan.name,
    availabilityStatus: 'AvailableForSale',
    taxInclusive: ask.taxIncluded,
    identificationRequired: false,
    commissionable: false,
    mealPlan: { mealsIncluded: MEALS[plan.meal] },
    ...accessOf(plan, ask.memberAccessCode),
    ...matchOf(plan, ask.filter),
  }
}

function offerOf(room: RoomOffer, plan: Plan, ask: OffersAsk, quoting: Quoting): object {
  const { currency, taxIncluded } = quoting
  const nightly = plan.nights.map((night) => quoted(night, taxIncluded))
  const money = (ofOneRoom: number): number => decimal(ofOneRoom * ask.rooms, currency)
  const tax = sum(plan.nights.map((night) => night.tax))
  const fee = sum(plan.nights.map((night) => night.fee))
  return {
    bookingCode: `${room.code}${plan.code}`,
    offerName: `${room.name} ${plan.name}`.slice(0, 63),
    availabilityStatus: 'AvailableForSale',
    roomType: room.code,
    ratePlanCode: plan.code,
    rateChangeDuringStay: new Set(nightly).size > 1,
    rateInformation: {
      rate: {
        rateModeAmount: dailyRate(byMode(nightly, ask.mode), quoting),
        rateMode: ask.mode,
        rateTimeUnit: 'Day',
      },
      cancellationPolicies: [{ revenueType: 'Rooms', policy: cancellationOf(plan, currency, taxIncluded) }],
      guaranteeRequirement: plan.refundable ? 'GuaranteeRequired' : 'Deposit',
      base: rangesOf(plan, quoting),
    },
    total: {
      amountBeforeTax: money(sum(plan.nights.map((night) => night.base))),
      amountAfterTax: money(sum(plan.nights.map(allIn))),
      currencyCode: currency,
      taxes: {
        amount: money(tax + fee),
        currencyCode: currency,
        tax: [
          {
            code: 'TAX',
            description: 'Sales or value added tax',
            amount: money(tax),
            currencyCode: currency,
          },
          {
            code: 'FEE',
            description: 'Collected at the property',
            amount: money(fee),
            currencyCode: currency,
          },
        ],
      },
    },
  }
}

/** Neighbouring nights at one rate share a range, as the vendor groups them. */
function rangesOf(plan: Plan, quoting: Quoting): object[] {
  const ranges: { start: string; end: string; figure: number }[] = []
  for (const night of plan.nights) {
    const figure = quoted(night, quoting.taxIncluded)
    const last = ranges.at(-1)
    if (last?.figure === figure) last.end = night.night
    else ranges.push({ start: night.night, end: night.night, figure })
  }
  return ranges.map((range) => rangeOf(range.start, range.end, dailyRate(range.figure, quoting)))
}

function rangeOf(start: string, end: string, rate: object): object {
  return { start, end, ...rate, rateTimeUnit: 'Day' }
}

function cancellationOf(plan: Plan, currencyCode: string, taxInclusive: boolean): object {
  if (plan.refundable && plan.cancelBy !== null) {
    return {
      policyCode: 'FREE',
      deadline: { absoluteDeadline: plan.cancelBy },
      amountPercent: { nights: 1, basisType: 'Nights', taxInclusive, currencyCode },
      penaltyDescription: 'The first night is charged after the deadline',
    }
  }
  return {
    policyCode: 'NONREF',
    deadline: { offsetFromBookingDate: 0 },
    amountPercent: { percent: 100, basisType: 'FullAmount', taxInclusive, currencyCode },
    penaltyDescription: 'The whole stay is charged once it is booked',
  }
}
