import { cachedPrice } from '../billing/prices.ts'
import { worstOf } from '../billing/tab.ts'
import type { Client, Pool } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import { type MeteredRequest, refusalOf } from '../edge/metering.ts'
import type { KeepWith } from '../edge/repeats.ts'
import { type Planned, quoteOnly } from '../edge/sale.ts'
import { accepted, type Served } from '../edge/served.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import { type Job, type JobKind, jobView, locationOf } from '../jobs/job.ts'
import { createJob, type NewJob } from '../jobs/making.ts'
import type { Milli } from '../kernel/credits.ts'
import { agesView } from '../rates/render.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { Grid } from './grid.ts'
import { keepStored } from './job-cells.ts'
import { countPast, readPast } from './past.ts'
import { pricesOf, pricesOfCounts, upstreamOfCounts } from './prices.ts'
import { countStored, findNumbered, readStored } from './store.ts'
import { workOf } from './tasks.ts'

export interface GridDeps {
  catalog: Catalog
  pool: Pool
  /** For what is already paid for, and for the past. */
  reads: Reads
  hotels: HotelsMaster
  now: () => number
  jobDays: number
}

/** What a route makes of a grid. */
export interface Wanted {
  kind: Extract<JobKind, 'matrix' | 'export'>
  /** Makes a job even if every cell is cached. */
  asJob?: boolean
  /** What is written in the transaction that makes the job, and what it adds to the answer. */
  made?(client: Client, job: Job): Promise<object>
  /** The answer, once all cells are there: lines, as they were at a moment, and what they cost. */
  answer(lines: Buffer[], grid: Grid, nowMs: number, charge: Milli): Served | Promise<Served>
}

/** The grid as it stood at a moment, from the changes of its cells. Always complete: there is nothing to fetch. */
export async function planPastGrid(
  deps: GridDeps,
  grid: Grid,
  wanted: Wanted,
  { asOfMs, dryRun }: { asOfMs: number; dryRun: boolean },
): Promise<Planned> {
  const hotels = await findNumbered(deps.hotels, grid)
  if (dryRun) {
    const { cached } = pricesOfCounts(grid, await countPast(deps.reads, grid, hotels, asOfMs))
    return quoteOnly({ cached, live: [], free: 0 })
  }
  const { lines, counts } = await readPast(deps.reads, grid, hotels, asOfMs)
  const { cached } = pricesOfCounts(grid, counts)
  return {
    estimate: { cached, live: [], free: 0 },
    run: async (tab) => {
      for (const price of cached) tab.cached(price)
      return wanted.answer(lines, grid, asOfMs, chargeOf(wanted, cached))
    },
  }
}

/** Answers at once if every cell is cached, unless a job is wanted; otherwise makes a job. */
export async function planGrid(
  deps: GridDeps,
  grid: Grid,
  wanted: Wanted,
  { requestId, dryRun }: { requestId: string; dryRun: boolean },
): Promise<Planned> {
  const hotels = await findNumbered(deps.hotels, grid)
  // A quote counts instead of reading.
  if (dryRun) {
    const counts = await countStored(deps.pool, grid, hotels)
    return quoteOnly({ ...pricesOfCounts(grid, counts), free: 0, upstream: upstreamOfCounts(grid, counts) })
  }
  const stored = await readStored(deps.pool, grid, hotels)
  const { cached, live } = pricesOf(grid, stored.has)
  if (live.length === 0 && !wanted.asJob) {
    return {
      estimate: { cached, live: [], free: 0 },
      run: async (tab) => {
        for (const price of cached) tab.cached(price)
        return wanted.answer(stored.lines, grid, deps.now(), chargeOf(wanted, cached))
      },
    }
  }
  const charge = cachedPrice(cached.reduce((sum, price) => sum + price, 0))
  const keep = (client: Client, no: number) => keepStored(client, no, grid, hotels, stored)
  return {
    estimate: { cached, live, free: 0 },
    // Its tasks are planned only now: for a quote they would take ten times as long as the rest.
    enqueue: async (metered, keepWith) => {
      const work = await workOf(grid, stored.has)
      const job = { requestId, ...work, stored: { cells: cached.length, charge, keep } }
      return enqueue(deps.pool, wanted, metered, keepWith, job, agesView(grid.hotels))
    },
  }
}

function chargeOf({ kind }: Wanted, cached: readonly Milli[]): Milli {
  return worstOf(kind, { cached, live: [], free: 0 })
}

async function enqueue(
  pool: Pool,
  { kind, made: note }: Pick<Wanted, 'kind' | 'made'>,
  metered: MeteredRequest,
  keepWith: KeepWith,
  parts: Pick<NewJob, 'requestId' | 'work' | 'request' | 'cellsTotal' | 'tasks' | 'stored'>,
  told: object,
): Promise<Served> {
  const { account, key } = metered.payer
  const job = { account, key, kind, usage: kind, ...parts }
  const made = await createJob(pool, job, async (client, queued) => {
    const more = await note?.(client, queued)
    const answer = accepted({ ...more, job: jobView(queued), ...told }, locationOf([queued]))
    if (kind === 'export') answer.headers['x-job-id'] = queued.id
    await keepWith(client, answer)
    return answer
  })
  if ('refused' in made) throw refusalOf(made.refused, made.worst, made.unreserved)
  metered.remaining = Math.max(0, made.remaining)
  return made.told
}
