import { toNumber } from '../fx/decimal.ts'
import type { DayRange, ReferenceRates } from '../fx/reference-rates.ts'
import { currencyOf } from '../kernel/money.ts'
import { RATED, WORTH_BAND } from '../observations/worth.ts'

/**
 * How the stored worth of a class of cells (see `Worth`) bounds what they are worth in the requested currency: at most
 * (`worth` + `add`) × `factor`, in hundredths of a cent, before rounding.
 */
export interface WorthClass {
  rated: number
  factor: number
  add: number
  /** The bound is the exact figure, so ties are in the order of the index. */
  isExact: boolean
}

/** Covers the rounding of rates to ten digits, and of floating-point numbers. */
const SLACK = 1 + 1e-8

export interface Bounds {
  /** Of the classes that exist, those that the requested currency can be compared with. */
  of(classes: readonly number[], currency: string, days: DayRange): WorthClass[]
}

export function createBounds(fx: ReferenceRates): Bounds {
  let known = { key: '', spread: 1 }

  /** How much more a cell may be worth by the rate of its day than by the one it was stored with. */
  function spreadOf(days: DayRange): number {
    const key = `${fx.version()}/${days.from}/${days.to}`
    if (known.key !== key) known = { key, spread: largestSpread(fx, days) }
    return known.spread
  }

  return {
    of: (classes, currency, range) => {
      const days = fx.within(range)
      return classes.flatMap((rated): WorthClass[] => {
        if (rated === RATED) {
          const most = mostOn(days, (day) => fx.perEuro(currency, day)?.rate ?? null)
          if (most === null) return []
          return [{ rated, factor: most * spreadOf(days) * (1 + WORTH_BAND) * SLACK, add: 0, isExact: false }]
        }
        const quoted = currencyOf(rated)
        if (quoted === currency) return [{ rated, factor: 1, add: 0, isExact: true }]
        const most = mostOn(days, (day) => fx.findOn(quoted, currency, day)?.rate ?? null)
        // Its worth is a rounded figure.
        return most === null ? [] : [{ rated, factor: most * SLACK, add: 0.5, isExact: false }]
      })
    },
  }
}

function mostOn(
  { from, to }: DayRange,
  read: (day: number) => Parameters<typeof toNumber>[0] | null,
): number | null {
  let most: number | null = null
  for (let day = from; day <= to; day += 1) {
    const rate = read(day)
    if (rate) most = Math.max(most ?? 0, toNumber(rate))
  }
  return most
}

/** A cell was stored with a rate that was the newest then; a newer one for its day may have come since. */
function largestSpread(fx: ReferenceRates, { from, to }: DayRange): number {
  let most = 1
  for (const currency of fx.currencies()) {
    for (let day = from; day <= to; day += 1) {
      const now = fx.perEuro(currency, day)
      if (!now) continue
      for (const { rate } of fx.perEuroEver(currency, day))
        most = Math.max(most, toNumber(rate) / toNumber(now.rate))
    }
  }
  return most
}
