import type { Client } from '../db/pool.ts'
import { refusalOf } from '../edge/metering.ts'
import type { Grid } from '../grids/grid.ts'
import { pricesOfTasks, workOf } from '../grids/plan.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Job } from '../jobs/job.ts'
import { makeJobs, type NewJob } from '../jobs/making.ts'
import { type FillsUnderWay, findFillsAfter } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { FillKind } from './fill-key.ts'
import type { AreaTerms, FillMode } from './request.ts'

/** A job that fetches missing cells: a running one, or a new one unless another was made after job `after`. */
export type Fill = { running: Job } | { make: NewFill; after: number; prices: Milli[] }

/** A job without its payer. */
type NewFill = Omit<NewJob, 'account' | 'key' | 'requestId'> & { fill: string }

/** One job that an endpoint may need. */
export interface Filling {
  key: string
  /** The hotels with missing cells; may be empty. */
  wanted: readonly NearbyHotel[]
}

/**
 * A running fill is shown even if no hotel is missing, because its last cells are still to come. Callers must look up
 * running fills before they read cells: a fill that ends in between would otherwise be made and paid for twice.
 */
export async function fillsOf(
  { jobs, newest }: FillsUnderWay,
  kind: FillKind,
  terms: AreaTerms,
  fillings: readonly Filling[],
): Promise<Fill[]> {
  const fills: Fill[] = []
  for (const { key, wanted } of fillings) {
    const running = jobs.get(key)
    if (running) fills.push({ running })
    else if (wanted.length > 0) fills.push(await newFill(kind, key, newest, { ...terms, hotels: wanted }))
  }
  return fills
}

async function newFill(kind: FillKind, key: string, after: number, grid: Grid): Promise<Fill> {
  const work = await workOf(grid, () => false)
  const make: NewFill = { kind, endpoint: kind, ...work, stored: { cells: 0, charge: 0 }, fill: key }
  return { make, after, prices: pricesOfTasks(work.tasks) }
}

/** Whether to fetch a hotel, given when its newest cell was observed; null if it has none. */
export function isToFill(newestMs: number | null, fill: FillMode, { notBeforeMs }: AreaTerms): boolean {
  if (fill === 'none') return false
  return newestMs === null || (fill === 'stale' && newestMs < notBeforeMs)
}

/**
 * Makes the jobs that no other request has made since the survey. The account's row is locked, so requests for the same
 * fill run one by one. A job made meanwhile is shown even if it has ended; the next request finds its cells.
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
