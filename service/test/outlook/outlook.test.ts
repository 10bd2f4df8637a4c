import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAt, dayOf, nightOfDay } from '../../src/kernel/dates.ts'
import { fallsOf, type PricedChange } from '../../src/outlook/falls.ts'
import { originLead } from '../../src/outlook/origin.ts'
import { settleNight } from '../../src/outlook/settling.ts'
import { dice, newHotel } from '../access/stores.ts'
import { catalog, DAY_MS, plant } from '../history/past.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { priceNow } from './made-year.ts'

let database: TestDatabase
let api: ApiProcess
let account: TestAccount
let documented: Documented

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  account = await newAccount(database.pool, 'scale', { rps: 100_000 })
  documented = readDocument((await get(api.url, '/openapi.json')).body as object)
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

const ask = (body: object) => post(api.url, '/v1/outlook', account.key, body)

test('an outlook costs a shop and a quarter credit; a hotel without a past gets no advice', async () => {
  const code = 'NEWHERE'
  await priceNow(database.pool, await newHotel(database.pool, 'aurelia', code), inDays(30))
  const stay = { chain: 'aurelia', hotel_code: code, checkin: inDays(30) }
  expect(await ask({ ...stay, dry_run: true })).toMatchObject({
    charged: 0,
    body: { quote: { credits_min: 0.5, credits_max: 0.5, cached: 2, live: 0 } },
  })
  const { status, body, charged } = await ask(stay)
  expect([status, charged]).toEqual([200, 0.5])
  expect(documented.problems('/outlook', 200, body)).toEqual([])
  expect(body).toMatchObject({
    advice: 'unknown',
    tested_on: null,
    nights: { counted: 0, left_out: 0, market: 0 },
    drops: [5, 10, 20].map((drop_pct) => ({ drop_pct, probability: null, n: 0, brier: null, proven: false })),
  })
  expect((await readBooks(database.pool, account.no)).lines).toBe(500)
})

test.each([
  [{ chain: 'aurelia', hotel_code: 'A', checkin: inDays(-9) }, /`checkin` must be from/],
  [
    { chain: 'glasshouse', hotel_code: 'A', checkin: inDays(9), kind: 'award' },
    /glasshouse has no award points/,
  ],
  [{ chain: 'aurelia', hotel_code: 'A', checkin: inDays(9), drops: [5] }, /drops/],
])('%j is refused', async (body, message) => {
  const books = await readBooks(database.pool, account.no)
  expect(errorOf(await ask(body))).toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(message),
  })
  expect(await readBooks(database.pool, account.no)).toEqual(books)
})

/** The falls of the buckets, by walking over the days. */
function fallsByHand(changes: readonly PricedChange[], nightDay: number, steadyMs: number, seenMs: number) {
  const priceAt = (ms: number) => changes.findLast((change) => change.seenMs < ms)
  return [2, 3, 4, 5, 6, 7, 8].map((bucket) => {
    const originDay = nightDay - originLead(nightDay, bucket)
    const origin = priceAt((originDay + 1) * DAY_MS)
    const isSeen = steadyMs < (originDay + 1) * DAY_MS && seenMs >= (nightDay - 2) * DAY_MS
    if (!origin || origin.figure === null || !isSeen) return null
    let low = origin.figure
    for (let day = originDay + 1; day < nightDay; day += 1) {
      const { figure, tax } = priceAt((day + 1) * DAY_MS) ?? origin
      if (figure !== null && tax === origin.tax) low = Math.min(low, figure)
    }
    return Math.floor(((origin.figure - low) * 1000) / origin.figure)
  })
}

test('what became of a price equals a walk over its days, for random histories', () => {
  const random = dice(3)
  for (let run = 0; run < 500; run += 1) {
    const nightDay = 20_000 + random(400)
    const changes = Array.from({ length: random(30) }, () => ({
      seenMs: (nightDay - random(200)) * DAY_MS + random(DAY_MS),
      quoted: 1,
      tax: 'e',
      figure: random(8) === 0 ? null : 10_000 + random(5000),
      afterTax: null,
    })).toSorted((a, b) => a.seenMs - b.seenMs)
    const steadyMs = (nightDay - random(200)) * DAY_MS
    const seenMs = (nightDay - random(5)) * DAY_MS
    const [found] = fallsOf({ nightDay, changes, steadyMs, seenMs, gapMs: 2 * DAY_MS })
    const expected = fallsByHand(changes, nightDay, steadyMs, seenMs)
    expect(found?.falls ?? expected.map(() => null)).toEqual(expected)
  }
})

/** A look every day from `lead` days before a night on, but for a break. */
const daily = (
  night: string,
  lead: number,
  isBreak: (lead: number) => boolean,
  barAt: (lead: number) => number,
) =>
  Array.from({ length: lead }, (_, at) => lead - at)
    .filter((days) => !isBreak(days))
    .map((days) => ({
      night,
      seenMs: dayOf(night) * DAY_MS - days * DAY_MS + 7_200_000,
      figures: { bar: barAt(days), barAfterTax: null },
    }))

test('looks are steady unless more than two days lie between them, and each night is settled once', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'LOOKED' }
  const night = nightOfDay(dayAt(Date.now()) - 3)
  const other = nightOfDay(dayAt(Date.now()) - 4)
  const price = (lead: number) => (lead > 3 ? 10_000 : 8000)
  await plant(database.pool, hotel, [
    ...daily(night, 40, (lead) => lead === 20, price),
    ...daily(other, 40, (lead) => lead === 20 || lead === 19, price),
  ])
  await Promise.all([1, 2, 3].map(() => settleNight(database.pool, catalog, other)))
  await settleNight(database.pool, catalog, night)
  const { rows } = await database.pool.query(
    'select night::text, falls from outlook_nights o join hotels h on h.id = o.hotel where code = $1 order by night desc',
    ['LOOKED'],
  )
  const known = (broken: number, ofNight: string) =>
    [2, 3, 4, 5, 6, 7, 8].map((bucket) => {
      const lead = originLead(dayOf(ofNight), bucket)
      if (lead > 40 || lead >= broken) return null
      return lead > 3 ? 200 : 0
    })
  expect(rows).toEqual([
    { night, falls: known(41, night) },
    { night: other, falls: known(19, other) },
  ])
  const { rows: counts } = await database.pool.query<{ counts: number[] }>(
    'select counts from outlook_markets where night = $1',
    [other],
  )
  expect(counts).toHaveLength(1)
  expect(Math.max(...(counts[0]?.counts ?? []))).toBe(1)
})

test('in points, what became of the points counts, and not of the price', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'POINTS' }
  const no = await newHotel(database.pool, hotel.chain, hotel.hotel_code)
  const nights = Array.from({ length: 30 }, (_, at) => nightOfDay(dayAt(Date.now()) - 40 - at))
  const sights = nights
    .flatMap((night) =>
      daily(
        night,
        34,
        () => false,
        () => 10_000,
      ),
    )
    .flatMap(({ night, seenMs }) => {
      const points = dayOf(night) * DAY_MS - seenMs > 5 * DAY_MS ? 40_000 : 30_000
      const award = { kind: 'award' as const, figures: { points, pointsKnown: true } }
      return [{ night, seenMs, figures: {} }, Object.assign({ night, seenMs }, award)]
    })
  await plant(database.pool, hotel, sights)
  for (const night of nights) await settleNight(database.pool, catalog, night)
  const asked = { ...hotel, checkin: inDays(20) }
  await priceNow(database.pool, no, asked.checkin, 40_000)
  const cases = [
    { kind: 'award', basis: 'lowest_points', from: 0.9, to: 1 },
    { kind: 'cash', basis: 'bar_after_tax', from: 0, to: 0 },
  ]
  for (const { kind, basis, from, to } of cases) {
    const { status, body } = await ask({ ...asked, kind })
    expect([kind, status]).toEqual([kind, 200])
    expect(documented.problems('/outlook', 200, body)).toEqual([])
    expect(body).toMatchObject({ basis, nights: { left_out: 0 } })
    for (const { probability } of (body as { drops: { probability: number }[] }).drops) {
      expect(probability).toBeGreaterThanOrEqual(from)
      expect(probability).toBeLessThanOrEqual(to)
    }
  }
})

test('a change keeps when the look before it was', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'KEPT' }
  const night = inDays(50)
  const at = (hours: number, bar: number) => ({
    night,
    seenMs: Date.now() - hours * 3_600_000,
    figures: { bar },
  })
  const sights = [at(9, 100), at(7, 100), at(4, 100), at(3, 200), at(1, 300)]
  await plant(database.pool, hotel, sights)
  const { rows } = await database.pool.query<{ seen: number; looked: number | null }>(
    'select seen, looked from cell_history c join hotels h on h.id = c.hotel where code = $1 order by seen',
    ['KEPT'],
  )
  expect(rows).toEqual([
    { seen: sights[0]?.seenMs, looked: null },
    { seen: sights[3]?.seenMs, looked: sights[2]?.seenMs },
    { seen: sights[4]?.seenMs, looked: sights[3]?.seenMs },
  ])
})
