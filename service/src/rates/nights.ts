import type { Night } from '../kernel/dates.ts'
import type { Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { publicError, rowError } from './ask.ts'
import { lowestView, type Sighting } from './render.ts'
import type { RateTerms } from './request.ts'

/** Single nights of one hotel, as calendars and stays ask for them. */
export interface NightsAsk {
  stay: Omit<Stay, 'checkin'>
  nights: readonly Night[]
  terms: RateTerms
}

/** One priced night, or why there is none. */
export type PricedNight = { night: Night } & (
  | { figures: Figures; sighting: Sighting; stored: Promise<void> }
  | { error: { code: string; message: string }; cause: unknown }
)

export function nightFromStore(night: Night, seen: Summary): PricedNight {
  return {
    night,
    figures: seen.value,
    sighting: { cached: true, seenMs: seen.seenMs },
    stored: Promise.resolve(),
  }
}

/** A night that fails is free and stands for itself. */
export function failedNight(night: Night, cause: unknown, source: Source): PricedNight {
  return { night, error: rowError(cause, source), cause }
}

/** If all of them fail, so does the call. */
export function unlessAllFailed(priced: PricedNight[], source: Source): PricedNight[] {
  const [first] = priced
  if (first && 'error' in first && priced.every((night) => 'error' in night)) {
    throw publicError(first.cause, source)
  }
  return priced
}

/** What calendars and stays say of a night alike. */
export function nightView(priced: PricedNight) {
  const { night } = priced
  if ('error' in priced) return { night, status: null, min_los: null, lowest: null, error: priced.error }
  const { status, minLos } = priced.figures
  return { night, status, min_los: minLos, lowest: lowestView(priced.figures) }
}
