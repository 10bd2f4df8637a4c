import { minorDigits } from '../../world/currencies.ts'
import type { NightPrice, Plan } from '../../world/world.ts'
import type { RateMode } from './asks.ts'

/** Whole minor units as the vendor's JSON number. */
export function decimal(minor: number, currency: string): number {
  return minor / 10 ** minorDigits(currency)
}

export function allIn(night: NightPrice): number {
  return night.base + night.tax + night.fee
}

/** The rate as the chain quotes it: before tax, or with everything the guest will pay. */
export function quoted(night: NightPrice, taxIncluded: boolean): number {
  return taxIncluded ? allIn(night) : night.base
}

export function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

/** One figure for a stay whose nights differ. Half a minor unit goes up. */
export function byMode(figures: readonly number[], mode: RateMode): number {
  if (mode === 'Highest') return Math.max(...figures)
  if (mode === 'Arrival') return figures[0] ?? 0
  if (mode === 'MostFrequent') return mostFrequent(figures)
  return Math.floor((2 * sum(figures) + figures.length) / (2 * figures.length))
}

function mostFrequent(figures: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const figure of figures) counts.set(figure, (counts.get(figure) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return figures.find((figure) => counts.get(figure) === most) ?? 0
}

export interface Quoting {
  taxIncluded: boolean
  currency: string
}

/** How one plan is quoted at a chain that usually quotes with or without taxes. */
export function quotingOf(plan: Plan, taxIncluded: boolean): Quoting {
  return { taxIncluded: taxIncluded !== plan.otherBasis, currency: plan.currency }
}

/** A daily rate on the chain's own basis alone, as the parts of an offer carry it. */
export function dailyRate(minor: number, { taxIncluded, currency }: Quoting): object {
  const amount = decimal(minor, currency)
  return taxIncluded
    ? { amountAfterTax: amount, currencyCode: currency }
    : { amountBeforeTax: amount, currencyCode: currency }
}

/** A daily rate of Property Search or Calendar: on the plan's basis, and with all taxes and fees. */
export function modeRate(plan: Plan, mode: RateMode, { taxIncluded, currency }: Quoting): object {
  const before = plan.nights.map((night) => night.base)
  const after = plan.nights.map(allIn)
  return {
    ...(taxIncluded ? {} : { amountBeforeTax: decimal(byMode(before, mode), currency) }),
    amountAfterTax: decimal(byMode(after, mode), currency),
    currencyCode: currency,
    rateMode: mode,
    hasRateChange: new Set(before).size > 1,
  }
}
