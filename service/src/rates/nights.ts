import type { Night } from '../kernel/dates.ts'
import type { Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import { publicError, rowError } from './ask.ts'
import { lowestView, type Sighting } from './render.ts'
import type { RateTerms } from './request.ts'

/** Single nights of one hotel, for calendars and stays. */
export interface NightsAsk {
  stay: Omit<Stay, 'checkin'>
  nights: readonly Night[]
  terms: RateTerms
  /** The question on which the call stands: if that fails, it pays nothing. */
  standsOn?: string | undefined
}

/** One priced night, or why there is none. */
export type PricedNight = { night: Night } & (
  | { figures: Figures; sighting: Sighting }
  | { error: { code: string; message: string }; cause: unknown }
)

export function nightFromStore(night: Night, seen: Summary): PricedNight {
  return { night, figures: seen.value, sighting: { cached: true, seenMs: seen.seenMs } }
}

/** A night that fails is free and does not fail the others. */
export function failedNight(night: Night, cause: unknown, source: Source): PricedNight {
  return { night, error: rowError(cause, source), cause }
}

/** If all nights fail, so does the call. */
export function unlessAllFailed(priced: PricedNight[], source: Source): PricedNight[] {
  const [first] = priced
  if (first && 'error' in first && priced.every((night) => 'error' in night)) {
    throw publicError(first.cause, source)
  }
  return priced
}

/** The fields of a night that calendars and stays share. */
export function nightView(priced: PricedNight) {
  const { night } = priced
  if ('error' in priced) return { night, status: null, min_los: null, lowest: null, error: priced.error }
  const { status, minLos } = priced.figures
  return { night, status, min_los: minLos, lowest: lowestView(priced.figures) }
}
