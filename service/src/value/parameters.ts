import { dayOf } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { ringOf } from '../observations/night-ring.ts'
import type { WorthClass } from './bounds.ts'
import type { ValueAsk } from './request.ts'

export interface HotelOf {
  hotel: number
  source: string
  code: string
}

/** With the reference rates that its nights need. */
export interface RankedAsk extends ValueAsk {
  classes: readonly WorthClass[]
  factors: string
  /** Since when the nights of each hotel count. */
  since(hotels: readonly HotelOf[]): Promise<number[]>
}

/** What the statements of a ranking may use by these names. */
export function parametersOf(ask: RankedAsk) {
  return {
    currency: currencyNo(ask.currency),
    factors: ask.factors,
    minCpp: ask.minCpp,
    minNights: ask.minNights,
    minAccess: ask.minAccess,
    notBefore: ask.notBeforeMs,
    nights: ask.nights,
    firstNight: ask.nights[0],
    lastNight: ask.nights.at(-1),
    country: ask.country,
    city: ask.city,
    chains: ask.sources.map(({ id }) => id),
    classes: ask.classes.map(({ rated }) => rated),
    classFactors: ask.classes.map(({ factor }) => factor),
    classAdds: ask.classes.map(({ add }) => add),
    classesExact: ask.classes.map(({ isExact }) => isExact),
  }
}

/** The nights as `value_looks` has them. */
export function windowOf({ nights }: RankedAsk): string {
  return ringOf(nights.map(dayOf))
}
