import type { Night } from '../kernel/dates.ts'
import type { StayAnswer } from '../sources/source.ts'
import type { Figures } from './figures.ts'

/** The numeric key of an observation. */
export interface ObservationKey {
  hotel: number
  los: number
  occ: number
  currency: number
}

export type Kind = 'cash' | 'award'

export interface StayRow extends ObservationKey {
  checkin: Night
  seenMs: number
  figures: Figures
  answer: StayAnswer
}

export interface CellRow extends ObservationKey {
  kind: Kind
  night: Night
  seenMs: number
  figures: Figures
  /** Default: without reference rates. */
  worth?: Worth | null
}

/**
 * What a point is worth on a night that `/award/value` ranks, so that one index orders all currencies. Only an order of
 * where to look: what is shown is computed from the quoted price and the rate of its day.
 */
export interface Worth {
  /** `RATED`: `worth` is in hundredths of a euro cent. Otherwise the quoted currency, and `worth` is its `cpp`. */
  rated: number
  worth: number
}
