import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ratesFrom } from '../../src/fx/reference-rates.ts'
import { dayAt } from '../../src/kernel/dates.ts'
import { currencyNo, minorDigits } from '../../src/kernel/money.ts'
import type { CellRow } from '../../src/observations/cell-row.ts'
import { createLooks } from '../../src/observations/looks.ts'
import { worthOf } from '../../src/observations/worth.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { cppByHand, type RateByHand, ratesByHand } from '../fx/by-hand.ts'
import { newAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { type Night, type ValueRow, valueOracle } from './award-value-oracle.ts'

/**
 * Hotels in seven currencies, whose nights are worth nearly the same, so that the rate of the day decides about most places. The
 * rates move a lot from day to day. Some nights were stored before the rate of their day was known, some before any rate was
 * known, and some are known in two currencies. One currency has no rate at all.
 */
const HOTELS = 260
const NIGHTS = 8
const PER_EURO: Record<string, number> = { EUR: 1, USD: 1.16, GBP: 0.86, JPY: 180, KWD: 0.356, ARS: 1680 }
const CURRENCIES = [...Object.keys(PER_EURO), 'XOF']
const RUNS = Number(process.env['FX_RUNS'] ?? 40)

interface Known extends Night {
  observed_at: string
  country: string
  price: number
  /** The currency that it was requested in, as the store numbers it. */
  under: number
}

let database: TestDatabase
let api: ApiProcess
let key: string
let known: Known[]
let rateOf: RateByHand

beforeAll(async () => {
  database = await createTestDatabase()
  const tables = await fillRates()
  known = await fill(tables)
  api = await startApi(database.url)
  key = (await newAccount(database.pool, 'scale', { rps: 100_000 })).key
  rateOf = await ratesByHand(api.url, key, known)
})
afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

type Tables = Parameters<typeof ratesFrom>[0]

/** Every second day of the last two weeks. */
async function fillRates(): Promise<Tables> {
  const tables = new Map<string, { publisher: string; base: string; rates: Record<string, string> }>()
  const today = dayAt(Date.now())
  for (let ago = 0; ago < 16; ago += 2) {
    const rates = Object.entries(PER_EURO)
      .filter(([currency]) => currency !== 'EUR')
      .map(([currency, rate], no): [string, string] => [
        currency,
        (rate * (1 + 0.04 * Math.sin(ago * 1.7 + no))).toFixed(4),
      ])
    tables.set(`main/${today - ago}`, { publisher: 'test', base: 'EUR', rates: Object.fromEntries(rates) })
    await database.pool.query(
      "insert into fx_tables (feed, day, publisher, base, rates) values ('main', $1, 'test', 'EUR', $2)",
      [inDays(-ago), JSON.stringify(Object.fromEntries(rates))],
    )
  }
  return tables
}

async function fill(tables: Tables): Promise<Known[]> {
  const random = lottery(11)
  const cells: Known[] = []
  const rows: CellRow[] = []
  const rates = [
    ratesFrom(tables, 1),
    // Without the newest three tables, and without any.
    ratesFrom(new Map([...tables].slice(3)), 1),
    ratesFrom(new Map(), 0),
  ]
  for (let no = 1; no <= HOTELS; no += 1) {
    const currency = CURRENCIES[random(CURRENCIES.length)] ?? 'USD'
    const country = ['US', 'JP'][random(2)] ?? 'US'
    const code = `H${(no * 7919) % 997}`
    const { rows: made } = await database.pool.query<{ id: number }>(
      "insert into hotels (source, code, name, city, country) values ('castellan', $1, $2, 'Nowhere', $3) returning id",
      [code, `Hotel ${no}`, country],
    )
    for (let day = 0; day < NIGHTS; day += 1) {
      const copies = random(6) === 0 ? 2 : 1
      for (let copy = 0; copy < copies; copy += 1) {
        const quoted = copy === 0 ? currency : (CURRENCIES[random(CURRENCIES.length)] ?? 'USD')
        const seenMs = Date.now() - 5_400_000 - random(9 * 24) * 3_600_000 - copy
        const points = 5000 + random(20_000)
        const perDollar = (PER_EURO[quoted] ?? 700) / 1.16
        const cents = (points / 10_000) * (95 + random(15)) * perDollar
        const minor = Math.round(cents * 10 ** minorDigits(quoted))
        const row = cellOf(made[0]?.id ?? 0, inDays(3 + day), quoted, copy, minor, points, seenMs)
        const choice = random(10)
        row.worth = worthOf(row, rates[choice < 6 ? 0 : choice < 9 ? 1 : 2] ?? null)
        rows.push(row)
        cells.push({
          chain: 'castellan',
          hotel_code: code,
          night: inDays(3 + day),
          currency: quoted,
          lowest_points: points,
          cpp: 1,
          price: minor / 10 ** minorDigits(quoted),
          cache_age_sec: Math.floor((Date.now() - seenMs) / 1000),
          observed_at: new Date(seenMs).toISOString(),
          country,
          under: row.currency,
        })
      }
    }
  }
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500)
    await writeCells(database.pool, some, createLooks().newsOf(some))
  }
  return cells
}

function cellOf(
  hotel: number,
  night: string,
  currency: string,
  copy: number,
  minor: number,
  points: number,
  seenMs: number,
): CellRow {
  return {
    hotel,
    kind: 'award',
    los: 1,
    occ: 201,
    currency: currencyNo(copy === 0 ? 'USD' : 'EUR'),
    night,
    seenMs,
    figures: {
      status: 'available',
      minLos: null,
      currency,
      taxIncluded: false,
      bar: 1,
      barAfterTax: minor,
      member: null,
      memberAfterTax: null,
      memberKnown: true,
      points,
      premium: false,
      pointsCash: null,
      copay: null,
      pointsKnown: true,
    },
  }
}

function lottery(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function worthIn(cell: Known, currency: string): number | null {
  const rate = rateOf(cell, currency)
  return rate === null ? null : cppByHand(cell.price, rate, Number(cell.lowest_points))
}

function summary({ hotel_code, best_cpp, avg_cpp, nights, best }: ValueRow) {
  return { hotel_code, best_cpp, avg_cpp, nights, night: best.night }
}

test('the ranking across currencies equals a scan of every night at the rate of its day', async () => {
  const terms = fc.record(
    {
      currency: fc.constantFrom(...CURRENCIES),
      country: fc.constantFrom('US', 'JP'),
      min_cpp: fc.integer({ min: 60, max: 120 }).map((hundredths) => hundredths / 100),
      min_nights: fc.constantFrom(1, 2, 4, NIGHTS),
      rank: fc.constantFrom('best' as const, 'avg' as const),
      limit: fc.constantFrom(1, 5, 25, 100),
      max_age: fc.constantFrom(100_000, 400_000, 604_800, 1_000_000),
    },
    { requiredKeys: ['currency'] },
  )
  let ranked = 0
  await fc.assert(
    fc.asyncProperty(terms, async ({ country, ...asked }) => {
      const query = new URLSearchParams(
        Object.entries({ ...asked, country })
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      )
      const { status, body } = await get(api.url, `/v1/award/value?${query.toString()}`, key)
      expect(status).toBe(200)
      const among = known.filter((night) => country === undefined || night.country === country)
      const expected = valueOracle(among, asked, worthIn).map(summary)
      expect((body as { hotels: ValueRow[] }).hotels.map(summary)).toEqual(expected)
      ranked += expected.length
    }),
    { numRuns: RUNS },
  )
  expect(ranked).toBeGreaterThan(300)
})

test('a night that is known in two currencies counts once in the mean', async () => {
  const days = Array.from({ length: NIGHTS }, (_, day) => day)
  // Each of these has the best night of some day, and they hide the hotel with the best mean.
  for (const top of days) await fillFrench(`TOP${top}`, { good: [top], cpp: 10, times: 1 })
  await fillFrench('TWICE', { good: [0, 1], cpp: 7, times: 2 })
  const query = `country=FR&rank=avg&limit=1&from=${inDays(3)}&to=${inDays(2 + NIGHTS)}`
  const { body } = await get(api.url, `/v1/award/value?${query}`, key)
  expect(body).toMatchObject({ hotels: [{ hotel_code: 'TWICE', avg_cpp: 2.5, nights: NIGHTS }] })
})

/** A hotel with a few good nights. On all others, which are known `times` times, a point is worth a cent. */
async function fillFrench(
  code: string,
  { good, cpp, times }: { good: readonly number[]; cpp: number; times: number },
): Promise<void> {
  const { rows: made } = await database.pool.query<{ id: number }>(
    "insert into hotels (source, code, name, city, country) values ('castellan', $1, $1, 'Nowhere', 'FR') returning id",
    [code],
  )
  const rows = Array.from({ length: NIGHTS }, (_, day) => day).flatMap((day) =>
    Array.from({ length: good.includes(day) ? 1 : times }, (_, copy) => {
      const minor = 10_000 * (good.includes(day) ? cpp : 1)
      const row = cellOf(made[0]?.id ?? 0, inDays(3 + day), 'USD', copy, minor, 10_000, Date.now() - copy)
      return { ...row, worth: worthOf(row, null) }
    }),
  )
  await writeCells(database.pool, rows, createLooks().newsOf(rows))
}
