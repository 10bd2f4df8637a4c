import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPastNightsSweep } from '../../src/observations/past-nights.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'
import { DAY_MS, plant, SOLD_OUT } from './past.ts'

let market: Market
let account: TestAccount
let documented: Documented

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  documented = readDocument((await get(market.url, '/openapi.json')).body as object)
})
afterAll(() => market.stop())

interface HistoryBody {
  hotel: { name: string } | null
  nights: {
    night: string
    first_seen: string
    last_seen: string
    changes: number
    observations: { observed_at: string; status: string; bar: number | null }[]
  }[]
  count: number
}

async function ask(body: object, headers = {}): Promise<Answer & { body: HistoryBody }> {
  const answer = await post(market.url, '/v1/history', account.key, body, headers)
  const isTold = answer.status === 200 && !('dry_run' in body)
  expect(isTold ? documented.problems('/history', 200, answer.body) : []).toEqual([])
  return answer as Answer & { body: HistoryBody }
}

const at = (ms: number) => new Date(ms).toISOString()
const ago = (days: number) => Date.now() - days * DAY_MS

test('the changes of past and future nights are listed in order, and each night with any costs a quarter of a calendar night', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'PAST1' }
  const [first, second, third] = [ago(60), ago(40), ago(35)]
  await plant(market.database.pool, hotel, [
    { night: inDays(-30), seenMs: first, figures: { bar: 10_000, barAfterTax: 11_500 } },
    { night: inDays(-30), seenMs: second, figures: SOLD_OUT },
    // The same again is a look, but no change.
    { night: inDays(-30), seenMs: third, figures: SOLD_OUT },
    { night: inDays(20), seenMs: second, figures: { bar: 20_000, points: 40_000, pointsKnown: true } },
  ])
  const nights = { from: inDays(-40), to: inDays(30) }
  const answer = await ask({ ...hotel, nights })
  expect(answer).toMatchObject({
    status: 200,
    charged: 0.05,
    body: {
      query: { ...hotel, nights, los: 1, kind: 'cash', adults: 2, currency: 'USD' },
      hotel: null,
      count: 2,
      nights: [
        {
          night: inDays(-30),
          first_seen: at(first),
          last_seen: at(third),
          changes: 2,
          observations: [
            {
              observed_at: at(first),
              status: 'available',
              currency: 'USD',
              tax_included: false,
              bar: 100,
              bar_after_tax: 115,
            },
            { observed_at: at(second), status: 'sold_out', bar: null },
          ],
        },
        {
          night: inDays(20),
          changes: 1,
          observations: [{ bar: 200, bar_after_tax: 120, lowest_points: 40_000, cpp: 0.3 }],
        },
      ],
    },
  })
  expect(await readLine(answer)).toMatchObject({ endpoint: 'history', credits: 50, live: 0, cached: 2 })

  // The cell of a past night is deleted, and the last look at it is still known.
  await createPastNightsSweep(market.database.pool, Date.now)()
  const again = await ask({ ...hotel, nights })
  expect(again.body).toEqual(answer.body)
})

async function readLine({ headers }: Answer) {
  const { rows } = await market.database.pool.query(
    'select endpoint, credits, live, cached, free from usage_lines where account = $1 and request_id = $2',
    [account.no, headers['x-request-id']],
  )
  return rows[0]
}

test('`since` and `until` are inclusive, and nothing outside of them is listed or paid for', async () => {
  const hotel = { chain: 'castellan', hotel_code: 'PAST2' }
  const moments = [ago(9), ago(7), ago(5), ago(3)]
  const night = inDays(10)
  await plant(
    market.database.pool,
    hotel,
    moments.map((seenMs, index) => ({ night, seenMs, figures: { bar: 10_000 + index } })),
  )
  const asked = { ...hotel, nights: { from: night, to: night } }
  const [, second = 0, third = 0, fourth = 0] = moments
  const some = await ask({ ...asked, since: at(second), until: at(third) })
  expect(some).toMatchObject({ charged: 0.25, body: { count: 1 } })
  expect(some.body.nights[0]).toMatchObject({
    first_seen: at(second),
    // It was looked at later, which says nothing about the time before `until`.
    last_seen: at(third),
    changes: 2,
    observations: [{ bar: 100.01 }, { bar: 100.02 }],
  })
  expect(await ask({ ...asked, since: at(fourth + 1) })).toMatchObject({
    charged: 0,
    body: { nights: [], count: 0 },
  })
})

test('quote, cap and idempotency work as on every paid call, and errors cost nothing', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'PAST3' }
  const night = inDays(5)
  await plant(market.database.pool, hotel, [{ night, seenMs: ago(2), figures: {} }])
  const asked = { ...hotel, nights: { from: night, to: inDays(8) } }
  const before = await readBooks(market.database.pool, account.no)
  expect(await ask({ ...asked, dry_run: true })).toMatchObject({
    charged: 0,
    body: { quote: { credits_min: 0.025, credits_max: 0.025, cached: 1, live: 0, free: 0 } },
  })
  const refused = [
    { body: { ...asked, max_credits: 0.02 }, says: 'more than `max_credits`' },
    { body: { ...asked, nights: { from: inDays(0), to: inDays(93) } }, says: 'at most 93 nights, not 94' },
    {
      body: { ...asked, nights: { from: inDays(-401), to: inDays(-400) } },
      says: '`nights.from` must be from',
    },
    { body: { ...asked, nights: { from: inDays(3), to: inDays(2) } }, says: 'must not be before' },
    { body: { ...asked, until: at(Date.now() + 60_000) }, says: '`until` must not be in the future' },
    { body: { ...asked, since: at(ago(1)), until: at(ago(2)) }, says: '`since` must not be after `until`' },
    { body: { ...asked, since: 'yesterday' }, says: '`since` must be a time in ISO 8601' },
    { body: { ...asked, chain: 'glasshouse', kind: 'award' }, says: 'glasshouse has no award points' },
    { body: { ...asked, max_age: 5 }, says: 'max_age' },
  ]
  for (const { body, says } of refused) {
    const answer = await ask(body)
    expect(answer).toMatchObject({ status: 400, charged: 0 })
    expect(errorOf(answer).message).toContain(says)
  }
  expect(await readBooks(market.database.pool, account.no)).toEqual(before)
  const key = { 'idempotency-key': 'history-once' }
  const first = await ask(asked, key)
  const second = await ask(asked, key)
  expect(first).toMatchObject({ status: 200, charged: 0.025 })
  expect(second).toMatchObject({ status: 200, charged: 0, headers: { 'idempotent-replay': 'true' } })
  expect(second.body).toEqual(first.body)
})

test('what the service itself observes is in the history, by kind and length of stay', async () => {
  const stay = { chain: 'aurelia', hotel_code: 'NEWAU', checkin: inDays(41), los: 2 }
  const asked = { chain: 'aurelia', hotel_code: 'NEWAU', nights: { from: inDays(40), to: inDays(42) } }
  // Nobody has looked at the hotel yet, which must not be remembered for long.
  expect((await ask(asked)).body).toMatchObject({ hotel: null, count: 0 })
  const shop = await post(market.url, '/v1/shop', account.key, stay)
  const { lowest, observed_at, hotel } = shop.body as {
    lowest: Record<string, unknown>
    observed_at: string
    hotel: object
  }
  // An answer does not wait until it is stored.
  await until(async () => (await ask({ ...asked, los: 2 })).body.count > 0)
  for (const kind of ['cash', 'award']) {
    const { body } = await ask({ ...asked, los: 2, kind })
    expect(body).toMatchObject({
      hotel: { name: (hotel as { name: string }).name },
      nights: [
        {
          night: stay.checkin,
          last_seen: observed_at,
          observations: [
            {
              observed_at,
              bar: lowest['bar'],
              bar_after_tax: lowest['bar_after_tax'],
              member: lowest['member'],
              lowest_points: lowest['lowest_points'],
              cpp: lowest['cpp'],
            },
          ],
        },
      ],
    })
  }
  expect((await ask({ ...asked, los: 1 })).body.count).toBe(0)
})
