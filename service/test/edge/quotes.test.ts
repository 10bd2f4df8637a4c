import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AreaMarket, openAreaMarket, type Quote } from '../areas/area-market.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, post } from '../support/client.ts'
import { inDays } from '../support/market.ts'

let market: AreaMarket

const HOTELS = [
  { chain: 'aurelia', hotel_code: 'UNDERCUT' },
  { chain: 'castellan', hotel_code: 'UNDERCUT' },
]
const NIGHTS = { from: inDays(40), to: inDays(42) }
/** By coordinates: a name would have to be looked up first. */
const LISBON = { lat: 38.72, lng: -9.14, currency: 'EUR' }
const PLACE = { ...LISBON, chains: ['aurelia', 'evergrand'] }
const trip = (points: number, certificates: object[] = []) => ({
  hotels: HOTELS,
  checkin: NIGHTS.from,
  los: 3,
  max_moves: 1,
  wallet: { points: { aurelia: points, castellan: points }, certificates },
})

/** One question of every kind whose price may depend on cached figures. */
const QUESTIONS: readonly [path: string, body: object][] = [
  ['/trip', trip(70_000)],
  ['/award/search', { ...PLACE, nights: NIGHTS, fill: 'none' }],
  ['/award/search', { ...PLACE, nights: NIGHTS, cert: '40k', max_top_up: 15_000, fill: 'stale' }],
  ['/calendar/area', { ...LISBON, chain: 'evergrand', nights: NIGHTS, kind: 'award', fill: 'none' }],
  ['/area', { ...PLACE, checkin: NIGHTS.from, kind: 'award' }],
  ['/compset', { hotels: HOTELS, checkin: NIGHTS.from, rates: 'member' }],
  ['/compset/award', { hotels: HOTELS, checkin: NIGHTS.from }],
  ['/matrix', { hotels: HOTELS, nights: NIGHTS, kind: 'award' }],
  ['/export', { hotels: HOTELS, nights: NIGHTS }],
  ['/history', { ...HOTELS[0], nights: NIGHTS, since: new Date(Date.now() - 3_600_000).toISOString() }],
]

beforeAll(async () => {
  market = await openAreaMarket()
  for (const [path, body] of [
    ['/trip', { ...trip(1), fill: 'stale' }],
    ['/award/search', { ...PLACE, nights: NIGHTS, fill: 'stale' }],
    ['/compset', { hotels: HOTELS, checkin: NIGHTS.from, rates: 'member' }],
  ] as const)
    await market.filled((await market.ask<object>(path, body)).body)
}, 120_000)
afterAll(() => market.stop())

const quotes = () => Promise.all(QUESTIONS.map(([path, body]) => quoteAlone(path, body)))

/** Large quotes are made one after the other, as their account may have one in flight. */
let turn: Promise<unknown> = Promise.resolve()
function quoteAlone(path: string, body: object): Promise<Quote> {
  const mine = turn.then(() => market.quote(path, body))
  turn = mine.catch(() => {})
  return mine
}

const figure = (most: number) => fc.option(fc.integer({ min: 1, max: most }), { freq: 4 })

test('a quote is the same whatever the cached figures are', async () => {
  const { pool } = market.database
  const before = await quotes()
  // More than the lookups of two chains: nights are known too.
  expect(before.map(({ cached }) => cached > 2 || cached === HOTELS.length)).not.toContain(false)
  expect(before[1]?.cached).toBeGreaterThan(2)
  const figures = fc.record({
    seed: fc.integer({ min: 1, max: 1000 }),
    points: figure(120_000),
    bar: figure(90_000),
    cpp: figure(500),
    premium: fc.boolean(),
    status: fc.constantFrom('a', 's', 'c', 'r'),
  })
  await fc.assert(
    fc.asyncProperty(figures, async ({ seed, points, bar, cpp, premium, status }) => {
      // Each cell changes in another way, by its night and hotel.
      await pool.query(
        `update cells set points = case when (hotel + (night - date '2000-01-01') + $1::int) % 3 = 0 then null else $2::int end,
           bar = $3::bigint, bar_after_tax = $3::bigint, member = $3::bigint, cpp = $4::int, premium = $5::boolean,
           status = (case when (hotel + (night - date '2000-01-01') + $1::int) % 2 = 0 then 'a' else $6::text end)::"char"`,
        [seed, points, bar, cpp, premium, status],
      )
      expect(await quotes()).toEqual(before)
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 5) },
  )
}, 120_000)

test('a binary search over the points of a wallet finds the same quote, and the same refusal, everywhere', async () => {
  const poor = await newAccount(market.database.pool, 'scale', { rps: 100_000, credits: 1 })
  const wallets = [1, 39_999, 40_000, 70_000, 79_999, 160_000, 10_000_000]
  const seen = new Set<string>()
  for (const points of wallets) {
    const body = trip(points, [{ chain: 'aurelia', id: '40k', count: 2 }])
    const capped = await post(market.url, '/v1/trip', market.account.key, { ...body, max_credits: 0 })
    const short = await post(market.url, '/v1/trip', poor.key, body)
    expect([capped.status, short.status]).toEqual([400, 429])
    const said = [await quoteAlone('/trip', body), errorOf(capped).message, errorOf(short).message]
    seen.add(JSON.stringify(said))
  }
  expect([...seen]).toHaveLength(1)
})
