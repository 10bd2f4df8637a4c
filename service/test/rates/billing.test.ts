import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { askBilled, growOlder } from '../support/billed.ts'
import { errorOf, get, post } from '../support/client.ts'
import { type GatedMarket, inDays, openGatedMarket } from '../support/market.ts'
import { NIGHTS } from './billing-of-nights.ts'
import { SETS } from './billing-of-sets.ts'
import { STAYS } from './billing-of-stays.ts'

let market: GatedMarket
let account: TestAccount

beforeAll(async () => {
  // The second process has served nothing, so it sees the ages that the database tells.
  market = await openGatedMarket({ processes: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})

afterAll(() => market.stop())

const CASES = { ...STAYS, ...NIGHTS, ...SETS }
const NIGHTS_PER_CASE = 4

describe('header, usage line and balance agree on the price', () => {
  const cases = Object.entries(CASES).map(([name, build], index) => ({ name, build, index }))
  test.each(cases)('$name', async ({ build, index }) => {
    const { pool } = market.database
    const wanted = build((night) => inDays(20 + index * NIGHTS_PER_CASE + night))
    for (const { path, body } of wanted.before ?? []) {
      expect((await post(market.url, `/v1${path}`, account.key, body)).status).toBe(200)
    }
    for (const [night, age] of Object.entries(wanted.ages ?? {})) await growOlder(pool, night, age)
    const { refuse } = wanted
    if (refuse !== undefined) {
      market.gate.refuse(({ path, body }) => path.includes(refuse) || body.includes(refuse))
    }
    const url = wanted.ages ? (market.apis[1]?.url ?? '') : market.url
    const { path, body } = wanted.call
    const billed = await askBilled(pool, account, url, path, body)
    market.gate.open()

    expect(billed.answer).toMatchObject({ status: wanted.status ?? 200 })
    const [live, cached, free] = wanted.units ?? [0, 0, 0]
    expect({ header: billed.header, line: billed.line, balance: billed.balance }).toEqual({
      header: wanted.credits,
      line:
        wanted.credits === 0
          ? null
          : { endpoint: usageName(path), credits: wanted.credits, live, cached, free },
      balance: wanted.credits,
    })
    expect(billed.answer.headers['x-credits-charged']).toBe(String(wanted.credits))
  })
})

test('a call whose worst case does not fit is refused before any source is asked', async () => {
  const poor = await newAccount(market.database.pool, 'free', { credits: 1.2, rps: 1000 })
  const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(10) }
  const before = await market.allRequests()
  const tooMuch = await post(market.url, '/v1/stay', poor.key, { ...hotel, los: 3 })
  expect(tooMuch).toMatchObject({ status: 429, charged: 0 })
  expect(errorOf(tooMuch)).toMatchObject({
    code: 'quota_exceeded',
    message: expect.stringMatching(/1\.3.*1\.2/),
  })
  expect(await market.allRequests()).toBe(before)
  expect((await post(market.url, '/v1/shop', poor.key, hotel)).charged).toBe(1)
  // 0.2 are left: less than a quarter of a shop, even from the cache.
  expect((await post(market.url, '/v1/shop', poor.key, hotel)).status).toBe(429)
})

test('at the end account, lines and key agree, nothing is held, and GET /usage tells the same', async () => {
  const books = await readBooks(market.database.pool, account.no)
  expect(books.used).toBeGreaterThan(0)
  expect(books).toMatchObject({ held: 0, holds: 0, lines: books.used, keys: books.used })
  expect((await get(market.url, '/v1/usage', account.key)).body).toMatchObject({
    credits_used: books.used / 1000,
    credits_used_this_key: books.used / 1000,
  })
})

function usageName(path: string): string {
  return path.startsWith('/ota/') ? 'shop' : path.slice(1).replace('/', '_')
}
