import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAt, nightOfDay, weekdayClass } from '../../src/kernel/dates.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import { triedOwn } from '../../src/outlook/backtest.ts'
import { DROPS, frequenciesOf, type Past } from '../../src/outlook/forecast.ts'
import { originLead } from '../../src/outlook/origin.ts'
import { settleNight } from '../../src/outlook/settling.ts'
import { readMarketNights, readOwnNights } from '../../src/outlook/store.ts'
import { callTool } from '../grants/client.ts'
import { catalog } from '../history/past.ts'
import { newAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { type MadeHotel, makeYear, priceNow } from './made-year.ts'

/** `OUTLOOK_HOTELS=300` is the long form. */
const HOTELS = Number(process.env['OUTLOOK_HOTELS'] ?? 24)
/** A tenth with fewer outcomes says nothing about calibration. */
const ENOUGH = HOTELS < 300 ? 400 : 50
const LEAD = 20

let database: TestDatabase
let api: ApiProcess
let key: string
let made: MadeHotel[]

beforeAll(async () => {
  database = await createTestDatabase()
  ;[api, made] = await Promise.all([startApi(database.url), makeYear(database.pool, HOTELS)])
  key = (await newAccount(database.pool, 'scale', { rps: 100_000 })).key
}, 600_000)
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

interface OutlookBody {
  drops: {
    drop_pct: number
    probability: number | null
    base_rate: number | null
    n: number
    brier: number | null
    base_brier: number | null
    proven: boolean
  }[]
  nights: { counted: number; left_out: number; market: number }
  advice: string
  tested_on: string | null
  why: string
}

/** The nights of a class that are about as far ahead as `LEAD`. */
const nightOf = (wanted: 'weekday' | 'weekend') =>
  [LEAD, LEAD + 1, LEAD + 2, LEAD + 3, LEAD + 4, LEAD + 5, LEAD + 6]
    .map(inDays)
    .find((night) => weekdayClass(Date.parse(night) / 86_400_000) === wanted) ?? ''

async function outlookOf({ no, code }: MadeHotel, night: string): Promise<OutlookBody> {
  await priceNow(database.pool, no, night)
  const { status, body } = await post(api.url, '/v1/outlook', key, {
    chain: 'aurelia',
    hotel_code: code,
    checkin: night,
  })
  expect(status).toBe(200)
  return body as OutlookBody
}

test('planted habits are found, better than the base rate by a tenth; where there is none the advice is `unknown`', async () => {
  const told = new Map<string, Set<string>>()
  for (const hotel of made) {
    // The next test is about them: many are like the average of their town.
    if (hotel.habit === 'wavers') continue
    for (const weekday of ['weekday', 'weekend'] as const) {
      const { advice, drops, tested_on } = await outlookOf(hotel, nightOf(weekday))
      const name = `${hotel.habit} ${weekday}`
      told.set(name, (told.get(name) ?? new Set()).add(advice))
      const [first] = drops
      expect(tested_on).toBe('hotel')
      expect(first?.n).toBeGreaterThan(200)
      const isBetter = (first?.brier ?? 1) < (first?.base_brier ?? 0) * 0.9
      expect(isBetter || hotel.habit === 'honest').toBe(true)
      expect(advice === 'unknown').toBe(drops.every(({ proven }) => !proven))
    }
  }
  expect(Object.fromEntries([...told].map(([name, advice]) => [name, [...advice].join()]))).toEqual({
    'weekends_fall weekday': 'book',
    'weekends_fall weekend': 'wait',
    'falls weekday': 'wait',
    'falls weekend': 'wait',
    'rises weekday': 'book',
    'rises weekend': 'book',
    'honest weekday': 'unknown',
    'honest weekend': 'unknown',
  })
}, 600_000)

test('a hotel with a habit of its own is judged where it differs from the base rate, and `unknown` where it does not', async () => {
  const falls: { often: number; distance: number; proven: boolean }[] = []
  for (const hotel of made.filter(({ habit }) => habit !== 'weekends_fall' && habit !== 'honest')) {
    const { advice, drops } = await outlookOf(hotel, nightOf('weekday'))
    const often = hotel.often / 100
    const [first] = drops
    // Whatever is said is close to what the hotel does.
    expect(Math.abs((first?.probability ?? 0) - often)).toBeLessThan(0.15)
    expect(advice === 'unknown').toBe(drops.every(({ proven }) => !proven))
    for (const { probability, base_rate: base, proven } of drops)
      falls.push({ often, distance: Math.abs((probability ?? 0) - (base ?? 0)), proven })
  }
  const like = falls.filter(({ distance }) => distance < 0.03)
  // Between them, the year of a hotel may prove it or not.
  const far = falls.filter(({ distance }) => distance > 0.25)
  expect([like.length > 0, far.length > 0]).toEqual([true, true])
  expect(like.filter(({ proven }) => proven)).toEqual([])
  expect(far.filter(({ proven }) => !proven)).toEqual([])
}, 600_000)

test('an agent that asks whether a price is good gets the same advice and shares', async () => {
  const hotel = made.find(({ habit }) => habit === 'falls')
  if (!hotel) throw new Error('no hotel falls')
  const night = nightOf('weekday')
  const { advice, why, drops } = await outlookOf(hotel, night)
  const asked = { chain: 'aurelia', hotel_code: hotel.code, checkin: night }
  const { body } = await callTool(api.url, key, 'is_good_price', asked)
  const shares = drops.map(({ drop_pct: pct, probability }) => `${pct} %: ${probability}`).join(', ')
  expect(body.result?.structuredContent).toMatchObject({
    rows: [{ advice, outlook_note: why, fall_probabilities: shares }],
  })
  expect(advice).toBe('wait')
})

async function pastOf({ no, habit }: MadeHotel): Promise<Past> {
  const place = { hotel: no, kind: 'cash', los: 1, occ: 201 } as const
  const since = nightOfDay(dayAt(Date.now()) - 365)
  const town = habit === 'honest' ? 2 : habit === 'weekends_fall' ? 0 : 1
  const basis = { currency: 'USD', taxIncluded: false, afterTax: true }
  return {
    own: await readOwnNights(database.pool, place, basis, since),
    market: await readMarketNights(
      database.pool,
      JSON.stringify([null, 'US', `Town ${town}`, 4]),
      place,
      since,
    ),
  }
}

test('of what was forecast, about as much happened: within five points in each tenth', async () => {
  const tenths = new Map<number, { outcomes: number; forecast: number; fell: number }>()
  for (const hotel of made) {
    const past = await pastOf(hotel)
    for (let bucket = 2; bucket <= 7; bucket += 1)
      for (const { forecasts, fell } of triedOwn(past, frequenciesOf(past, bucket), bucket))
        for (const [drop, { probability }] of forecasts.entries()) {
          const at = Math.min(9, Math.floor(probability * 10))
          const tenth = tenths.get(at) ?? { outcomes: 0, forecast: 0, fell: 0 }
          tenth.outcomes += 1
          tenth.forecast += probability
          tenth.fell += fell[drop] ?? 0
          tenths.set(at, tenth)
        }
  }
  const table = [...tenths]
    .toSorted(([a], [b]) => a - b)
    .map(([tenth, { outcomes, forecast, fell }]) => ({
      tenth,
      outcomes,
      forecast: Math.round((1000 * forecast) / outcomes) / 10,
      happened: Math.round((1000 * fell) / outcomes) / 10,
    }))
  if (HOTELS >= 300) process.stdout.write(`${table.map((row) => JSON.stringify(row)).join('\n')}\n`)
  const told = table.filter(({ outcomes }) => outcomes >= ENOUGH)
  expect(told.length).toBeGreaterThan(3)
  expect(told.filter(({ forecast, happened }) => Math.abs(forecast - happened) > 5)).toEqual([])
}, 600_000)

test('a forecast of a day does not change with what happens afterwards', async () => {
  const past = await pastOf(made.find(({ habit }) => habit === 'falls') as MadeHotel)
  const cut = dayAt(Date.now()) - 120
  // The order of what comes after the cut is shuffled, and some of it turned round.
  const shuffled = <Night extends { day: number }>(
    nights: readonly Night[],
    change: (night: Night) => Night,
  ) => {
    const later = nights.filter(({ day }) => day > cut)
    return [
      ...nights.filter(({ day }) => day <= cut),
      ...later.map(({ day }, at) => change({ ...(later[(at * 7 + 3) % later.length] as Night), day })),
    ]
  }
  const other: Past = {
    own: shuffled(past.own, (night) => ({
      ...night,
      falls: night.falls.map((fall) => (fall === null ? null : 900 - fall)),
    })),
    market: shuffled(past.market, (night) => ({
      ...night,
      counts: night.counts.map((count, at) => (at % 8 === 0 ? count : 0)),
    })),
  }
  for (let bucket = 2; bucket <= 7; bucket += 1) {
    const [known, changed] = [frequenciesOf(past, bucket), frequenciesOf(other, bucket)]
    const asked = ({ day }: { day: number }) => day - originLead(day, bucket)
    const triedOn = (own: Past['own'], some: typeof known) => triedOwn({ ...past, own }, some, bucket)
    const before = past.own.filter((night) => asked(night) <= cut)
    // Of some, it was not known on that day what became of them.
    expect(before.filter(({ day }) => day > cut).length).toBeGreaterThan(1)
    const forecast = triedOn(before, known)
    expect(forecast.length).toBeGreaterThan(50)
    expect(triedOn(before, changed)).toEqual(forecast)
    // After the cut they must differ, or the test would show nothing.
    const after = past.own.filter((night) => asked(night) > cut)
    expect(triedOn(after, changed)).not.toEqual(triedOn(after, known))
  }
})

test('nights that were not looked at often enough do not count, and the answer says how many', async () => {
  const hotel = made.find(({ habit }) => habit === 'weekends_fall') as MadeHotel
  const night = nightOf('weekend')
  const before = await outlookOf(hotel, night)
  expect(before.nights).toMatchObject({ left_out: 0 })
  await database.pool.query('delete from outlook_nights where hotel = $1', [hotel.no])
  // A third of the nights was not looked at in the last days before arrival, or not since long enough.
  await database.pool.query(
    `update last_looks set seen = seen - 4 * 86400000::bigint where hotel = $1 and extract(doy from night)::int % 6 = 0`,
    [hotel.no],
  )
  await database.pool.query(
    `update last_looks set steady = seen - 3 * 86400000::bigint where hotel = $1 and extract(doy from night)::int % 6 = 3`,
    [hotel.no],
  )
  const today = dayAt(Date.now())
  for (let day = today - 365; day < today; day += 1)
    await settleNight(database.pool, catalog, nightOfDay(day))
  const after = await outlookOf(hotel, night)
  const { counted, left_out } = after.nights
  expect(counted + left_out).toBe(before.nights.counted)
  expect(left_out / before.nights.counted).toBeGreaterThan(0.2)
  expect(after.why).toContain(`${left_out} nights of this hotel were not looked at often enough.`)
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*) as count from outlook_nights where hotel = $1 and quoted = $2',
    [hotel.no, currencyNo('USD')],
  )
  expect(rows).toEqual([{ count: 365 }])
}, 120_000)

test.each([0, 1])('%i days before arrival there is nothing left to wait for', async (days) => {
  const body = await outlookOf(made[0] as MadeHotel, inDays(days))
  expect(body).toMatchObject({ advice: 'unknown', tested_on: null, nights: { counted: 0 } })
  expect(body.drops.map(({ drop_pct, probability, n }) => [drop_pct, probability, n])).toEqual(
    DROPS.map((pct) => [pct, null, 0]),
  )
  expect(body.why).toMatch(/until one day before/)
})
