import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cppByHand, type RateByHand, ratesByHand } from '../fx/by-hand.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { growOlder, readLine } from '../support/billed.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { referenceRatesArrive } from '../support/reference-rates.ts'
import { until } from '../support/until.ts'
import { type Night, type ValueRow, type ValueTerms, valueOracle } from './award-value-oracle.ts'

/** In the United States, in Britain and in Japan; the last four chains quote every property in its own currency. */
const HOTELS = Object.entries({
  castellan: ['NEWCA', 'LONCA', 'TOKCA'],
  dunmore: ['NEWDM', 'LONDM'],
  foxhollow: ['FH13601', 'FH69806'],
  aurelia: ['NEWAU', 'LONAU', 'TOKAU'],
  evergrand: ['H9025', 'H1540'],
  harborline: ['NEWHL'],
  brightwater: ['NEWBNBW'],
}).flatMap(([chain, codes]) => codes.map((code) => ({ chain, hotel_code: code })))
const NIGHTS = { from: inDays(20), to: inDays(35) }

interface Cell extends Night {
  lowest_bar: number | null
  lowest_bar_after_tax: number | null
  observed_at: string
}

type Row = ValueRow<Cell> & {
  name: string
  city: string
  country: string | null
  comparable: { currency: string; cpp: number; fx: { from: string } | null }
}

let market: Market
let account: TestAccount
let documented: Documented
let cells: Cell[]
let rateOf: RateByHand

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  documented = readDocument((await get(market.url, '/openapi.json')).body as object)
  await referenceRatesArrive(market.url, account.key)
  await fill({ hotels: HOTELS, currency: 'USD' })
  await fill({ hotels: HOTELS.slice(0, 3), currency: 'EUR' })
  // Neither a longer stay nor another party is part of the ranking.
  await fill({ hotels: HOTELS.slice(0, 1), currency: 'USD', los: 2 })
  await fill({ hotels: HOTELS.slice(0, 1), currency: 'USD', adults: 1 })
  // Three hotels were asked for in two currencies; the grid shows the newest.
  cells = await held({ hotels: HOTELS })
  rateOf = await ratesByHand(market.url, account.key, cells)
})

afterAll(() => market.stop())

async function fill(grid: object): Promise<void> {
  // Fetched anew in each currency, although the points are known.
  const body = { ...grid, nights: NIGHTS, kind: 'award', max_age: 0 }
  const answer = await post(market.url, '/v1/matrix', account.key, body)
  expect(answer.status).toBe(202)
  const { id } = (answer.body as { job: { id: string } }).job
  await until(async () => {
    const { job } = (await get(market.url, `/v1/jobs/${id}/cells?limit=1`, account.key)).body as {
      job: { status: string }
    }
    return job.status === 'done'
  }, 90_000)
}

/** What the store has, as the grid shows it: another way to the same cells. */
async function held(grid: object): Promise<Cell[]> {
  const body = { ...grid, nights: NIGHTS, kind: 'award', max_age: 604_800 }
  const answer = await post(market.url, '/v1/matrix', account.key, body)
  expect(answer.status).toBe(200)
  return (answer.body as { cells: Cell[] }).cells
}

/** By the quoted price and the published rate. */
function worthIn(cell: Cell, currency: string): number | null {
  const rate = rateOf(cell, currency)
  const price = cell.lowest_bar_after_tax ?? cell.lowest_bar
  return rate === null || price === null ? null : cppByHand(price, rate, Number(cell.lowest_points))
}

async function ask(terms: Record<string, string | number>): Promise<Answer> {
  const query = new URLSearchParams(Object.entries(terms).map(([name, value]) => [name, String(value)]))
  return get(market.url, `/v1/award/value?${query.toString()}`, account.key)
}

async function ranking(terms: Record<string, string | number> = {}): Promise<Row[]> {
  const answer = await ask(terms)
  expect(answer).toMatchObject({ status: 200 })
  expect(documented.problems('/award/value', 200, answer.body, 'get')).toEqual([])
  return (answer.body as { hotels: Row[] }).hotels
}

/** Without what differs between two looks at the same hotel. */
function plain(rows: readonly ValueRow<Cell>[]) {
  return rows.map(({ chain, hotel_code, best_cpp, avg_cpp, nights, best }) => {
    const { cache_age_sec: _age, ...night } = best
    return { chain, hotel_code, best_cpp, avg_cpp, nights, best: night }
  })
}

async function expectOracle(
  terms: ValueTerms & Record<string, string | number>,
  known = cells,
): Promise<Row[]> {
  const rows = await ranking(terms)
  expect(plain(rows)).toEqual(plain(valueOracle(known, terms, worthIn)))
  return rows
}

describe('the ranking', () => {
  test('holds every hotel with an award night, best first, with that night in full', async () => {
    const rows = await expectOracle({})
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.map(({ best_cpp }) => best_cpp)).toEqual(rows.map(({ comparable }) => comparable.cpp))
    expect(new Set(rows.map(({ best }) => best.currency)).size).toBeGreaterThan(2)
    for (const { best, name, country } of rows) {
      expect(best).toMatchObject({ los: 1, kind: 'award', adults: 2, children: 0, rooms: 1 })
      expect(best.lowest_points).toBeGreaterThan(0)
      expect(name).not.toBe('')
      expect(country ?? 'GB').toMatch(/^[A-Z]{2}$/)
    }
  })

  test('goes by the mean where asked', async () => {
    const [best, avg] = [await expectOracle({}), await expectOracle({ rank: 'avg' })]
    const codes = (rows: Row[]) => rows.map(({ hotel_code: code }) => code)
    expect(codes(avg)).not.toEqual(codes(best))
    expect(codes(avg).toSorted()).toEqual(codes(best).toSorted())
  })

  test('leaves out nights that only a premium award can pay', async () => {
    const [first] = (await ranking()) as [Row]
    const setTo = (cpp: number | null) =>
      market.database.pool.query(
        `update cells set premium = $4, cpp = $5 from hotels h
         where h.id = hotel and h.source = $1 and h.code = $2 and night = $3 and kind = 'a' and los = 1 and occ = 201`,
        [first.chain, first.hotel_code, first.best.night, cpp === null, cpp],
      )
    await setTo(null)
    const { night } = first.best
    const known = cells.map((cell) =>
      cell.chain === first.chain && cell.hotel_code === first.hotel_code && cell.night === night
        ? { ...cell, cpp: null, certs: null }
        : cell,
    )
    await expectOracle({}, known)
    expect((await ranking({ from: night, to: night })).map(({ hotel_code: code }) => code)).not.toContain(
      first.hotel_code,
    )
    await setTo(Math.round(Number(first.best.cpp) * 100))
    await expectOracle({})
  })

  test('compares all nights in the asked currency, whichever they are quoted in', async () => {
    for (const currency of ['EUR', 'GBP', 'CHF', 'JPY', 'KWD', 'ARS']) {
      const best = await expectOracle({ currency })
      const avg = await expectOracle({ currency, rank: 'avg' })
      expect(best.length).toBeGreaterThan(10)
      for (const { comparable } of [...best, ...avg]) expect(comparable.currency).toBe(currency)
    }
    // A currency without a reference rate compares only with itself.
    expect(await ranking({ currency: 'KPW' })).toEqual([])
  })

  test('can be limited to chains, a country or a city', async () => {
    const of = (chains: string[]) => cells.filter(({ chain }) => chains.includes(chain))
    await expectOracle({ chains: 'castellan,dunmore' }, of(['castellan', 'dunmore']))
    const all = await ranking()
    const japan = await ranking({ country: 'JP' })
    expect(plain(japan)).toEqual(plain(all.filter(({ country }) => country === 'JP')))
    expect(japan.length).toBeGreaterThan(0)
    expect(await ranking({ country: 'FR' })).toEqual([])
    const city = (all[0] as Row).city
    const there = plain(all.filter((row) => row.city === city))
    for (const spelling of [city, city.toUpperCase(), ` ${city.toLowerCase()} `]) {
      expect(plain(await ranking({ city: spelling }))).toEqual(there)
    }
    expect(await ranking({ city, country: 'FR' })).toEqual([])
    expect(plain(await ranking({ city, chains: 'aurelia' }))).toEqual(
      there.filter(({ chain }) => chain === 'aurelia'),
    )
  })

  test('ignores the accents of a city, on both sides', async () => {
    const [first] = (await ranking()) as [Row]
    const { pool } = market.database
    const rename = (city: string) =>
      pool.query('update hotels set city = $3 where source = $1 and code = $2', [
        first.chain,
        first.hotel_code,
        city,
      ])
    await rename('São Łódź-Ærø')
    for (const city of ['sao lodz-aero', 'SÃO ŁÓDŹ-ÆRØ', 'Sa\u0303o Łódź-Ærø']) {
      expect((await ranking({ city })).map(({ hotel_code: code }) => code)).toEqual([first.hotel_code])
    }
    await rename(first.city)
  })

  test('counts only nights of the window that are worth enough, and hotels that have enough of them', async () => {
    await expectOracle({ from: inDays(24), to: inDays(27) })
    await expectOracle({ from: inDays(24), to: inDays(24), rank: 'avg' })
    expect(await ranking({ from: inDays(200), to: inDays(210) })).toEqual([])
    const [first, second] = (await ranking()) as [Row, Row]
    await expectOracle({ min_cpp: second.best_cpp })
    const alone = await expectOracle({ min_cpp: Number((second.best_cpp + 0.01).toFixed(2)) })
    expect(alone.length).toBeLessThan(valueOracle(cells, {}, worthIn).length)
    await expectOracle({ min_nights: first.nights })
    await expectOracle({ min_nights: 10, min_cpp: 0.7, rank: 'avg' })
    expect(await ranking({ min_nights: 17 })).toEqual([])
    await expectOracle({ limit: 1 })
    await expectOracle({ limit: 4, rank: 'avg' })
  })

  test('finds the one hotel that has enough nights, wherever it stands', async () => {
    for (const rank of ['best', 'avg'] as const) {
      for (let least = 1; least <= 16; least += 1) {
        const rows = await expectOracle({ limit: 1, min_nights: least, rank })
        for (const { nights } of rows) expect(nights).toBeGreaterThanOrEqual(least)
      }
    }
  })

  test('looks at the next sixty nights where nothing is said', async () => {
    expect(plain(await ranking({ from: inDays(0), to: inDays(59) }))).toEqual(plain(await ranking()))
    expect(plain(await ranking({ from: inDays(20) }))).toEqual(plain(await ranking()))
  })

  test('takes no night that is older than asked', async () => {
    const [first] = (await ranking()) as [Row]
    await growOlder(market.database.pool, first.best.night, 7200)
    const known = await held({ hotels: HOTELS })
    await expectOracle({ max_age: 5400 }, known)
    const rows = await ranking({ max_age: 5400 })
    expect(rows.map(({ best }) => best.night)).not.toContain(first.best.night)
    expect(await ranking({ max_age: 0 })).toEqual([])
    await expectOracle({ max_age: 9000 }, known)
  })

  test('finds what was looked at just now among what is old', async () => {
    const { pool } = market.database
    const [first] = (await ranking()) as [Row]
    const growOld = async (ms: number) => {
      await pool.query('update cells set seen = seen - $1', [ms])
      await pool.query('update value_looks set until = until - $1', [ms])
    }
    await growOld(864_000_000)
    expect(await ranking({ limit: 1 })).toEqual([])
    const { chain, hotel_code, best } = first
    const live = { chain, hotel_code, checkin: best.night, currency: 'USD', max_age: 0 }
    expect((await post(market.url, '/v1/award', account.key, live)).status).toBe(200)
    await until(async () => (await ranking({ limit: 1 })).length === 1)
    expect(await ranking({ limit: 1 })).toMatchObject([{ chain, hotel_code, nights: 1 }])
    await growOld(-864_000_000)
  })

  test('follows a hotel whose country is corrected', async () => {
    const [first] = (await ranking({ country: 'JP' })) as [Row]
    const move = (country: string) =>
      market.database.pool.query('update hotels set country = $3 where source = $1 and code = $2', [
        first.chain,
        first.hotel_code,
        country,
      ])
    await move('KR')
    expect((await ranking({ country: 'KR' })).map(({ hotel_code: code }) => code)).toEqual([first.hotel_code])
    expect((await ranking({ country: 'JP' })).map(({ hotel_code: code }) => code)).not.toContain(
      first.hotel_code,
    )
    await move('JP')
  })
})

describe('the price', () => {
  test('is a quarter of an award night for each hotel, and no source is asked', async () => {
    const calls = await market.allRequests()
    const native = new Set(['aurelia', 'brightwater', 'evergrand', 'harborline'])
    const shop: Record<string, number> = { castellan: 1, dunmore: 2, foxhollow: 3 }
    for (const terms of [{}, { chains: 'foxhollow,dunmore' }, { chains: 'castellan,foxhollow,aurelia' }]) {
      const answer = await ask(terms)
      const rows = (answer.body as { hotels: Row[] }).hotels
      const sum = rows.reduce(
        (all, { chain }) => all + (native.has(chain) ? 25 : (shop[chain] ?? 0) * 250),
        0,
      )
      expect(sum).toBeGreaterThan(1000)
      expect(answer.charged).toBe(sum / 1000)
      expect(await readLine(market.database.pool, account, answer)).toEqual({
        endpoint: 'award_value',
        credits: sum / 1000,
        live: 0,
        cached: rows.length,
        free: 0,
      })
    }
    expect(await market.allRequests()).toBe(calls)
  })

  test('is one credit for less, and for nothing', async () => {
    expect((await ask({ chains: 'aurelia', limit: 1 })).charged).toBe(1)
    expect((await ask({ country: 'FR' })).charged).toBe(1)
  })

  test('must be left', async () => {
    const poor = await newAccount(market.database.pool, 'free', { credits: 0.5 })
    const answer = await get(market.url, '/v1/award/value', poor.key)
    expect(answer).toMatchObject({ status: 429, charged: 0 })
    expect(errorOf(answer).code).toBe('quota_exceeded')
  })
})

describe('bad input', () => {
  const REFUSED: [string, Record<string, string | number>, RegExp][] = [
    ['a chain without points', { chains: 'castellan,kestrel' }, /kestrel.*no award points/],
    ['a travel agency', { chains: 'lodgista' }, /lodgista.*no award points/],
    ['an unknown chain', { chains: 'hilbert' }, /hilbert/],
    ['an empty name among the chains', { chains: 'castellan,' }, /chains/],
    ['a country in lower case', { country: 'jp' }, /country/],
    ['a country of three letters', { country: 'JPN' }, /country/],
    ['an empty city', { city: '' }, /city/],
    ['a city with a control character', { city: 'Tok\u0000yo' }, /city/],
    ['a night that is none', { from: '2027-02-30' }, /from/],
    ['a window in the past', { from: inDays(-3) }, /from/],
    ['a window too far ahead', { from: inDays(490), to: inDays(501) }, /to/],
    ['a window that ends before it begins', { from: inDays(9), to: inDays(8) }, /`to`/],
    ['94 nights', { from: inDays(1), to: inDays(94) }, /93/],
    ['a currency that is none', { currency: 'ZZQ' }, /ZZQ/],
    ['a currency in lower case', { currency: 'usd' }, /currency/],
    ['a value below nothing', { min_cpp: -1 }, /min_cpp/],
    ['a value that is no number', { min_cpp: 'much' }, /min_cpp/],
    ['no night at all', { min_nights: 0 }, /min_nights/],
    ['half a night', { min_nights: 1.5 }, /min_nights/],
    ['an unknown ranking', { rank: 'points' }, /rank/],
    ['no hotel at all', { limit: 0 }, /limit/],
    ['too many hotels', { limit: 101 }, /limit/],
    ['an age below nothing', { max_age: -1 }, /max_age/],
    ['an unknown parameter', { los: 2 }, /los/],
  ]
  for (const [what, terms, words] of REFUSED) {
    test(`${what} is refused, free of charge`, async () => {
      const answer = await ask(terms)
      expect(answer).toMatchObject({ status: 400, charged: 0 })
      expect(errorOf(answer)).toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(words),
      })
    })
  }

  test('the widest window, the largest limit and the last night are taken', async () => {
    expect(await ranking({ from: inDays(-1), to: inDays(91), limit: 100 })).not.toEqual([])
    expect(await ranking({ from: inDays(500), to: inDays(500) })).toEqual([])
    const most = { min_cpp: 1e9, min_nights: 2_147_483_647, max_age: 2_147_483_647 }
    expect(await ranking({ from: inDays(499), ...most })).toEqual([])
  })
})
