import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from '../../src/db/pool.ts'
import { dayAt, nightOfDay } from '../../src/kernel/dates.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import { watchedOf } from '../../src/observations/auto-ages.ts'
import type { Kind } from '../../src/observations/cell-row.ts'
import { staleAge } from '../../src/observations/change-rate.ts'
import { keptCurrency } from '../../src/observations/key.ts'
import { KIND_LETTER } from '../../src/observations/store.ts'
import { findSource } from '../../src/sources/catalog/catalog.ts'
import { dice, newHotel, tell } from '../access/stores.ts'
import { catalog, DAY_MS } from '../history/past.ts'
import { priceNow } from '../outlook/made-year.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

const HOUR_MS = 3_600_000
const LEAD = 20
/** Within the lead times that are asked about, nights are 15 to 30 days ahead. */
const NIGHTS = 30
const WINDOW_DAYS = 16

/** When prices change, in hours; and how often somebody looks. */
interface Market {
  name: string
  gap: (random: Random) => number
  looks: number
}

type Random = () => number
const independent = (hours: number) => (random: Random) => -Math.log(1 - random()) * hours

const MARKETS: readonly Market[] = [
  { name: 'every two hours or so', gap: independent(2), looks: 0.25 },
  { name: 'every eight hours or so', gap: independent(8), looks: 1 },
  { name: 'every day or so, looked at twice a day', gap: independent(24), looks: 12 },
  { name: 'every two days or so', gap: independent(48), looks: 6 },
  { name: 'every six hours exactly', gap: () => 6, looks: 1 },
  { name: 'every day exactly', gap: () => 24, looks: 3 },
  { name: 'after three hours or 21', gap: (random) => (random() < 0.5 ? 3 : 21), looks: 1 },
]
/** How often a night is asked for, and the least share of all its answers: live ones are never stale, and seldom asked nights are mostly live. */
const DEMANDS = [
  { perHour: 1, leastOfAll: 0.03 },
  { perHour: 10, leastOfAll: 0.07 },
]

let database: TestDatabase
let api: ApiProcess
let key: string
let documented: Documented

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  key = (await newAccount(database.pool, 'scale', { rps: 100_000 })).key
  documented = readDocument((await get(api.url, '/openapi.json')).body as object)
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

/** The moments at which the price of a night changes, between two moments. */
function changesOf({ gap }: Market, random: Random, [fromMs, toMs]: [number, number]): number[] {
  const found: number[] = []
  for (let ms = fromMs - random() * 24 * HOUR_MS; ms < toMs; ms += gap(random) * HOUR_MS)
    if (ms >= fromMs) found.push(ms)
  return found
}

/** What was seen of it: the looks that found something new, each with the look before. */
function looksAt({ looks }: Market, changes: readonly number[], [fromMs, toMs]: [number, number]) {
  const seen: { seen: number; looked: number | null }[] = [{ seen: fromMs, looked: null }]
  const step = looks * HOUR_MS
  let last = fromMs
  for (let ms = fromMs + step; ms <= toMs; ms += step) {
    const before = ms - step
    if (changes.some((change) => change > before && change <= ms)) seen.push({ seen: ms, looked: before })
    last = ms
  }
  return { seen, last }
}

async function plantLooks(
  pool: Pool,
  hotel: number,
  market: Market,
  random: Random,
  kind: Kind = 'cash',
): Promise<void> {
  const today = dayAt(Date.now())
  const changes: object[] = []
  const looks: object[] = []
  for (let ahead = 1; ahead <= NIGHTS; ahead += 1) {
    const day = today + ahead
    const night = nightOfDay(day)
    const span: [number, number] = [(day - 31) * DAY_MS, Math.min((day - 14) * DAY_MS, Date.now() - 60_000)]
    const { seen, last } = looksAt(market, changesOf(market, random, span), span)
    changes.push(...seen.map((look, at) => Object.assign(look, { night, bar: 10_000 + at })))
    looks.push({ night, seen: last })
  }
  const source = findSource(catalog, 'aurelia')
  const values = [hotel, source && keptCurrency(source, 'USD'), currencyNo('USD')]
  await pool.query(
    `insert into cell_history (hotel, kind, los, occ, currency, night, seen, looked, status, quoted, tax, bar, premium)
     select $1, $5, 1, 201, $2, night, seen, looked, 'a', $3, false, bar, false
     from json_to_recordset($4) as c(night date, seen bigint, looked bigint, bar bigint)`,
    [...values, JSON.stringify(changes), KIND_LETTER[kind]],
  )
  await pool.query(
    `insert into last_looks (hotel, kind, los, occ, currency, night, seen) select $1, $4, 1, 201, $2, night, seen
     from json_to_recordset($3) as l(night date, seen bigint)`,
    [...values.slice(0, 2), JSON.stringify(looks), KIND_LETTER[kind]],
  )
}

const randomOf = (seed: number): Random => {
  const roll = dice(seed)
  return () => roll(1_000_000) / 1_000_000
}

/**
 * Other nights of the market are asked for at random moments. An answer is stale if the price has changed since it was seen. What comes from
 * the cache is judged, and all answers together.
 */
function replay(market: Market, ageSec: number, perHour: number, random: Random) {
  const span: [number, number] = [0, WINDOW_DAYS * DAY_MS]
  const result = { answers: 0, stale: 0, upstream: 0 }
  for (let night = 0; night < 300; night += 1) {
    const changes = changesOf(market, random, span)
    let [seenMs, lastChange] = [Number.NEGATIVE_INFINITY, 0]
    for (let ms = 2 * DAY_MS; ms < span[1]; ms += (-Math.log(1 - random()) * HOUR_MS) / perHour) {
      result.answers += 1
      while ((changes[lastChange] ?? Number.POSITIVE_INFINITY) <= ms) lastChange += 1
      if (ms - seenMs > ageSec * 1000) {
        seenMs = ms
        result.upstream += 1
      } else if ((changes[lastChange - 1] ?? 0) > seenMs) result.stale += 1
    }
  }
  const { answers, stale, upstream } = result
  return { upstream, ofCached: stale / (answers - upstream), ofAll: stale / answers }
}

async function ageAt(code: string, body: object = {}): Promise<number> {
  const asked = { chain: 'aurelia', hotel_code: code, checkin: inDays(LEAD), max_age: 'auto', ...body }
  const answer = await post(api.url, '/v1/shop', key, asked)
  expect(answer.status).toBe(200)
  expect(documented.problems('/shop', 200, answer.body)).toEqual([])
  return (answer.body as { query: { max_age: number } }).query.max_age
}

test('one in ten answers from the cache is stale, with fewer calls than an hour makes unless prices change too fast', async () => {
  const table: object[] = []
  for (const [no, market] of MARKETS.entries()) {
    const code = `AGE${no}`
    const hotel = await newHotel(database.pool, 'aurelia', code)
    await plantLooks(database.pool, hotel, market, randomOf(no + 1))
    await priceNow(database.pool, hotel, inDays(LEAD))
    const age = await ageAt(code)
    for (const { perHour, leastOfAll } of DEMANDS) {
      const auto = replay(market, age, perHour, randomOf(99))
      const hour = replay(market, 3600, perHour, randomOf(99))
      const isTooFast = hour.ofCached > 0.13
      table.push({
        prices_change: market.name,
        asked_per_hour: perHour,
        max_age: age,
        stale_of_cached: auto.ofCached.toFixed(3),
        stale_of_all: auto.ofAll.toFixed(3),
        stale_of_cached_at_3600: hour.ofCached.toFixed(3),
        calls_saved_pct: Math.round(100 * (1 - auto.upstream / hour.upstream)),
        ...(isTooFast ? { note: 'an hour is too long for these prices' } : {}),
      })
      const name = `${market.name}, asked ${perHour} times an hour`
      expect.soft(auto.ofCached, name).toBeGreaterThan(0.07)
      expect.soft(auto.ofCached, name).toBeLessThan(0.13)
      expect.soft(auto.upstream > hour.upstream, name).toBe(isTooFast)
      expect.soft(auto.ofAll, name).toBeGreaterThan(leastOfAll)
    }
  }
  process.stdout.write(`${table.map((row) => JSON.stringify(row)).join('\n')}\n`)
}, 60_000)

test('where too little is known, or most looks find a change, `auto` is one hour; calm prices keep for a day', async () => {
  const cases: [string, Market | null, number][] = [
    ['NEWCOMER', null, 3600],
    ['HIDDEN', { name: 'between two looks', gap: () => 2, looks: 12 }, 3600],
    ['CALM', { name: 'never', gap: () => 10_000, looks: 12 }, 86_400],
    ['RESTLESS', { name: 'every quarter of an hour', gap: independent(0.5), looks: 0.1 }, 900],
  ]
  for (const [code, market, expected] of cases) {
    const hotel = await newHotel(database.pool, 'aurelia', code)
    if (market) await plantLooks(database.pool, hotel, market, randomOf(7))
    await priceNow(database.pool, hotel, inDays(LEAD))
    expect([code, await ageAt(code)]).toEqual([code, expected])
  }
})

test('hotels asked for together have each the age that it has alone, in a process that knows none of them', async () => {
  const codes = ['CALM', 'AGE0', 'NEWCOMER', 'AGE3', 'AGE5']
  const set = {
    hotels: codes.map((code) => ({ chain: 'aurelia', hotel_code: code })),
    checkin: inDays(LEAD),
    max_age: 'auto',
  }
  const other = await startApi(database.url)
  try {
    const answer = await post(other.url, '/v1/compset', key, set)
    const { hotels } = answer.body as { hotels: { hotel_code: string; max_age: number }[] }
    const ages = new Map(hotels.map(({ hotel_code, max_age }) => [hotel_code, max_age]))
    const alone = new Map<string, number>()
    for (const code of codes) alone.set(code, await ageAt(code))
    expect(ages).toEqual(alone)
    expect(new Set(ages.values()).size).toBe(codes.length)
  } finally {
    await other.stop('SIGKILL')
  }
})

test('a quote and a charge are those of the age that `auto` stands for', async () => {
  const asked = { chain: 'aurelia', hotel_code: 'CALM', checkin: inDays(LEAD) }
  const seenHoursAgo = async (hours: number) =>
    database.pool.query('update stays set seen = $1 where hotel = (select id from hotels where code = $2)', [
      Date.now() - hours * HOUR_MS,
      'CALM',
    ])
  // Each process keeps full answers in memory; a fresh one reads the store.
  const other = await startApi(database.url)
  try {
    await seenHoursAgo(20)
    const quote = async (max_age: unknown) => {
      const { body } = await post(other.url, '/v1/shop', key, { ...asked, max_age, dry_run: true })
      return (body as { quote: { cached: number; live: number } }).quote
    }
    expect(await quote(3600)).toMatchObject({ cached: 0, live: 1 })
    expect(await quote('auto')).toMatchObject({ cached: 1, live: 0 })
    const set = { hotels: [{ chain: 'aurelia', hotel_code: 'CALM' }], checkin: inDays(LEAD), max_age: 'auto' }
    const row = await post(other.url, '/v1/compset', key, set)
    expect(row.body).toMatchObject({ hotels: [{ cached: true, max_age: 86_400 }] })
    expect(documented.problems('/compset', 200, row.body)).toEqual([])
    const grid = { chain: 'aurelia', hotel_codes: ['CALM'], max_age: 'auto', kind: 'cash' }
    const nights = { from: inDays(LEAD), to: inDays(LEAD) }
    await database.pool.query(
      'update cells set seen = $1 where hotel = (select id from hotels where code = $2)',
      [Date.now() - 20 * HOUR_MS, 'CALM'],
    )
    const ages = [{ chain: 'aurelia', hotel_code: 'CALM', max_age: 86_400 }]
    const cells = await post(other.url, '/v1/matrix', key, { ...grid, nights })
    expect([cells.status, cells.body]).toMatchObject([200, { count: 1, hotels: ages }])
    expect(documented.problems('/matrix', 200, cells.body)).toEqual([])
    const job = await post(other.url, '/v1/matrix', key, { ...grid, nights, as_job: true })
    expect([job.status, job.body]).toMatchObject([202, { hotels: ages }])
    expect(documented.problems('/matrix', 202, job.body)).toEqual([])
    const { body: plain } = await post(other.url, '/v1/matrix', key, { ...grid, nights, max_age: 90_000 })
    expect(Object.keys(plain as object)).toEqual(['cells', 'count'])
    const trip = await post(other.url, '/v1/trip', key, {
      hotels: [{ chain: 'aurelia', hotel_code: 'CALM' }],
      checkin: inDays(LEAD),
      los: 1,
      max_age: 'auto',
      fill: 'none',
    })
    expect([trip.status, trip.body]).toMatchObject([
      200,
      { options: [{ blocks: [{ hotel_code: 'CALM', max_age: 86_400 }] }] },
    ])
    expect(documented.problems('/trip', 200, trip.body)).toEqual([])
    const byHour = { ...grid, nights, max_age: 3600, dry_run: true }
    expect((await post(other.url, '/v1/matrix', key, byHour)).body).toMatchObject({ quote: { live: 1 } })
  } finally {
    await other.stop('SIGKILL')
  }
})

test('a ranking takes of each hotel the nights of its own age, and shows it', async () => {
  const busy = { name: 'every quarter of an hour', gap: independent(0.5), looks: 0.1 }
  const calm = { name: 'never', gap: () => 10_000, looks: 12 }
  const hotels: [code: string, market: Market | null, hoursAgo: number][] = [
    ['VALUECALM', calm, 20],
    ['VALUEBUSY', busy, 0.1],
    ['VALUEOLD', busy, 0.6],
    ['VALUENEW', null, 0.6],
    ['VALUESTALE', null, 1.1],
  ]
  for (const [code, market, hoursAgo] of hotels) {
    const hotel = await newHotel(database.pool, 'aurelia', code)
    await database.pool.query("update hotels set city = 'Valuetown' where id = $1", [hotel])
    const seenMs = Date.now() - hoursAgo * HOUR_MS
    await tell(database.pool, hotel, [{ day: LEAD, kind: 'award', seenMs, bar: 10_000, points: 20_000 }])
    if (market) await plantLooks(database.pool, hotel, market, randomOf(7), 'award')
  }
  const ranked = async (terms: string) => {
    const query = `chains=aurelia&from=${inDays(LEAD)}&to=${inDays(LEAD)}&limit=100&max_age=${terms}`
    const answer = await get(api.url, `/v1/award/value?${query}`, key)
    expect(documented.problems('/award/value', answer.status, answer.body, 'get')).toEqual([])
    return answer
  }
  const agesOf = ({ body }: { body: unknown }) =>
    (body as { hotels: { hotel_code: string; max_age?: number }[] }).hotels.map((row) => [
      row.hotel_code,
      row.max_age,
    ])
  const own = [
    ['VALUEBUSY', 900],
    ['VALUECALM', 86_400],
    ['VALUENEW', 3600],
  ]
  for (const terms of ['auto', 'auto&city=Valuetown', 'auto&city=Valuetown&rank=avg'])
    expect([terms, agesOf(await ranked(terms))]).toEqual([terms, own])
  const codes = hotels.map(([code]) => code).toSorted()
  expect(agesOf(await ranked('86400'))).toEqual(codes.map((code) => [code, undefined]))
  expect(errorOf(await ranked('auto&rank=avg'))).toMatchObject({
    message: expect.stringMatching(/`max_age` can be `auto` only with/),
  })
})

test.each(['fresh', -1, 1.5, null])('`max_age` %j is refused', async (maxAge) => {
  const asked = { chain: 'aurelia', hotel_code: 'CALM', checkin: inDays(LEAD), max_age: maxAge }
  const answer = await post(api.url, '/v1/shop', key, asked)
  expect(errorOf(answer)).toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/`max_age` must be/),
  })
})

test('the rate is the likeliest one: looks seldom enough to miss changes do not make it smaller', () => {
  const random = randomOf(3)
  for (const looks of [1, 3, 6, 12]) {
    const market: Market = { name: '', gap: independent(24), looks }
    const watched = Array.from({ length: 400 }, () => {
      const span: [number, number] = [0, 15 * DAY_MS]
      const { seen, last } = looksAt(market, changesOf(market, random, span), span)
      const rows = {
        day: 0,
        first: 0,
        seen: seen.map((look) => look.seen),
        looked: seen.map((look) => look.looked),
        last,
      }
      return watchedOf(rows, { sinceMs: 0, untilMs: span[1] })
    })
    const age = staleAge({
      windowsMs: watched.flatMap(({ windowsMs }) => windowsMs),
      steadyMs: watched.reduce((sum, { steadyMs }) => sum + steadyMs, 0),
    })
    // Of answers of any age up to this many changes, the mean of 1 - e^-x is a tenth.
    expect((age ?? 0) / (0.2146 * 24 * 3600)).toBeCloseTo(1, 1)
  }
})
