import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import type { CompsetBody, ShopBody, StayBody } from '../support/answers.ts'
import { type Answer, post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

const CALLERS = 500

let market: Market
let account: TestAccount
let nights = 10

beforeAll(async () => {
  market = await openMarket({ processes: 2 })
  // Long enough for every caller to arrive while the first call is running, or just after.
  await market.sandbox.control('/sources/*', { latencyMs: 300 })
  // The connections and the tokens of both processes are there before it counts.
  const warm = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  for (const process of [0, 1]) {
    for (const chain of ['aurelia', 'castellan']) await shop(warm, process, { chain, checkin: inDays(5) })
  }
})

beforeEach(async () => {
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  nights += 5
})

afterAll(() => market.stop())

function shop(payer: TestAccount, process: number, body: object): Promise<Answer> {
  const url = market.apis[process]?.url ?? ''
  return post(url, '/v1/shop', payer.key, { hotel_code: 'UNDERCUT', ...body })
}

async function requestsByPath(source: string): Promise<Record<string, number>> {
  const { sources } = (await market.sandbox.control('/counters')) as {
    sources: Record<string, { paths: Record<string, number> }>
  }
  return sources[source]?.paths ?? {}
}

/** How many more requests each path of the source has had when `work` is done. */
async function upstream(source: string, work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await requestsByPath(source)
  await work()
  const after = await requestsByPath(source)
  const more = Object.entries(after).map(([path, count]) => [path, count - (before[path] ?? 0)] as const)
  return Object.fromEntries(more.filter(([, count]) => count > 0))
}

async function booksAgree(used: number, lineCount: number): Promise<void> {
  const { pool } = market.database
  expect(await readBooks(pool, account.no)).toEqual({
    used,
    lines: used,
    keys: used,
    lineCount,
    held: 0,
    holds: 0,
    jobs: 0,
    watches: 0,
  })
}

test(`${CALLERS} callers of a cold stay on one process: one call upstream, one pays for it`, async () => {
  const stay = { chain: 'aurelia', checkin: inDays(nights) }
  let answers: Answer[] = []
  const calls = await upstream('aurelia', async () => {
    answers = await Promise.all(Array.from({ length: CALLERS }, () => shop(account, 0, stay)))
  })
  expect(calls).toEqual({
    '/shop/v1/hotels/UNDERCUT/offers': 1,
    '/par/v1/hotels/UNDERCUT/availability': 1,
  })
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const bodies = answers.map(({ body }) => body as ShopBody)
  expect(answers.map(({ charged }) => charged).toSorted((a, b) => b - a)).toEqual([
    1,
    ...Array.from({ length: CALLERS - 1 }, () => 0.25),
  ])
  expect(bodies.filter(({ cached }) => !cached)).toHaveLength(1)
  expect(new Set(bodies.map(({ observed_at }) => observed_at)).size).toBe(1)
  await booksAgree(1000 + (CALLERS - 1) * 250, CALLERS)
})

test('on two processes: at most one live call on each', async () => {
  const stay = { chain: 'castellan', checkin: inDays(nights) }
  let answers: Answer[] = []
  const calls = await upstream('castellan', async () => {
    const callers = Array.from({ length: 200 }, (_, index) => shop(account, index % 2, stay))
    answers = await Promise.all(callers)
  })
  const live = answers.filter(({ body }) => !(body as ShopBody).cached).length
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(live).toBeGreaterThanOrEqual(1)
  expect(live).toBeLessThanOrEqual(2)
  expect(Object.values(calls).reduce((sum, count) => sum + count, 0)).toBe(live)
  await booksAgree(live * 1000 + (200 - live) * 250, 200)
})

test('stays and comparison sets join too: the same question at once is asked once', async () => {
  const hotels = ['UNDERCUT', 'DROPS', 'FLAPS', 'AWARDFLAP', 'SOLDOUT']
  const checkin = inDays(nights)
  let sets: Answer[] = []
  const calls = await upstream('aurelia', async () => {
    const body = { chain: 'aurelia', hotel_codes: hotels, checkin }
    const callers = Array.from({ length: 20 }, () => post(market.url, '/v1/compset', account.key, body))
    sets = await Promise.all(callers)
  })
  // The public and the member rates of one batch.
  expect(calls).toEqual({ '/shop/v1/hotels': 2 })
  const rows = sets.map(({ body }) => (body as CompsetBody).hotels)
  expect(rows.filter((row) => row.every(({ cached }) => cached === false))).toHaveLength(1)
  expect(rows.filter((row) => row.every(({ cached }) => cached === true))).toHaveLength(19)

  let stays: Answer[] = []
  const more = await upstream('castellan', async () => {
    const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin, los: 3 }
    const callers = Array.from({ length: 20 }, () => post(market.url, '/v1/stay', account.key, body))
    stays = await Promise.all(callers)
  })
  expect(Object.values(more)).toEqual([4])
  const parts = stays.flatMap(({ body }) => {
    const { cached, nights: alone } = body as StayBody
    return [cached].concat(alone.map((night) => night.cached))
  })
  expect(parts.filter((cached) => cached === false)).toHaveLength(4)
  expect(parts.filter((cached) => cached === true)).toHaveLength(76)
  // 20 sets at the minimum of 1, four live parts of 1, the others at a quarter.
  await booksAgree(20_000 + 4_000 + 76 * 250, 40)
})

test('a caller that hangs up does not fail the others, and its answer is cached for the next', async () => {
  const body = JSON.stringify({ chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(nights) })
  const headers = { 'x-api-key': account.key, 'content-type': 'application/json' }
  const quitter = new AbortController()
  await market.sandbox.control('/sources/castellan', { latencyMs: 1500 })
  let answers: Answer[] = []
  const calls = await upstream('castellan', async () => {
    const before = await market.requests('castellan')
    const first = fetch(`${market.url}/v1/shop`, { method: 'POST', headers, body, signal: quitter.signal })
    first.catch(() => {})
    await until(async () => (await market.requests('castellan')) > before)
    const others = Array.from({ length: 20 }, () => shop(account, 0, JSON.parse(body)))
    await wait(20)
    quitter.abort()
    answers = await Promise.all(others)
    await expect(first).rejects.toThrow(/abort/)
  })
  await market.sandbox.control('/sources/castellan', { latencyMs: 300 })
  expect(answers.map(({ status, charged }) => [status, charged])).toEqual(
    Array.from({ length: 20 }, () => [200, 0.25]),
  )
  expect(Object.values(calls)).toEqual([1])
  expect((await shop(account, 1, JSON.parse(body))).charged).toBe(0.25)
})

test('a call that fails for one fails for all who joined it, and costs none of them anything', async () => {
  const body = { chain: 'castellan', hotel_code: 'BROKEN', checkin: inDays(nights) }
  const answers = await Promise.all(Array.from({ length: 20 }, () => shop(account, 0, body)))
  expect(answers.map(({ status, charged }) => [status, charged])).toEqual(
    Array.from({ length: 20 }, () => [503, 0]),
  )
  await booksAgree(0, 0)
})
