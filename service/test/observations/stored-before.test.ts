import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import type { ShopBody } from '../support/answers.ts'
import { post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ processes: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})

afterAll(() => market.stop())

async function shop(process: number): Promise<ShopBody> {
  const ask = { chain: 'aurelia', hotel_code: 'NEWSF', checkin: inDays(21) }
  const answer = await post(market.apis[process]?.url ?? '', '/v1/shop', account.key, ask)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as ShopBody
}

/** Rewrites the one stored answer as it was written before rates had these fields. */
async function takeOutOfStore(...names: string[]): Promise<void> {
  const { pool } = market.database
  const { rows } = await pool.query<{ answer: string }>('select answer from stays')
  expect(rows).toHaveLength(1)
  const answer = JSON.parse(rows[0]?.answer ?? '') as { rooms: { rates: object[] }[] }
  for (const rate of answer.rooms.flatMap(({ rates }) => rates)) {
    for (const name of names) expect(Reflect.has(rate, name) && Reflect.deleteProperty(rate, name)).toBe(true)
  }
  await pool.query('update stays set answer = $1', [JSON.stringify(answer)])
}

test('an answer stored before rates had a currency and marks of their own reads as before', async () => {
  const live = await shop(0)
  await takeOutOfStore('currency', 'restricted', 'package')
  const stored = await shop(1)
  expect(stored.cached).toBe(true)
  expect(stored.rooms).toEqual(live.rooms)
  expect(stored.rooms[0]?.rates[0]).toMatchObject({ currency: 'USD', restricted: false, package: false })
  expect(stored.lowest).toEqual(live.lowest)
})

test('an answer whose offers have expired is asked for again, from memory and from the store', async () => {
  const shopAgency = async (process: number, code: string) => {
    const ask = { hotel_code: code, checkin: inDays(30), max_age: 86_400 }
    const answer = await post(market.apis[process]?.url ?? '', '/v1/ota/pillowfare/shop', account.key, ask)
    expect(answer).toMatchObject({ status: 200 })
    return (answer.body as ShopBody).cached
  }
  expect(await shopAgency(0, 'UNDERCUT-aurelia')).toBe(false)
  for (const process of [0, 1]) expect(await shopAgency(process, 'UNDERCUT-aurelia')).toBe(true)
  // The vendor's clock decides when its offers expire: these already have.
  await market.sandbox.control('/time', { offsetMs: -3_600_000 })
  for (const process of [0, 0, 1]) expect(await shopAgency(process, 'UNDERCUT-castellan')).toBe(false)
  await market.sandbox.control('/time', { offsetMs: 0 })
})
