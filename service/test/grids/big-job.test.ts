import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Order, order } from '../support/grid-orders.ts'
import {
  ended,
  expectExactBooks,
  type JobBody,
  placeOf,
  queue,
  readCells,
  readJob,
} from '../support/grids.ts'
import { type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

/** `GRID_CELLS=20000` is the largest job there is, beside twenty of a twentieth, with a worker killed every five seconds. */
const CELLS = Number(process.env['GRID_CELLS'] ?? 2000)
const FULL = CELLS >= 20_000
const SMALL_JOBS = FULL ? 20 : 4
const KILL_EVERY_MS = 5000
const PATIENCE_MS = FULL ? 900_000 : 150_000

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())

test(`a job of ${CELLS} cells and ${SMALL_JOBS} small ones are whole and charged once, although workers are killed`, {
  timeout: PATIENCE_MS + 60_000,
}, async () => {
  const startedAt = performance.now()
  const orders = [order(CELLS, { adults: 2, children: 0 })]
  for (let job = 0; job < SMALL_JOBS; job += 1)
    orders.push(order(CELLS / 20, { adults: 1 + (job % 5), children: 1 + Math.floor(job / 5) }))
  const queued: { job: JobBody; order: Order }[] = []
  for (const one of orders) queued.push({ order: one, job: await queue(market.url, account.key, one.body) })

  const [big] = queued
  if (!big) throw new Error('there is no big job')
  const killing = new AbortController()
  const killer = killWorkers(big.job.id, killing.signal)
  const ends = await Promise.all(queued.map(({ job }) => ended(market.url, account.key, job.id, PATIENCE_MS)))
  killing.abort()
  const kills = await killer
  const tookS = Math.round((performance.now() - startedAt) / 1000)
  if (FULL)
    process.stderr.write(`${CELLS} cells and ${SMALL_JOBS} small jobs in ${tookS} s, ${kills} kills\n`)

  expect(kills).toBeGreaterThan(0)
  for (const [index, end] of ends.entries()) {
    const { places, credits } = orders[index] ?? big.order
    expect(end).toMatchObject({
      status: 'done',
      cells_done: places.length,
      tasks_failed: 0,
      credits_reserved: credits,
      credits_spent: credits,
    })
    expect((await readCells(market.url, account.key, end.id)).map(placeOf)).toEqual(places)
  }
  for (const small of ends.slice(1)) {
    expect(Date.parse(small.started_at ?? '') - Date.parse(small.created_at)).toBeLessThan(5000)
    // In the short form a kill may hold up a small job for longer than the whole big one takes.
    const late = (small.finished_at ?? '') >= (ends[0]?.finished_at ?? '')
    expect(FULL && late).toBe(false)
  }
  await expectExactBooks(market.database.pool, account)
})

/** One in the middle of the job; in full, one after the other until all is done. */
async function killWorkers(job: string, signal: AbortSignal): Promise<number> {
  let kills = 0
  await until(async () => (await readJob(market.url, account.key, job)).cells_done > CELLS / 10, PATIENCE_MS)
  const most = FULL ? Number.POSITIVE_INFINITY : 1
  while (!signal.aborted && kills < most) {
    await market.workers[kills]?.stop('SIGKILL')
    kills += 1
    await market.startWorker()
    await wait(FULL ? KILL_EVERY_MS : 0, undefined, { signal }).catch(() => {})
  }
  return kills
}
