import type { Plan, Quote } from '../../world/world.ts'
import { isComparable, isForEverybody } from '../for-everybody.ts'
import type { RateMode } from './asks.ts'
import { byMode, modeRate, quoted, quotingOf } from './figures.ts'
import {
  accessOf,
  heldBackPlans,
  isVisible,
  matchOf,
  type PlanFilter,
  unknownAccess,
  unsoldPlans,
} from './plans.ts'

export interface SearchAsk {
  mode: RateMode
  filter: PlanFilter
  memberAccessCode: string
  taxIncluded: boolean
}

/** One property of a Property Search: whether it is available, and its lowest and highest price. */
export function searchRow(quote: Quote, ask: SearchAsk): object {
  const visible = quote.rooms
    .flatMap((room) => room.plans)
    .filter((plan) => isVisible(plan, ask.filter, ask.memberAccessCode))
  const plans = visible
    .filter((plan) => isComparable(plan, quote))
    .map((plan) => ({ plan, figure: figureOf(plan, ask) }))
    .toSorted((a, b) => a.figure - b.figure)
  const isSparse = quote.quirks.has('sparse')
  const propertyInfo = isSparse ? { hotelCode: quote.listing.code } : briefProperty(quote)
  const heldBack = heldBackPlans(quote, ask.filter, ask.taxIncluded)
  const lowest = plans[0]
  const highest = plans.at(-1)
  if (lowest === undefined || highest === undefined) {
    const unsold = heldBack.length > 0 ? heldBack : unsoldPlans(quote, ask.filter, ask.taxIncluded)
    const ratePlans = [...unsold, ...unknownAccess(visible, ask.filter)]
    return {
      propertyInfo,
      availability: heldBack.length > 0 ? 'OtherAvailable' : 'NoAvailability',
      ratePlans,
    }
  }
  const rateOf = ({ plan }: { plan: Plan }): object =>
    modeRate(plan, ask.mode, quotingOf(plan, ask.taxIncluded))
  const distinct = new Map(visible.map((plan) => [plan.code, plan]))
  return {
    propertyInfo,
    // If one plan is restricted, the whole property counts as restricted.
    availability: heldBack.length > 0 ? 'OtherAvailable' : 'AvailableForSale',
    ratePlans: [
      ...heldBack,
      ...[...distinct.values()].map((plan) => briefPlan(plan, ask)),
      ...unknownAccess(visible, ask.filter),
    ],
    minRate: rateOf(lowest),
    ...(isSparse ? {} : { maxRate: rateOf(highest) }),
  }
}

function briefPlan(plan: Plan, ask: SearchAsk): object {
  return {
    ratePlanCode: plan.code,
    availabilityStatus: 'AvailableForSale',
    taxInclusive: quotingOf(plan, ask.taxIncluded).taxIncluded,
    ...(plan.needsProof ? { identificationRequired: true } : {}),
    ...accessOf(plan, ask.memberAccessCode),
    ...matchOf(plan, ask.filter),
  }
}

export function unknownRow(hotelCode: string): object {
  return { propertyInfo: { hotelCode, isAlternate: false }, availability: 'NotFound', ratePlans: [] }
}

/** One night of a Property Calendar: the best public rate, without a reason if there is none. */
export function calendarItem(
  arrivalDate: string,
  quote: Quote,
  mode: RateMode,
  taxIncluded: boolean,
): object {
  const plans = quote.rooms.flatMap((room) => room.plans).filter((plan) => isForEverybody(plan, quote))
  const filter = { named: [], accessCode: null, matchOnly: false }
  const ask = { mode, taxIncluded, filter, memberAccessCode: '' }
  const best = plans.toSorted((a, b) => figureOf(a, ask) - figureOf(b, ask))[0]
  if (best === undefined) return { arrivalDate, availability: 'NoAvailability' }
  const rate = modeRate(best, mode, quotingOf(best, taxIncluded))
  return { arrivalDate, availability: 'AvailableForSale', rate }
}

export function briefProperty({ listing }: Pick<Quote, 'listing'>): object {
  return {
    hotelCode: listing.code,
    hotelName: listing.name,
    chainCode: listing.source.toUpperCase(),
    isAlternate: false,
  }
}

/** Compares plans on the chain's own tax basis, even if a plan is quoted on another. */
function figureOf(plan: Plan, ask: SearchAsk): number {
  const nightly = plan.nights.map((night) => quoted(night, ask.taxIncluded))
  return byMode(nightly, ask.mode)
}
