import type { Client } from '../db/pool.ts'
import { refusalOf } from '../edge/metering.ts'
import type { Grid } from '../grids/grid.ts'
import { pricesOfTasks, workOf } from '../grids/plan.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Job } from '../jobs/job.ts'
import { type FillsUnderWay, findFillsAfter, makeJobs, type NewJob } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { FillKind } from './fill-key.ts'
import type { AreaTerms, FillMode } from './request.ts'

/** A job that fills what is missing: one under way already, or one to make unless another was made after job `after`. */
export type Fill = { running: Job } | { make: NewFill; after: number; prices: Milli[] }

/** A job before it is known who pays. */
type NewFill = Omit<NewJob, 'account' | 'key' | 'requestId'> & { fill: string }

/** One part of what an endpoint may have to ask for: a job of its own. */
export interface Filling {
  key: string
  /** The hotels whose cells are missing; none where the store has them all. */
  wanted: readonly NearbyHotel[]
}

/**
 * A fill under way is shown even where no hotel lacks a cell any more: its last cells are still to come. The caller must look up
 * the fills under way before it reads cells: a fill that ends in between would otherwise be made, and paid for, again.
 */
export function fillsOf(
  { jobs, newest }: FillsUnderWay,
  kind: FillKind,
  terms: AreaTerms,
  fillings: readonly Filling[],
): Fill[] {
  return fillings.flatMap(({ key, wanted }): Fill[] => {
    const running = jobs.get(key)
    if (running) return [{ running }]
    return wanted.length > 0 ? [newFill(kind, key, newest, { ...terms, hotels: wanted })] : []
  })
}

function newFill(kind: FillKind, key: string, after: number, grid: Grid): Fill {
  const work = workOf(grid, () => false)
  const make: NewFill = { kind, endpoint: kind, ...work, stored: { cells: 0, charge: 0 }, fill: key }
  return { make, after, prices: pricesOfTasks(work.tasks) }
}

/** Whether to ask for a hotel whose newest cell was seen then; null where the store has none. */
export function isToFill(newestMs: number | null, fill: FillMode, { notBeforeMs }: AreaTerms): boolean {
  if (fill === 'none') return false
  return newestMs === null || (fill === 'stale' && newestMs < notBeforeMs)
}

/**
 * Makes the jobs that nobody has made since the survey. The account's row is locked, so requests for the same fill take turns. A
 * job made meanwhile may even have ended: it is shown as it is, and asking again finds its cells.
 */
export async function makeFills(
  client: Client,
  fills: readonly Fill[],
  { account, key, requestId }: Pick<NewJob, 'account' | 'key' | 'requestId'>,
): Promise<Job[]> {
  const wanted = fills.filter((fill) => 'make' in fill)
  const jobs = await findFillsAfter(
    client,
    account,
    Math.min(...wanted.map(({ after }) => after)),
    wanted.map(({ make }) => make.fill),
  )
  const [first, ...rest] = wanted
    .filter(({ make }) => !jobs.has(make.fill))
    .map(({ make }): NewJob => Object.assign({}, make, { account, key, requestId }))
  if (first) {
    const made = await makeJobs(client, [first, ...rest])
    if ('refused' in made) throw refusalOf(made.refused, made.worst, made.unreserved)
    for (const job of made.jobs) if (job.fill !== null) jobs.set(job.fill, job)
  }
  return fills.flatMap((fill) => ('running' in fill ? [fill.running] : (jobs.get(fill.make.fill) ?? [])))
}
