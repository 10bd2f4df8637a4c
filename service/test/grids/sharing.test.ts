import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { ended, expectExactBooks, of, ordinaryHotels, queue, readJob } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())
afterEach(async () => {
  await market.sandbox.control('/reset', {})
  await expectExactBooks(market.database.pool, account)
})

const CAP = 8

async function mostInFlight(source: string): Promise<number> {
  const { sources } = (await market.sandbox.control('/counters')) as {
    sources: Record<string, { mostInFlight: number }>
  }
  return sources[source]?.mostInFlight ?? 0
}

test('all workers together never ask a source more at once than it may be asked, also while one joins or leaves', async () => {
  await market.sandbox.control('/sources/*', { latencyMs: 150 })
  const nights = { from: inDays(20), to: inDays(219) }
  const job = await queue(market.url, account.key, { hotels: of('castellan', ['UNDERCUT']), nights })
  await until(async () => (await readJob(market.url, account.key, job.id)).cells_done >= 40)
  const third = await market.startWorker()
  await until(async () => (await readJob(market.url, account.key, job.id)).cells_done >= 120)
  await third.stop()
  expect(await ended(market.url, account.key, job.id)).toMatchObject({ cells_done: 200, tasks_failed: 0 })
  const most = await mostInFlight('castellan')
  expect(most).toBeLessThanOrEqual(CAP)
  expect(most).toBeGreaterThan(CAP / 2)
  expect(await market.requests('castellan')).toBe(200)
})

test('a small job behind a big one begins within 5 s and ends long before it', async () => {
  await market.sandbox.control('/sources/*', { latencyMs: 100 })
  const nights = { from: inDays(20), to: inDays(219) }
  const big = await queue(market.url, account.key, { hotels: ordinaryHotels('castellan', 4), nights })
  await until(async () => (await readJob(market.url, account.key, big.id)).cells_done >= 30)
  const small = await queue(market.url, account.key, {
    hotels: of('castellan', ['SOLDOUT']),
    nights: { from: inDays(20), to: inDays(29) },
  })
  const end = await ended(market.url, account.key, small.id)
  const meanwhile = await readJob(market.url, account.key, big.id)
  expect(Date.parse(end.started_at ?? '') - Date.parse(end.created_at)).toBeLessThan(5000)
  expect(meanwhile.status).toBe('running')
  expect(meanwhile.cells_done).toBeLessThan(400)
  await ended(market.url, account.key, big.id)
})
