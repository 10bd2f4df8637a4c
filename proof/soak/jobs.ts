import { setTimeout as wait } from 'node:timers/promises'
import type { TestAccount } from '../../service/test/support/accounts.ts'
import { get, post } from '../../service/test/support/client.ts'
import { type Order, order } from '../../service/test/support/grid-orders.ts'
import {
  expectExactBooks,
  type JobBody,
  jobOf,
  type Page,
  placeOf,
  readCells,
} from '../../service/test/support/grids.ts'
import { watchOrphans } from './orphans.ts'
import { persist } from './persist.ts'
import { askUntil, failed, newCustomer, type Stage, type Verdict } from './stage.ts'

const JOBS = 20
const CELLS = 1000
const KILL_EVERY_MS = 5000
const START_LIMIT_MS = 5000
const ORPHAN_LIMIT_MS = 30_000
const PATIENCE_MS = 600_000

interface Queued {
  job: JobBody
  order: Order
}

/** T6, and T8 for cells: a large job and many small ones, with a worker killed every five seconds, read while they are written. */
export function runJobs(stage: Stage): Promise<Verdict[]> {
  return stage.peace.keep(['workers'], async () => {
    const { town, scale } = stage
    const account = await newCustomer(town)
    const parts = Math.max(1, Math.round(JOBS * scale))
    const startedAt = performance.now()
    const queue = async (one: Order): Promise<Queued> => ({
      order: one,
      job: await queueOnce(stage, account, one),
    })
    const big = await queue(order(CELLS * parts, { adults: 2, children: 0 }))
    await ending(stage, account, big.job.id, ({ started_at: at }) => at !== null)
    const over = new AbortController()
    const killing = killWorkers(stage, over.signal)
    const orphans = watchOrphans(town.pool, over.signal)
    const small = await stage.peace.keep(['apis', 'database'], async () => {
      const made: Queued[] = []
      for (let job = 0; job < parts; job += 1)
        made.push(await queue(order(CELLS, { adults: 1 + (job % 5), children: 1 + Math.floor(job / 5) })))
      for (const { job } of made) await ending(stage, account, job.id, ({ started_at: at }) => at !== null)
      return made
    })
    const queued = [big, ...small]
    const readers = [big, ...small.slice(0, 2)].map((one) => follow(stage, account, one))
    const ends: JobBody[] = []
    for (const { job } of queued)
      ends.push(await ending(stage, account, job.id, ({ finished_at: at }) => at !== null))
    const tookS = Math.round((performance.now() - startedAt) / 1000)
    over.abort()
    const kills = await killing
    const orphanedMs = await orphans
    const lateMs = Math.max(...ends.slice(1).map(waitedMs))
    const wrong = await persist(() => wrongOnes(stage, account, queued, ends))
    await persist(() => expectExactBooks(town.pool, account))
    const pages = (await Promise.all(readers)).flat()
    const cells = queued.reduce((sum, { order: { places } }) => sum + places.length, 0)
    return [
      {
        name: 'T6 jobs',
        told: `${cells} cells of ${queued.length} jobs in ${tookS} s with ${kills} workers killed; orphans back within ${seconds(orphanedMs)} s, small jobs begun within ${seconds(lateMs)} s`,
        problems: [
          ...wrong,
          ...failed([
            [kills > 0, 'no worker was killed'],
            [lateMs <= START_LIMIT_MS, `a small job waited for ${lateMs} ms`],
            [orphanedMs <= ORPHAN_LIMIT_MS, `a task was an orphan for ${orphanedMs} ms`],
          ]),
        ],
      },
      {
        name: 'T8 pages of cells',
        told: `${readers.length} jobs read while they were written, without a gap or a repeat`,
        problems: pages,
      },
    ]
  })
}

/** All attempts share one key, so there is only one job. */
async function queueOnce(stage: Stage, { key }: TestAccount, { body }: Order): Promise<JobBody> {
  const once = `soak ${stage.chance.below(1e9)} ${Date.now()}`
  const answer = await askUntil(stage, 202, (url) =>
    post(url, '/v1/matrix', key, body, { 'idempotency-key': once }),
  )
  return jobOf(answer)
}

async function ending(
  stage: Stage,
  { key }: TestAccount,
  id: string,
  isThere: (job: JobBody) => boolean,
): Promise<JobBody> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const job = (await askUntil(stage, 200, (url) => get(url, `/v1/jobs/${id}`, key))).body as JobBody
    if (isThere(job)) return job
    if (performance.now() > until) throw new Error(`${id} has ${job.cells_done} of ${job.cells_total} cells`)
    await wait(300)
  }
}

/**
 * Kills one worker every five seconds, the oldest first, but only if another has been up that long: otherwise nothing
 * would ever finish on a busy machine.
 */
async function killWorkers({ town, onFault }: Stage, stop: AbortSignal): Promise<number> {
  const starts: Promise<void>[] = []
  while (!stop.aborted) {
    await wait(KILL_EVERY_MS, undefined, { signal: stop }).catch(() => {})
    const [victim, other] = town.workers.toSorted((a, b) => b.upForMs() - a.upForMs())
    if (stop.aborted || !victim || !other || other.upForMs() < KILL_EVERY_MS) continue
    await victim.kill()
    onFault(`kill a worker: ${victim.name}`)
    starts.push(victim.start())
  }
  await Promise.all(starts)
  return starts.length
}

/** Reads a job from its creation to its end; returns what was wrong. */
async function follow(
  stage: Stage,
  { key }: TestAccount,
  { job, order: { places } }: Queued,
): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`
    const answer = await askUntil(stage, 200, (url) =>
      get(url, `/v1/jobs/${job.id}/cells?limit=500${at}`, key),
    )
    const page = answer.body as Page
    seen.push(...page.cells.map(placeOf))
    cursor = page.next_cursor
    await wait(page.cells.length === 0 ? 500 : 50)
  } while (cursor !== null)
  const same = seen.length === places.length && seen.every((place, index) => place === places[index])
  const repeats = seen.length - new Set(seen).size
  return same
    ? []
    : [`${job.id}: ${seen.length} of ${places.length} cells were read, ${repeats} of them twice`]
}

async function wrongOnes(
  { town }: Stage,
  { key }: TestAccount,
  queued: readonly Queued[],
  ends: readonly JobBody[],
): Promise<string[]> {
  const url = town.apis.find((api) => api.isUp())?.url() ?? ''
  const wrong: string[] = []
  for (const [index, end] of ends.entries()) {
    const { places = [], credits = 0 } = queued[index]?.order ?? {}
    const cells = (await readCells(url, key, end.id)).map(placeOf)
    wrong.push(
      ...failed([
        [end.status === 'done' && end.tasks_failed === 0, `${end.id} ended as ${JSON.stringify(end)}`],
        [cells.length === places.length, `${end.id} has ${cells.length} of ${places.length} cells`],
        [cells.every((cell, at) => cell === places[at]), `${end.id} has other cells than were asked for`],
        [end.credits_spent === credits, `${end.id} cost ${end.credits_spent}, not ${credits}`],
        [end.credits_spent <= end.credits_reserved, `${end.id} cost more than was reserved`],
      ]),
    )
  }
  return wrong
}

function waitedMs({ created_at: created, started_at: started }: JobBody): number {
  return Date.parse(started ?? '') - Date.parse(created)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
