import type { Plan, Quote } from '../../world/world.ts'
import type { RateMode } from './asks.ts'
import { byMode, modeRate, quoted } from './figures.ts'
import { accessOf, isVisible, matchOf, type PlanFilter, unsoldPlans } from './plans.ts'

export interface SearchAsk {
  mode: RateMode
  filter: PlanFilter
  memberAccessCode: string
  taxIncluded: boolean
}

/** One property of a Property Search: whether it sells, and from what to what. */
export function searchRow(quote: Quote, ask: SearchAsk): object {
  const plans = quote.rooms
    .flatMap((room) => room.plans)
    .filter((plan) => isVisible(plan, ask.filter, ask.memberAccessCode))
    .map((plan) => ({ plan, figure: figureOf(plan, ask) }))
    .toSorted((a, b) => a.figure - b.figure)
  const propertyInfo = briefProperty(quote)
  const lowest = plans[0]
  const highest = plans.at(-1)
  if (lowest === undefined || highest === undefined) {
    const ratePlans = unsoldPlans(quote, ask.filter, ask.taxIncluded)
    return { propertyInfo, availability: 'NoAvailability', ratePlans }
  }
  const quoting = { taxIncluded: ask.taxIncluded, currency: quote.currency }
  const distinct = new Map(plans.map(({ plan }) => [plan.code, plan]))
  return {
    propertyInfo,
    availability: 'AvailableForSale',
    ratePlans: [...distinct.values()].map((plan) => briefPlan(plan, ask)),
    minRate: modeRate(lowest.plan, ask.mode, quoting),
    maxRate: modeRate(highest.plan, ask.mode, quoting),
  }
}

function briefPlan(plan: Plan, ask: SearchAsk): object {
  return {
    ratePlanCode: plan.code,
    availabilityStatus: 'AvailableForSale',
    taxInclusive: ask.taxIncluded,
    ...accessOf(plan, ask.memberAccessCode),
    ...matchOf(plan, ask.filter),
  }
}

export function unknownRow(hotelCode: string): object {
  return { propertyInfo: { hotelCode, isAlternate: false }, availability: 'NotFound', ratePlans: [] }
}

/** One night of a Property Calendar: the best public rate, and no word on why there is none. */
export function calendarItem(
  arrivalDate: string,
  quote: Quote,
  mode: RateMode,
  taxIncluded: boolean,
): object {
  const plans = quote.rooms.flatMap((room) => room.plans).filter((plan) => !plan.memberOnly)
  const filter = { named: [], accessCode: null, matchOnly: false }
  const ask = { mode, taxIncluded, filter, memberAccessCode: '' }
  const best = plans.toSorted((a, b) => figureOf(a, ask) - figureOf(b, ask))[0]
  if (best === undefined) return { arrivalDate, availability: 'NoAvailability' }
  const quoting = { taxIncluded, currency: quote.currency }
  return { arrivalDate, availability: 'AvailableForSale', rate: modeRate(best, mode, quoting) }
}

export function briefProperty({ listing }: Pick<Quote, 'listing'>): object {
  return {
    hotelCode: listing.code,
    hotelName: listing.name,
    chainCode: listing.source.toUpperCase(),
    isAlternate: false,
  }
}

function figureOf(plan: Plan, ask: SearchAsk): number {
  const nightly = plan.nights.map((night) => quoted(night, ask.taxIncluded))
  return byMode(nightly, ask.mode)
}
