import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../src/kernel/limits.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { cancel, expectExactBooks, queue } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let busy: TestAccount
let other: TestAccount

beforeAll(async () => {
  market = await openMarket()
  busy = await newAccount(market.database.pool, 'scale', { credits: 200_000, rps: 100_000 })
  other = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

/** One task per cell: castellan is asked stay by stay. */
const LARGEST = {
  chain: 'castellan',
  hotel_codes: Array.from({ length: LIMITS.gridHotels }, (_, index) => `LARGE${index}`),
  nights: { from: inDays(20), to: inDays(19 + LIMITS.gridCells / LIMITS.gridHotels) },
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await act()
  return performance.now() - startedMs
}

test('others do not wait while an account makes and cancels its largest job, and shops beside it', async () => {
  const stay = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(30) }
  const shop = async ({ key }: TestAccount) => {
    expect((await post(market.url, '/v1/shop', key, stay)).status).toBe(200)
  }
  await shop(other)
  const over = new AbortController()
  const shopping = async (account: TestAccount) => {
    const takenMs: number[] = []
    while (!over.signal.aborted) takenMs.push(await timed(() => shop(account)))
    return takenMs
  }
  const shoppers = [shopping(busy), shopping(other)] as const
  const jobMs = await timed(async () => {
    const job = await queue(market.url, busy.key, LARGEST)
    expect(job.tasks_total).toBe(LIMITS.gridCells)
    const canceled = await cancel(market.url, busy.key, job.id)
    expect(canceled).toMatchObject({ status: 'canceled', tasks_total: 0, credits_spent: 0 })
  }).finally(() => over.abort())
  const [, takenMs] = await Promise.all(shoppers)
  // With the account locked while its tasks are written or dropped, a call takes nearly as long as the job.
  expect(Math.max(...takenMs)).toBeLessThan(jobMs / 3)
  await expectExactBooks(market.database.pool, busy)
  await expectExactBooks(market.database.pool, other)
})
