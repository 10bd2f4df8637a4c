import type { Client } from '../db/pool.ts'
import { refusalOf } from '../edge/metering.ts'
import type { Grid } from '../grids/grid.ts'
import { pricesOf } from '../grids/prices.ts'
import { workOf } from '../grids/tasks.ts'
import type { Job } from '../jobs/job.ts'
import { makeJobs, type NewJob, type OwnCost } from '../jobs/making.ts'
import { type FillsUnderWay, findFillsAfter } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import type { FillKind } from './fill-key.ts'
import type { AreaTerms, FillMode } from './request.ts'

/** A job that fetches missing cells: a running one, or a new one unless another was made after job `after`. */
export type Fill = { running: Job } | Unmade

interface Unmade {
  after: number
  prices: Milli[]
  /** Its tasks take ten times as long as the rest of a quote, which needs none. */
  plan(): Promise<NewFill>
}

/** A fill whose tasks are planned. */
type Ready = { running: Job } | { make: NewFill; after: number }

/** A job without its payer. */
type NewFill = Omit<NewJob, 'account' | 'key' | 'requestId'> & { fill: string }

/** One job that an endpoint may need. */
export interface Filling {
  key: string
  terms: AreaTerms
  /** What to fetch; may be empty. */
  wanted: readonly Wanted[]
}

/** A hotel with missing cells, and its nights that need not be fetched. */
export interface Wanted {
  hotel: Grid['hotels'][number] & { distanceMi?: number | null }
  fresh: ReadonlySet<Night>
}

/**
 * A running fill is shown even if no hotel is missing, because its last cells are still to come. Callers must look up
 * running fills before they read cells: a fill that ends in between would otherwise be made and paid for twice.
 */
export function fillsOf(
  { jobs, newest }: FillsUnderWay,
  kind: FillKind,
  fillings: readonly Filling[],
  nowMs: number,
): Fill[] {
  const fills: Fill[] = []
  for (const { key, terms, wanted } of fillings) {
    const running = jobs.get(key)
    if (running) fills.push({ running })
    else if (wanted.length > 0) fills.push(newFill(kind, key, newest, terms, wanted, nowMs))
  }
  return fills
}

function newFill(
  kind: FillKind,
  key: string,
  after: number,
  terms: AreaTerms,
  wanted: readonly Wanted[],
  nowMs: number,
): Fill {
  const hotels = wanted.map(({ hotel }) => hotel)
  // Fresh cells are not fetched or paid for, so the job's pages must not show them: only what is observed from now on.
  const isPartial = wanted.some(({ fresh }) => fresh.size > 0)
  const grid: Grid = { ...terms, hotels, ...(isPartial && { notBeforeMs: nowMs }) }
  const isStored = (index: number) => isFresh(wanted, terms, index)
  const { live } = pricesOf(grid, isStored)
  const plan = async (): Promise<NewFill> => {
    const work = { ...(await workOf(grid, isStored)), cellsTotal: live.length }
    return { kind, usage: kind, ...work, stored: { cells: 0, charge: 0 }, fill: key }
  }
  return { plan, after, prices: live }
}

/** Plans the tasks. Before the transaction of `makeFills`, which others wait for. */
export async function planFills(fills: readonly Fill[]): Promise<Ready[]> {
  const ready: Ready[] = []
  for (const fill of fills)
    ready.push('running' in fill ? fill : { make: await fill.plan(), after: fill.after })
  return ready
}

/** Fills have one length of stay, so a cell's position is that of its hotel and night. */
function isFresh(wanted: readonly Wanted[], { nights }: AreaTerms, index: number): boolean {
  const night = nights[index % nights.length]
  return night !== undefined && (wanted[Math.floor(index / nights.length)]?.fresh.has(night) ?? false)
}

const NOTHING: ReadonlySet<Night> = new Set()

/** What to fetch of a hotel: all nights if none is known; for `stale`, otherwise those without a fresh cell. */
export function toFill(
  hotel: Wanted['hotel'],
  { known, fresh }: { known: number; fresh: readonly Night[] },
  fill: FillMode,
  { nights }: AreaTerms,
): Wanted[] {
  if (fill === 'none') return []
  if (known === 0) return [{ hotel, fresh: NOTHING }]
  return fill === 'stale' && fresh.length < nights.length ? [{ hotel, fresh: new Set(fresh) }] : []
}

/**
 * Makes the jobs that no other request has made since the survey, and pays for the answer. Requests of one account run one by one
 * here. A job made meanwhile is shown even if it has ended; the next request finds its cells.
 */
export async function makeFills(
  client: Client,
  fills: readonly Ready[],
  { account, key, requestId }: Pick<NewJob, 'account' | 'key' | 'requestId'>,
  own: OwnCost,
): Promise<Job[]> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('fills', $1))", [account])
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
  if (!first) await own.pay()
  else {
    const made = await makeJobs(client, [first, ...rest], own)
    if ('refused' in made) throw refusalOf(made.refused, made.worst, made.unreserved)
    for (const job of made.jobs) if (job.fill !== null) jobs.set(job.fill, job)
  }
  return fills.flatMap((fill) => ('running' in fill ? [fill.running] : (jobs.get(fill.make.fill) ?? [])))
}
