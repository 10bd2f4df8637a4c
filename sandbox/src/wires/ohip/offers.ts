import type { Listing } from '../../world/listing.ts'
import type { Plan, Quote, RoomOffer } from '../../world/world.ts'
import { vendorNow } from '../for-everybody.ts'
import type { RateMode } from './asks.ts'
import { allIn, byMode, dailyRate, decimal, type Quoting, quoted, quotingOf, sum } from './figures.ts'
import {
  accessOf,
  heldBackPlans,
  isVisible,
  matchOf,
  type PlanFilter,
  restrictionsOf,
  unknownAccess,
} from './plans.ts'

export interface OffersAsk {
  nowMs: number
  rooms: number
  mode: RateMode
  filter: PlanFilter
  memberAccessCode: string
  taxIncluded: boolean
}

/** Property Offers: every room type and rate plan that the request may see. */
export function offersBody(quote: Quote, ask: OffersAsk): object {
  const seen = (room: RoomOffer): Plan[] =>
    room.plans.filter((plan) => isVisible(plan, ask.filter, ask.memberAccessCode))
  const offers = quote.rooms.flatMap((room) => seen(room).map((plan) => offerOf(quote, room, plan, ask)))
  const plans = new Map(quote.rooms.flatMap((room) => seen(room).map((plan) => [plan.code, plan])))
  const isSparse = quote.quirks.has('sparse')
  const propertyInfo = isSparse ? { hotelCode: quote.listing.code } : propertyOf(quote.listing)
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
        // If one plan is restricted, the whole property counts as restricted.
        availability: quote.heldBack.length > 0 ? 'OtherAvailable' : 'AvailableForSale',
        roomTypes: quote.rooms.map((room) => (isSparse ? briefRoomType(room) : roomTypeOf(room))),
        ratePlans: [
          ...[...plans.values()].map((plan) => ratePlanOf(plan, ask, isSparse)),
          ...heldBackPlans(quote, ask.filter, ask.taxIncluded),
          ...unknownAccess([...plans.values()], ask.filter),
        ],
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

function briefRoomType(room: RoomOffer): object {
  return { availabilityStatus: 'AvailableForSale', roomType: room.code, description: [room.name] }
}

const MEALS = { room_only: [], breakfast: ['Breakfast'], half_board: ['Breakfast', 'Dinner'] } as const

function ratePlanOf(plan: Plan, ask: OffersAsk, isSparse: boolean): object {
  return {
    ratePlanCode: plan.code,
    ratePlanName: plan.name,
    availabilityStatus: 'AvailableForSale',
    taxInclusive: quotingOf(plan, ask.taxIncluded).taxIncluded,
    identificationRequired: plan.needsProof,
    ...(isSparse ? {} : { commissionable: false, mealPlan: { mealsIncluded: MEALS[plan.meal] } }),
    ...accessOf(plan, ask.memberAccessCode),
    ...matchOf(plan, ask.filter),
  }
}

function offerOf(quote: Quote, room: RoomOffer, plan: Plan, ask: OffersAsk): object {
  const quoting = quotingOf(plan, ask.taxIncluded)
  const { currency, taxIncluded } = quoting
  const isSparse = quote.quirks.has('sparse')
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
      ...(isSparse ? {} : { rate: modeOf(nightly, ask.mode, quoting) }),
      cancellationPolicies: [
        { revenueType: 'Rooms', policy: cancellationOf(quote, plan, ask.nowMs, quoting) },
      ],
      guaranteeRequirement: plan.refundable ? 'GuaranteeRequired' : 'Deposit',
      base: rangesOf(plan, quoting),
    },
    total: {
      amountBeforeTax: money(sum(plan.nights.map((night) => night.base))),
      amountAfterTax: money(sum(plan.nights.map(allIn))),
      currencyCode: currency,
      ...(isSparse ? {} : { taxes: taxesOf(money(tax), money(fee), money(tax + fee), currency) }),
    },
  }
}

function modeOf(nightly: readonly number[], mode: RateMode, quoting: Quoting): object {
  return { rateModeAmount: dailyRate(byMode(nightly, mode), quoting), rateMode: mode, rateTimeUnit: 'Day' }
}

function taxesOf(tax: number, fee: number, amount: number, currencyCode: string): object {
  return {
    amount,
    currencyCode,
    tax: [
      { code: 'TAX', description: 'Sales or value added tax', amount: tax, currencyCode },
      { code: 'FEE', description: 'Collected at the property', amount: fee, currencyCode },
    ],
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

function cancellationOf(quote: Quote, plan: Plan, nowMs: number, quoting: Quoting): object {
  const { currency: currencyCode, taxIncluded: taxInclusive } = quoting
  if (plan.partlyRefundable) {
    return {
      policyCode: 'PART',
      deadline: { offsetFromBookingDate: 0 },
      amountPercent: { nights: 1, basisType: 'Nights', taxInclusive, currencyCode },
      penaltyDescription: 'One night is charged once it is booked',
    }
  }
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
    deadline: quote.quirks.has('deadlineNow')
      ? { absoluteDeadline: vendorNow(nowMs) }
      : { offsetFromBookingDate: 0 },
    amountPercent: { percent: 100, basisType: 'FullAmount', taxInclusive, currencyCode },
    penaltyDescription: 'The whole stay is charged once it is booked',
  }
}
