import { cachedPrice } from '../billing/prices.ts'
import type { Client, Pool } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import { type MeteredRequest, refusalOf } from '../edge/metering.ts'
import type { KeepWith } from '../edge/repeats.ts'
import { type Planned, quoteOnly } from '../edge/sale.ts'
import { accepted, type Served } from '../edge/served.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import { type JobKind, jobView, locationOf } from '../jobs/job.ts'
import { createJob, type NewJob } from '../jobs/making.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { cellsBody, type FileFormat, fileBody, fileHeaders } from './body.ts'
import type { BeginEarlyBody, EarlyBody } from './early-body.ts'
import type { Grid } from './grid.ts'
import { keepStored } from './job-cells.ts'
import { countPast, readPast } from './past.ts'
import { planCells, pricesOfCounts } from './plan.ts'
import { countStored, findHotelNos, readStored } from './store.ts'
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

/** The output: JSON cells or a file. */
export type Wanted =
  | { kind: Extract<JobKind, 'matrix'>; asJob?: boolean }
  | { kind: Extract<JobKind, 'export'>; format: FileFormat }

/** The grid as it stood at a moment, from the changes of its cells. Always complete: there is nothing to fetch. */
export async function planPastGrid(
  deps: GridDeps,
  grid: Grid,
  wanted: Wanted,
  { asOfMs, dryRun }: { asOfMs: number; dryRun: boolean },
): Promise<Planned> {
  const nos = await findHotelNos(deps.hotels, grid)
  if (dryRun) {
    const { cached } = pricesOfCounts(grid, await countPast(deps.reads, grid, nos, asOfMs))
    return quoteOnly({ cached, live: [], free: 0 })
  }
  const { lines, counts } = await readPast(deps.reads, grid, nos, asOfMs)
  const { cached } = pricesOfCounts(grid, counts)
  return {
    estimate: { cached, live: [], free: 0 },
    run: async (tab) => {
      for (const price of cached) tab.cached(price)
      return answerOf(lines, grid, wanted, asOfMs)
    },
  }
}

/** Answers at once if every cell is cached, unless a job is wanted; otherwise makes a job. */
export async function planGrid(
  deps: GridDeps & { beginEarlyBody: BeginEarlyBody },
  grid: Grid,
  wanted: Wanted,
  { requestId, dryRun }: { requestId: string; dryRun: boolean },
): Promise<Planned> {
  if (dryRun) return quoteGrid(deps, grid)
  const isAnswer = wanted.kind === 'matrix' && !wanted.asJob
  const early = isAnswer ? deps.beginEarlyBody(grid, deps.now()) : null
  try {
    return await planStored(deps, grid, wanted, requestId, early)
  } catch (error) {
    early?.close(false)
    throw error
  }
}

/** Counts instead of reading. */
async function quoteGrid({ pool, hotels }: GridDeps, grid: Grid): Promise<Planned> {
  const counts = await countStored(pool, grid, await findHotelNos(hotels, grid))
  return quoteOnly({ ...pricesOfCounts(grid, counts), free: 0 })
}

async function planStored(
  deps: GridDeps,
  grid: Grid,
  wanted: Wanted,
  requestId: string,
  early: EarlyBody | null,
): Promise<Planned> {
  const nos = await findHotelNos(deps.hotels, grid)
  const stored = await readStored(deps.pool, grid, nos, early)
  const close = (isSold: boolean) => early?.close(isSold)
  const { cached, live, isStored } = planCells(grid, stored)
  if (live.length === 0 && !(wanted.kind === 'matrix' && wanted.asJob)) {
    return {
      estimate: { cached, live: [], free: 0 },
      close,
      run: async (tab) => {
        for (const price of cached) tab.cached(price)
        if (early) return { status: 200, headers: {}, body: early.body(), onSent: early.sent }
        return answerOf(stored.lines, grid, wanted, deps.now())
      },
    }
  }
  const charge = cachedPrice(cached.reduce((sum, price) => sum + price, 0))
  const keep = (client: Client, no: number) => keepStored(client, no, grid, nos, stored)
  return {
    estimate: { cached, live, free: 0 },
    close,
    enqueue: async (metered, keepWith) => {
      const job = {
        requestId,
        ...(await workOf(grid, isStored)),
        stored: { cells: cached.length, charge, keep },
      }
      return enqueue(deps.pool, wanted.kind, metered, keepWith, job)
    },
  }
}

function answerOf(lines: Buffer[], grid: Grid, wanted: Wanted, nowMs: number): Served {
  if (wanted.kind === 'matrix') return { status: 200, headers: {}, body: cellsBody(lines, grid, nowMs) }
  const { format } = wanted
  return { status: 200, headers: fileHeaders(grid, format), body: fileBody(lines, grid, format, nowMs) }
}

async function enqueue(
  pool: Pool,
  kind: Wanted['kind'],
  metered: MeteredRequest,
  keepWith: KeepWith,
  parts: Pick<NewJob, 'requestId' | 'work' | 'request' | 'cellsTotal' | 'tasks' | 'stored'>,
): Promise<Served> {
  const { account, key } = metered.payer
  const job = { account, key, kind, endpoint: kind, ...parts }
  const made = await createJob(pool, job, async (client, queued) => {
    const answer = accepted(JSON.stringify({ job: jobView(queued) }), locationOf([queued]))
    if (kind === 'export') answer.headers['x-job-id'] = queued.id
    await keepWith(client, answer)
    return answer
  })
  if ('refused' in made) throw refusalOf(made.refused, made.worst, made.unreserved)
  metered.remaining = Math.max(0, made.remaining)
  return made.told
}
