import type { Night } from '../kernel/dates.ts'
import type { Minor } from '../kernel/money.ts'
import { type Figures, type Totals, times, totalsOf } from '../observations/figures.ts'
import type { StayObservation } from '../observations/observations.ts'
import type { PricedNight } from './nights.ts'
import { currencyOf, isPriced, money } from './render.ts'

/**
 * Compares a stay with the sum of its nights, each figure on its own basis. Uses the stay's exact total: its nightly
 * figure is a rounded average, and the rounding could decide between equal prices.
 */
export function compareSplit(
  { answer, figures: stay }: Pick<StayObservation, 'answer' | 'figures'>,
  priced: readonly PricedNight[],
  los: number,
  rooms: number,
) {
  const whole = totalsOf(answer, los * rooms)
  const found = priced.flatMap((night) => ('figures' in night ? [night.figures] : []))
  const currency = currencyOf([stay, ...found]) ?? stay.currency
  // A sum that leaves a night out would be a wrong price.
  const nights = found.length === priced.length ? nightTotals(currency, found, rooms) : null
  const blockedBy = priced.filter((night) => !isSoldAlone(night)).map(({ night }) => night)
  return {
    totals: {
      stay: totalsView(whole, currency),
      nights: nights && totalsView(nights, currency),
    },
    split: {
      ...cheaperOf(whole, nights, currency),
      possible: blockedBy.length === 0,
      blocked_by: blockedBy satisfies Night[],
    },
  }
}

const READERS = {
  bar: (figures: Figures) => figures.bar,
  barAfterTax: (figures: Figures) => figures.barAfterTax,
  member: (figures: Figures) => figures.member,
  memberAfterTax: (figures: Figures) => figures.memberAfterTax,
}

function mapFigures(make: (read: (figures: Figures) => Minor | null) => Minor | null): Totals {
  return {
    bar: make(READERS.bar),
    barAfterTax: make(READERS.barAfterTax),
    member: make(READERS.member),
    memberAfterTax: make(READERS.memberAfterTax),
  }
}

/** Null if a night is quoted in another currency. */
function nightTotals(currency: string, nights: readonly Figures[], rooms: number): Totals | null {
  if (nights.some((night) => isPriced(night) && night.currency !== currency)) return null
  return mapFigures((read) => times(sum(nights.map(read)), rooms))
}

function sum(values: (Minor | null)[]): Minor | null {
  return values.reduce((total, value) => (total === null || value === null ? null : total + value), 0)
}

/** A night can be booked alone if it is available without a longer minimum stay. A failed night counts as blocked. */
function isSoldAlone(night: PricedNight): boolean {
  return 'figures' in night && night.figures.status === 'available' && (night.figures.minLos ?? 1) <= 1
}

function cheaperOf(whole: Totals, nights: Totals | null, currency: string) {
  const basis = basisOf(whole, nights)
  if (!basis || !nights) return { cheaper: null, basis: null, saving: null }
  const key = basis === 'bar' ? 'bar' : 'barAfterTax'
  const difference = (nights[key] ?? 0) - (whole[key] ?? 0)
  let cheaper: 'stay' | 'nights' | 'equal' = 'equal'
  if (difference !== 0) cheaper = difference > 0 ? 'stay' : 'nights'
  return { cheaper, basis, saving: money(Math.abs(difference), currency) }
}

function basisOf(whole: Totals, nights: Totals | null): 'bar_after_tax' | 'bar' | null {
  if (!nights) return null
  if (whole.barAfterTax !== null && nights.barAfterTax !== null) return 'bar_after_tax'
  return whole.bar !== null && nights.bar !== null ? 'bar' : null
}

function totalsView(totals: Totals, currency: string) {
  return {
    bar: money(totals.bar, currency),
    bar_after_tax: money(totals.barAfterTax, currency),
    member: money(totals.member, currency),
    member_after_tax: money(totals.memberAfterTax, currency),
  }
}
