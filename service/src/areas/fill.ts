import { createHash } from 'node:crypto'
import type { Grid } from '../grids/grid.ts'
import { pricesOfTasks, workOf } from '../grids/plan.ts'
import type { Point } from '../hotels/great-circle.ts'
import { circleAround, type NearbyHotel } from '../hotels/nearby.ts'
import type { Job, JobKind } from '../jobs/job.ts'
import type { FillsUnderWay, NewJob } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { AreaTerms, FillMode } from './request.ts'

export type FillKind = Extract<JobKind, 'area' | 'award_search' | 'calendar_area'>

/** One part of what an endpoint may have to ask for: a job of its own, under a name of its own. */
export interface Filling {
  key: string
  /** The hotels whose cells are wanted; none where the store has what it needs. */
  wanted: readonly NearbyHotel[]
}

/** A job that fills what is missing: one that is under way already, or one to be made where none was made after that one. */
export type Fill = { running: Job } | { make: NewFill; after: number; prices: Milli[] }

/** A job as far as it is known before it is known who pays. */
export type NewFill = Omit<NewJob, 'account' | 'key' | 'requestId'> & { fill: string }

/**
 * What is filled, whoever asks how: neither the age that is still good enough nor the order of the answer is part of it, so
 * that whoever asks again in other words does not pay twice for the same cells.
 */
export function fillKey(
  kind: FillKind,
  where: { place: Point; radiusMi: number; chains: readonly string[]; maxHotels: number },
  { nights, los, kind: cells, occupancy, currency }: AreaTerms,
): string {
  const { lat, lng, radiusMi } = circleAround(where.place, where.radiusMi)
  const parts = [
    kind,
    [lat, lng, radiusMi],
    where.chains.toSorted(),
    where.maxHotels,
    [nights[0], nights.at(-1), los, cells],
    [occupancy.adults, occupancy.children, occupancy.rooms, currency],
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/**
 * What of the parts is under way or to be made. While a fill is under way it is shown, even where no hotel is without a cell any
 * more: its last cells are still to come. What was under way must have been looked up before the cells were: a fill that ends in
 * between would otherwise be made, and paid, once more.
 */
export function fillsOf(
  { jobs, newest }: FillsUnderWay,
  kind: FillKind,
  terms: AreaTerms,
  fillings: readonly Filling[],
): Fill[] {
  return fillings.flatMap(({ key, wanted }) => {
    const job = jobs.get(key)
    if (job) return [{ running: job }]
    return wanted.length > 0 ? [newFill(kind, key, newest, gridOf(wanted, terms))] : []
  })
}

function newFill(kind: FillKind, key: string, after: number, grid: Grid): Fill {
  const work = workOf(grid, () => false)
  const make: NewFill = { kind, endpoint: kind, ...work, stored: { cells: 0, charge: 0 }, fill: key }
  return { make, after, prices: pricesOfTasks(work.tasks) }
}

/** Whether a hotel is to be asked for whose newest cell was seen then; null where the store has none. */
export function isToFill(newestMs: number | null, fill: FillMode, { notBeforeMs }: AreaTerms): boolean {
  if (fill === 'none') return false
  return newestMs === null || (fill === 'stale' && newestMs < notBeforeMs)
}

/** The cells of some hotels, in their order. */
export function gridOf(hotels: readonly NearbyHotel[], terms: AreaTerms): Grid {
  const { nights, los, kind, occupancy, currency, notBeforeMs, live } = terms
  return {
    hotels: hotels.map(({ source, hotelCode }) => ({ source, hotelCode })),
    nights,
    lengths: [los],
    kind,
    occupancy,
    currency,
    notBeforeMs,
    live,
  }
}
