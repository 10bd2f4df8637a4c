import { request } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/pool.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  await inTransaction(market.database.pool, async (client) => {
    // Citus refuses triggers unless it is told that they are meant. Other servers ignore the setting.
    await client.query('set local citus.enable_unsafe_triggers = on')
    await client.query(
      `create function refuse_one() returns trigger language plpgsql as
         'begin if new.night = current_date + 45 then raise numeric_value_out_of_range using detail = new.bar; end if; return new; end'`,
    )
    await client.query(
      'create trigger refuse_one before insert on cells for each row execute function refuse_one()',
    )
  })
})
afterAll(() => market.stop())

const shop = (day: number) =>
  post(market.url, '/v1/shop', account.key, {
    chain: 'castellan',
    hotel_code: 'UNDERCUT',
    checkin: inDays(day),
  })

async function rejections(): Promise<number> {
  const { body } = await request(`http://127.0.0.1:${market.apis[0]?.opsPort}/metrics`)
  return Number(/^vacancy_observations_rejected_total\S* (\d+)/m.exec(await body.text())?.[1])
}

test('an observation that cannot be stored fails alone; the others of its batch are stored', async () => {
  const { pool } = market.database
  const days = Array.from({ length: 20 }, (_, index) => 35 + index)
  const held = await pool.connect()
  await held.query('begin')
  await held.query('lock table cells in exclusive mode')
  const answers = days.map(shop)
  // All but the first batch wait for the table together.
  await until(async () => (await market.requests('castellan')) >= days.length)
  await held.query('commit')
  held.release()
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
  const { rows } = await pool.query<{ days: number[] }>(
    `select array_agg(distinct night - current_date order by night - current_date) as days from cells where kind = 'c'`,
  )
  expect(rows[0]?.days).toEqual(days.filter((day) => day !== 45))
  expect(await rejections()).toBe(1)
  const log = market.apis[0]?.log() ?? ''
  const lines = log.split('\n').filter((line) => line.includes('an observation cannot be stored'))
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { sqlstate: '22003', hotels: ['castellan/UNDERCUT'] },
  ])
  expect(lines.join()).not.toMatch(/detail|stack/)
})
