import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, inTransaction } from '../../src/db/pool.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import { type CellRow, writeCells } from '../../src/observations/store.ts'
import { newAccount } from '../support/accounts.ts'
import { get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { type Night, type ValueRow, valueOracle } from './award-value-oracle.ts'

/**
 * Many hotels with few different figures, so that most places are ties; a third of the nights too old; some hotels with a
 * single night: the ranking has to be found however deep it must be looked for.
 */
const HOTELS = 300
const NIGHTS = 12
const CHAINS = ['castellan', 'dunmore', 'foxhollow']
const COUNTRIES = ['US', 'JP', null]

type Known = Night & { country: string | null }

let database: TestDatabase
let api: ApiProcess
let key: string
let known: Known[]
let rows: CellRow[]

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
  key = (await newAccount(database.pool, 'scale', { rps: 100_000 })).key
  known = await fill()
})

afterAll(async () => {
  await api.stop()
  await database.drop()
})

async function fill(): Promise<Known[]> {
  const random = lottery(7)
  const nights: Known[] = []
  rows = []
  for (let no = 1; no <= HOTELS; no += 1) {
    const chain = CHAINS[no % 3] as string
    const country = COUNTRIES[random(3)] ?? null
    // The same codes at several chains: then the chain decides.
    const code = `H${(no * 7919) % 150}`
    const { rows: made } = await database.pool.query<{ id: number }>(
      'insert into hotels (source, code, name, city, country) values ($1, $2, $3, $4, $5) returning id',
      [chain, no <= 150 ? code : `${code}B`, `Hotel ${no}`, 'Nowhere', country],
    )
    const level = 50 + random(4) * 10
    for (let day = 0; day < NIGHTS; day += 1) {
      if (no % 5 === 0 && day > 0) break
      const ageSec = random(3) === 0 ? 700_000 : 60
      const cpp = level + random(6)
      const night = inDays(5 + day)
      rows.push(cellOf(made[0]?.id ?? 0, night, cpp, Date.now() - ageSec * 1000))
      nights.push({
        chain,
        hotel_code: no <= 150 ? code : `${code}B`,
        night,
        currency: 'USD',
        lowest_points: 10_000,
        cpp: cpp / 100,
        cache_age_sec: ageSec,
        country,
      })
    }
  }
  for (let from = 0; from < rows.length; from += 500)
    await writeCells(database.pool, rows.slice(from, from + 500))
  return nights
}

/** 10,000 points, at a price that makes the point worth so much. */
function cellOf(hotel: number, night: string, cppHundredths: number, seenMs: number): CellRow {
  return {
    hotel,
    kind: 'award',
    los: 1,
    occ: 201,
    currency: currencyNo('USD'),
    night,
    seenMs,
    figures: {
      status: 'available',
      minLos: null,
      currency: 'USD',
      taxIncluded: false,
      bar: 1,
      barAfterTax: cppHundredths * 100,
      member: null,
      memberAfterTax: null,
      memberKnown: true,
      points: 10_000,
      premium: false,
      pointsCash: null,
      copay: null,
      pointsKnown: true,
    },
  }
}

/** Whole numbers below a bound, the same in every run. */
function lottery(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('the ranking is what looking at every night gives, whatever is asked', async () => {
  const window = fc.tuple(fc.nat(NIGHTS + 2), fc.nat(NIGHTS + 2)).map(([a, b]) => ({
    from: inDays(4 + Math.min(a, b)),
    to: inDays(4 + Math.max(a, b)),
  }))
  const terms = fc.record(
    {
      country: fc.constantFrom('US', 'JP'),
      chains: fc.subarray(CHAINS, { minLength: 1 }),
      city: fc.constant('nowhere'),
      window,
      min_cpp: fc.integer({ min: 45, max: 90 }).map((hundredths) => hundredths / 100),
      min_nights: fc.integer({ min: 1, max: NIGHTS }),
      rank: fc.constantFrom('best' as const, 'avg' as const),
      limit: fc.constantFrom(1, 3, 25, 100),
      max_age: fc.constantFrom(100, 604_800, 1_000_000),
    },
    { requiredKeys: [] },
  )
  let ranked = 0
  await fc.assert(
    fc.asyncProperty(terms, async ({ country, chains, city, window: nights, ...rest }) => {
      const asked = { ...rest, ...nights }
      const query = new URLSearchParams(
        Object.entries({ ...asked, country, city, chains: chains?.join(',') })
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, String(value)]),
      )
      const { status, body } = await get(api.url, `/v1/award/value?${query.toString()}`, key)
      expect(status).toBe(200)
      const among = known.filter(
        (night) =>
          (country === undefined || night.country === country) && (!chains || chains.includes(night.chain)),
      )
      const expected = valueOracle(among, asked).map(summary)
      expect((body as { hotels: ValueRow[] }).hotels.map(summary)).toEqual(expected)
      ranked += expected.length
    }),
    { numRuns: 120 },
  )
  expect(ranked).toBeGreaterThan(500)
})

test('a night that is only seen again leaves the indexes alone, one at another price does not', async () => {
  // Few of each page, so that there is room beside every one of them.
  const some = rows.filter((_, no) => no % 40 === 0)
  // The counters of a connection may still hold what it did before: only what they grow by within the transaction counts.
  const counters = async (client: Client) => {
    const { rows: counted } = await client.query<{ updated: number; hot: number }>(
      `select pg_stat_get_xact_tuples_updated('cells'::regclass) as updated,
         pg_stat_get_xact_tuples_hot_updated('cells'::regclass) as hot`,
    )
    return counted[0] ?? { updated: 0, hot: 0 }
  }
  const hotUpdates = (again: readonly CellRow[]) =>
    inTransaction(database.pool, async (client) => {
      const before = await counters(client)
      await writeCells(client, again)
      const after = await counters(client)
      return { updated: after.updated - before.updated, hot: after.hot - before.hot }
    })
  const count = some.length
  const seenAgain = some.map((row) => Object.assign({}, row, { seenMs: row.seenMs + 1 }))
  expect(await hotUpdates(seenAgain)).toEqual({ updated: count, hot: count })
  const dearer = some.map((row) => cellOf(row.hotel, row.night, 200, row.seenMs + 2))
  expect(await hotUpdates(dearer)).toEqual({ updated: count, hot: 0 })
})

function summary({ chain, hotel_code, best_cpp, avg_cpp, nights, best }: ValueRow) {
  return { chain, hotel_code, best_cpp, avg_cpp, nights, night: best.night }
}
