import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let tester: TestAccount
let neighbour: TestAccount

beforeAll(async () => {
  market = await openMarket()
  tester = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  neighbour = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())

const shop = async ({ key }: TestAccount, hotelCode: string, day: number) => {
  const body = { chain: 'castellan', hotel_code: hotelCode, checkin: inDays(day), max_age: 0 }
  return (await post(market.url, '/v1/shop', key, body)).status
}

test('an account that tries failing hotels over and over takes no source from others or from itself', async () => {
  const days = Array.from({ length: 20 }, (_, day) => 30 + day)
  for (const hotel of ['BROKEN', 'REFUSED']) {
    const answers = await Promise.all(days.map((day) => shop(tester, hotel, day)))
    expect(new Set(answers)).toEqual(new Set([503]))
  }
  expect(await shop(neighbour, 'UNDERCUT', 30)).toBe(200)
  expect(await shop(tester, 'UNDERCUT', 31)).toBe(200)
})

test('a hotel that keeps failing is not asked again and again', async () => {
  const before = await market.requests('castellan')
  for (let day = 60; day < 90; day += 1) expect(await shop(tester, 'BROKEN', day)).toBe(503)
  expect((await market.requests('castellan')) - before).toBeLessThanOrEqual(10)
})
