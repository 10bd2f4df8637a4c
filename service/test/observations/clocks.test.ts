import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

const FIVE_MINUTES_FAST = `data:text/javascript,${encodeURIComponent(
  'const now = Date.now; Date.now = () => now() + 300_000',
)}`

let market: Market
let fast: ApiProcess
let account: TestAccount

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  fast = await startApi(market.database.url, {
    ...market.sandbox.environment,
    NODE_OPTIONS: `--import ${FIVE_MINUTES_FAST}`,
  })
})
afterAll(async () => {
  await fast.stop()
  await market.stop()
})

interface Shopped {
  cached: boolean
  observed_at: string
}

async function shop(url: string, day: number, maxAge: number): Promise<Shopped> {
  const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(day), max_age: maxAge }
  const answer = await post(url, '/v1/shop', account.key, body)
  expect(answer.status).toBe(200)
  return answer.body as Shopped
}

async function storedAt(day: number): Promise<string[]> {
  const { rows } = await market.database.pool.query<{ seen: number }>(
    "select seen from cells where night = $1 and kind = 'c'",
    [inDays(day)],
  )
  return rows.map(({ seen }) => new Date(seen).toISOString())
}

test('a process with a fast clock does not keep newer observations of others out', async () => {
  const before = await shop(fast.url, 40, 0)
  const after = await shop(market.url, 40, 0)
  expect(Date.parse(after.observed_at)).toBeGreaterThan(Date.parse(before.observed_at))
  expect(await storedAt(40)).toEqual([after.observed_at])
})

test('a process with a fast clock takes fresh observations of others for fresh', async () => {
  await shop(market.url, 41, 0)
  expect(await shop(fast.url, 41, 60)).toMatchObject({ cached: true })
})
