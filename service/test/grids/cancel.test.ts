import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import {
  cancel,
  ended,
  expectExactBooks,
  expectHeldInFull,
  of,
  queue,
  readCells,
  readJob,
} from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())
afterEach(async () => {
  await market.sandbox.control('/reset', {})
  await expectExactBooks(market.database.pool, account)
})

const CAP = 8

test('canceling drops tasks that have not started, releases their credits, and lets running tasks finish', async () => {
  await market.sandbox.control('/sources/castellan', { latencyMs: 800 })
  const nights = { from: inDays(30), to: inDays(89) }
  const job = await queue(market.url, account.key, { hotels: of('castellan', ['UNDERCUT']), nights })
  expect(job.credits_reserved).toBe(60)
  await until(async () => (await readJob(market.url, account.key, job.id)).cells_done > 0)
  const canceled = await cancel(market.url, account.key, job.id)
  expect(canceled).toMatchObject({ status: 'canceled', credits_reserved: 60, cells_total: 60 })
  await expectHeldInFull(market.database.pool, account)

  const end = await ended(market.url, account.key, job.id)
  expect(end.status).toBe('canceled')
  expect(end.tasks_done).toBe(end.tasks_total)
  expect(end.credits_spent).toBe(end.cells_done)
  expect(end.cells_done - canceled.cells_done).toBeLessThanOrEqual(2 * CAP)
  expect(await market.requests('castellan')).toBe(end.cells_done)
  const cells = await readCells(market.url, account.key, job.id)
  expect(cells).toHaveLength(end.cells_done)
  expect((await readBooks(market.database.pool, account.no)).held).toBe(0)

  expect(await cancel(market.url, account.key, job.id)).toEqual(end)
})

test('a job without started tasks ends at once when canceled, and costs only its cached cells', async () => {
  const nights = { from: inDays(100), to: inDays(104) }
  const first = await queue(market.url, account.key, {
    hotels: of('castellan', ['UNDERCUT']),
    nights: { ...nights, to: inDays(101) },
  })
  await ended(market.url, account.key, first.id)
  await market.workers[0]?.stop()
  const job = await queue(market.url, account.key, { hotels: of('castellan', ['UNDERCUT']), nights })
  expect(await cancel(market.url, account.key, job.id)).toMatchObject({
    status: 'canceled',
    tasks_total: 0,
    cells_done: 2,
    credits_reserved: 3.5,
    credits_spent: 0.5,
    started_at: null,
    finished_at: expect.any(String),
  })
  await expectExactBooks(market.database.pool, account)
  expect(await readCells(market.url, account.key, job.id)).toHaveLength(2)
  await market.startWorker()
})

test('a job that has ended is left as it is when it is canceled', async () => {
  const body = { hotels: of('castellan', ['SOLDOUT']), nights: { from: inDays(110), to: inDays(111) } }
  const { id } = await queue(market.url, account.key, body)
  const job = await ended(market.url, account.key, id)
  expect(await cancel(market.url, account.key, id)).toEqual(job)
  expect(job.status).toBe('done')
})
