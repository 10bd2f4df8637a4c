import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, inTransaction } from '../../src/db/pool.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import type { CellRow } from '../../src/observations/cell-row.ts'
import { createLooks } from '../../src/observations/looks.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { rankHotels } from '../../src/value/ranking.ts'
import { createLooksRefresh } from '../../src/value/refresh-looks.ts'
import { readValueAsk } from '../../src/value/request.ts'
import { newAccount } from '../support/accounts.ts'
import { hasCitus } from '../support/citus.ts'
import { get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { type Night, type ValueRow, valueOracle } from './award-value-oracle.ts'

/**
 * Many hotels with few different figures, so that most places are ties; a third of the nights too old; some hotels with a
 * single night, and some with one splendid night among poor ones, which may be too old themselves: the ranking has to be found
 * however deep it must be looked for. Few hotels were looked at just now.
 */
const HOTELS = 300
const NIGHTS = 12
const DAYS_APART = 7
const CHAINS = ['castellan', 'dunmore', 'foxhollow']
const COUNTRIES = ['US', 'JP', null]

const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })

/** Seconds; between any of them and any `max_age` that is asked there is room for a slow machine. */
const AGES = { justNow: 60, recent: 5000, old: 700_000 }

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
  await api.stop('SIGKILL')
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
    const splendid = no % 4 === 0 ? random(NIGHTS) : null
    const freshAge = no % 12 < 2 ? AGES.justNow : AGES.recent
    for (let day = 0; day < NIGHTS; day += 1) {
      if (no % 5 === 0 && day > 0) break
      const ageSec = random(3) === 0 || (no % 8 === 0 && day !== splendid) ? AGES.old : freshAge
      const cpp = (day === splendid ? 30 : 0) + level - (splendid === null ? 0 : 10) + random(6)
      const night = inDays(3 + day * DAYS_APART)
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
  for (let from = 0; from < rows.length; from += 500) await write(rows.slice(from, from + 500))
  return nights
}

/** Writes cells as a separate process would, without a shared cache of looks. */
async function write(cells: readonly CellRow[]): Promise<void> {
  await writeCells(database.pool, cells, createLooks().newsOf(cells))
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

test('the ranking equals a scan of every night, for any request', async () => {
  const window = fc
    .tuple(fc.nat(50), fc.constantFrom(0, 6, 20, 59, 92))
    .map(([first, more]) => ({ from: inDays(first), to: inDays(first + more) }))
  const terms = fc.record(
    {
      country: fc.constantFrom('US', 'JP'),
      chains: fc.subarray(CHAINS, { minLength: 1 }),
      city: fc.constant('nowhere'),
      window,
      min_cpp: fc.integer({ min: 35, max: 100 }).map((hundredths) => hundredths / 100),
      min_nights: fc.constantFrom(1, 2, 3, 6, 10, NIGHTS + 1),
      rank: fc.constantFrom('best' as const, 'avg' as const),
      limit: fc.constantFrom(1, 3, 25, 100),
      max_age: fc.constantFrom(1, 2000, 604_800, 604_800, 1_000_000),
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
      const expected = valueOracle(among, { from: inDays(0), to: inDays(59), ...asked }).map(summary)
      expect((body as { hotels: ValueRow[] }).hotels.map(summary)).toEqual(expected)
      ranked += expected.length
    }),
    { numRuns: 160 },
  )
  expect(ranked).toBeGreaterThan(300)
})

test.skipIf(hasCitus)(
  'a night that is only seen again leaves the indexes alone, one at another price does not',
  async () => {
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
        await writeCells(client, again, [])
        const after = await counters(client)
        return { updated: after.updated - before.updated, hot: after.hot - before.hot }
      })
    const count = some.length
    const seenAgain = some.map((row) => Object.assign({}, row, { seenMs: row.seenMs + 1 }))
    expect(await hotUpdates(seenAgain)).toEqual({ updated: count, hot: count })
    const dearer = some.map((row) => cellOf(row.hotel, row.night, 200, row.seenMs + 2))
    expect(await hotUpdates(dearer)).toEqual({ updated: count, hot: 0 })
  },
)

test('a hotel counts as fresh as soon as it is observed again, even with concurrent writers', async () => {
  const ask = async () => {
    const query = `max_age=30&to=${inDays(90)}`
    const { body } = await get(api.url, `/v1/award/value?${query}`, key)
    return (body as { hotels: ValueRow[] }).hotels.map(summary)
  }
  expect(await ask()).toEqual([])
  const again = [...Map.groupBy(rows, ({ hotel }) => hotel).values()].slice(20, 30)
  const looks = again.flatMap((nights) => [nights, nights.toReversed()])
  await Promise.all(
    looks.map(async (nights, no) => {
      const seenMs = Date.now() + 20_000 + no
      await write(nights.map((row) => ({ ...row, seenMs })))
    }),
  )
  const nightsOf = (nights: number[]) => nights.toSorted((one, other) => one - other)
  expect(nightsOf((await ask()).map(({ nights }) => nights))).toEqual(
    nightsOf(again.map(({ length }) => length)),
  )
  const { rows: ahead } = await database.pool.query(
    'select c.hotel from cells c left join value_looks l using (hotel) where l.until is null or l.until < c.seen',
  )
  expect(ahead).toEqual([])
})

/** Nights of cells that are missing from the looks of their hotel, or are there though no cell has them. */
async function wronglyMarked(): Promise<{ missing: number; extra: number }> {
  const { rows: counted } = await database.pool.query<{ missing: number; extra: number }>(
    `with held as (
       select hotel, (night - date '1970-01-01') % 512 as place, bool_or(seen >= $1) as fresh from cells
       where worth is not null group by hotel, night)
     select (select count(*) from held h join value_looks l using (hotel)
         where get_bit(l.nights, h.place) = 0 or (h.fresh and get_bit(l.fresh_nights, h.place) = 0)) as missing,
       (select coalesce(sum(bit_count(nights) + bit_count(fresh_nights)), 0) from value_looks)
         - (select count(*) + count(*) filter (where fresh) from held) as extra`,
    [Date.now() - 604_800_000],
  )
  return { missing: Number(counted[0]?.missing), extra: Number(counted[0]?.extra) }
}

test('what is known for rankings grows with every write and shrinks once a day, losing nothing', async () => {
  const before = await wronglyMarked()
  expect(before.missing).toBe(0)
  // The oldest nights are marked as fresh until the chore has seen them.
  expect(before.extra).toBeGreaterThan(1000)
  const added = await database.pool.query<{ id: number }>(
    "insert into hotels (source, code) select 'castellan', 'NEW' || n from generate_series(1, 20) n returning id",
  )
  const more = Array.from({ length: 60 }, (_, day) =>
    added.rows.map(({ id }) => cellOf(id, inDays(100 + day), 1, Date.now())),
  )
  const refresh = async () => {
    for (let round = 0; round < 10; round += 1) await createLooksRefresh(database.pool, Date.now)()
  }
  // As many at once as there are connections.
  const writer = async (part: number) => {
    for (const cells of more.filter((_, index) => index % 3 === part)) await write(cells)
  }
  await Promise.all([refresh(), ...[0, 1, 2].map(writer)])
  await createLooksRefresh(database.pool, Date.now)()
  expect(await wronglyMarked()).toEqual({ missing: 0, extra: 0 })
})

test('a night that lost its worth is forgotten the day after, and not while a writer may remember it', async () => {
  const added = await database.pool.query<{ id: number }>(
    "insert into hotels (source, code) values ('castellan', 'LOST') returning id",
  )
  const hotel = added.rows[0]?.id ?? 0
  const midnightMs = Math.floor(Date.now() / 86_400_000) * 86_400_000
  const [yesterday, today] = [inDays(200), inDays(201)]
  await write([yesterday, today].map((night) => cellOf(hotel, night, 1, midnightMs - 10 * 3_600_000)))
  const worthless = (night: string, seenMs: number): CellRow => {
    const cell = cellOf(hotel, night, 1, seenMs)
    return { ...cell, figures: { ...cell.figures, points: null } }
  }
  await write([worthless(yesterday, midnightMs - 3 * 3_600_000), worthless(today, midnightMs + 1)])
  const remembered = async (nowMs: number) => {
    await createLooksRefresh(database.pool, () => nowMs)()
    const { rows: looks } = await database.pool.query<{ nights: number }>(
      'select bit_count(nights) as nights from value_looks where hotel = $1',
      [hotel],
    )
    return looks[0]?.nights
  }
  // The first hour still belongs to the day before: cells are written some time after they were seen.
  expect(await remembered(midnightMs + 1_800_000)).toBe(2)
  expect(await remembered(midnightMs + 12 * 3_600_000)).toBe(1)
  expect(await remembered(midnightMs + 36 * 3_600_000)).toBe(0)
})

test.skipIf(hasCitus)('nights that no hotel has are not looked for at every hotel', async () => {
  const usd = currencyNo('USD')
  const query = { currency: 'USD', limit: 1, max_age: 604_800, rank: 'best' as const, to: inDays(90) }
  const read = (minNights: number) =>
    inTransaction(database.pool, async (client) => {
      const ask = readValueAsk(catalog, { ...query, min_nights: minNights }, Date.now())
      const classes = [{ rated: usd, factor: 1, add: 0, isExact: true }]
      const since = async (hotels: readonly unknown[]) => hotels.map(() => ask.notBeforeMs)
      const found = await rankHotels(client, { ...ask, classes, factors: '{}', since })
      const { rows: counted } = await client.query<{ cells: number }>(
        "select pg_stat_get_xact_tuples_fetched('cells'::regclass) as cells",
      )
      return { found: found.length, cells: counted[0]?.cells }
    })
  const none = await read(NIGHTS + 1)
  expect(none.found).toBe(0)
  expect(none.cells).toBeLessThan(rows.length / 10)
  expect(await read(NIGHTS - 4)).toMatchObject({ found: 1 })
})

function summary({ chain, hotel_code, best_cpp, avg_cpp, nights, best }: ValueRow) {
  return { chain, hotel_code, best_cpp, avg_cpp, nights, night: best.night }
}
