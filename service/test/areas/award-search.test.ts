import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { growOlder } from '../support/billed.ts'
import { errorOf, post } from '../support/client.ts'
import { type Cell, expectExactBooks } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import {
  type AreaMarket,
  type HotelRow,
  NIGHT_CREDITS,
  named,
  openAreaMarket,
  type SearchBody,
  still,
} from './area-market.ts'

const CHAINS = Object.keys(NIGHT_CREDITS)
const NIGHTS = { from: inDays(40), to: inDays(41) }

const NEW_YORK = { q: 'New York', radius: 4 }

let market: AreaMarket

beforeAll(async () => {
  market = await openAreaMarket()
})
afterAll(() => market.stop())

const search = (body: object) => market.ask<SearchBody>('/award/search', body)

interface Known extends HotelRow {
  cells: Cell[]
}

/** Every hotel that a search may look at, with all its cells, by other endpoints. */
async function knownAround(
  place: Record<string, string | number>,
  nights: object,
  currency: string,
  chains = CHAINS,
): Promise<Known[]> {
  const lists = await Promise.all(
    chains.map((chain) => market.hotels({ ...place, chains: chain, limit: 50 })),
  )
  const hotels = lists.flat()
  const cells = await market.held({ hotels: named(hotels), nights, kind: 'award', currency })
  const byHotel = Map.groupBy(cells, ({ chain, hotel_code }) => `${chain}/${hotel_code}`)
  return hotels.map((hotel) => {
    return Object.assign(hotel, { cells: byHotel.get(`${hotel.chain}/${hotel.hotel_code}`) ?? [] })
  })
}

interface Terms {
  rank?: 'points' | 'cpp' | 'nights'
  limit?: number
  payable?: (cell: Cell) => boolean
}

/** The search once more, the plain way. */
function searchAgain(known: readonly Known[], { rank = 'points', limit = 25, payable }: Terms) {
  const score = (nights: Cell[]) => {
    if (rank === 'nights') return -nights.length
    if (rank === 'cpp') return -Math.max(...nights.map(({ cpp }) => cpp ?? -1))
    return Math.min(...nights.map(({ lowest_points }) => lowest_points ?? Infinity))
  }
  return known
    .map((hotel) => {
      const nights = hotel.cells.filter(
        (cell) => cell.lowest_points !== null && (payable === undefined || payable(cell)),
      )
      return { hotel, nights }
    })
    .filter(({ nights }) => nights.length > 0)
    .toSorted(
      (a, b) =>
        score(a.nights) - score(b.nights) ||
        a.hotel.distance_mi - b.hotel.distance_mi ||
        (a.hotel.hotel_code < b.hotel.hotel_code ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ hotel: { chain, hotel_code, name, lat, lng, timezone, distance_mi }, nights }) => ({
      chain,
      hotel_code,
      name,
      lat,
      lng,
      timezone,
      distance_mi,
      nights: nights.map(still),
    }))
}

function plain({ hotels }: SearchBody) {
  return hotels.map(({ nights, comparable: _comparable, comparison_note: _note, ...hotel }) => ({
    ...hotel,
    nights: nights.map(still),
  }))
}

/** Lookups of so many chains from the cache, and the nights that are listed, at most a credit for each hotel. */
function priceOf({ hotels }: SearchBody, chains: number): number {
  const listed = hotels.map(({ chain, nights }) => Math.min(1, nights.length * (NIGHT_CREDITS[chain] ?? NaN)))
  return Math.max(
    1,
    listed.reduce((sum, credits) => sum + credits, chains * 0.25),
  )
}

function topUpOf({ certs }: Cell, cert: string): number | null {
  const entry = certs?.split(';').find((one) => one.startsWith(`${cert}:`))
  return entry === undefined ? null : Number(entry.split(':')[1])
}

describe('a search of every award chain', () => {
  test.each([
    { place: NEW_YORK, currency: 'USD', hotels: 32 },
    { place: { q: '  lONDON ' }, currency: 'GBP', hotels: 35 },
    { place: { q: '東京' }, currency: 'JPY', hotels: 38 },
  ])('around $place.q fills the store, and then ranks all of it', async ({ place, currency, hotels }) => {
    const ask = { ...place, nights: NIGHTS, currency, limit: 100 }
    const first = await search(ask)
    expect([first.status, first.credits, first.body.hotels]).toEqual([202, 6, []])
    expect(first.body.jobs).toHaveLength(6)
    const jobs = await market.filled(first.body)
    expect(jobs.reduce((sum, job) => sum + job.cells_done, 0)).toBe(hotels * 2)
    for (const job of jobs)
      expect(job).toMatchObject({ kind: 'award_search', status: 'done', tasks_failed: 0 })

    const known = await knownAround(place, NIGHTS, currency)
    const results = await Promise.all(
      (['points', 'cpp', 'nights'] as const).map(async (rank) => {
        const { status, body, credits } = await search({ ...ask, rank })
        expect(status).toBe(200)
        expect(plain(body)).toEqual(searchAgain(known, { rank, limit: 100 }))
        expect(credits).toBeCloseTo(priceOf(body, 6), 9)
        return body.hotels.map(({ hotel_code: code }) => code)
      }),
    )
    expect(new Set(results.map((codes) => codes.join())).size).toBe(3)
    expect(new Set(results[0]).size).toBeGreaterThan(20)
    await expectExactBooks(market.database.pool, market.account)
  })
})

describe('what a search costs', () => {
  const ask = {
    q: 'London',
    chains: ['castellan'],
    currency: 'GBP',
    nights: { from: inDays(50), to: inDays(57) },
  }

  test('a quarter of each listed night, at most one credit per hotel, and at least one credit total', async () => {
    const quote = await market.quote('/award/search', ask)
    // The place is in the cache: a quarter for the lookup, raised to a credit, and eight nights of six hotels.
    expect(quote).toEqual({ credits_min: 1, credits_max: 49, cached: 1, live: 48, free: 0 })
    const first = await search(ask)
    expect([first.status, first.credits]).toEqual([202, 1])
    expect(first.body.jobs).toMatchObject([{ cells_total: 48, credits_reserved: 48 }])
    expect(await market.quote('/award/search', ask)).toMatchObject({ credits_max: expect.any(Number) })
    await market.filled(first.body)

    const { body, credits, line } = await search(ask)
    const counts = body.hotels.map(({ nights }) => nights.length)
    expect(Math.max(...counts)).toBeGreaterThan(4)
    expect(credits).toBeCloseTo(priceOf(body, 1), 9)
    expect(line).toEqual({ live: 0, cached: 1 + counts.reduce((sum, count) => sum + count, 0), free: 0 })
    // Nights that were looked at and not listed are free.
    const [one] = [await search({ ...ask, limit: 1 })]
    expect(plain(one.body)).toEqual(plain(body).slice(0, 1))
    expect(one.credits).toBe(Math.max(1, 0.25 + Math.min(1, (counts[0] ?? 0) * 0.25)))
    const night = { from: inDays(50), to: inDays(50) }
    expect((await search({ ...ask, nights: night, limit: 1 })).credits).toBe(1)
  })

  test('at most one credit for sixty nights of a hotel whose chain has its own calendar', async () => {
    const [hotel] = await market.hotels({ q: 'London', chains: 'harborline', limit: 5 })
    const nights = { from: inDays(60), to: inDays(121) }
    const first = await search({ q: 'London', chains: ['harborline'], currency: 'GBP', nights })
    expect(first.body.jobs).toMatchObject([{ cells_total: 62 }])
    await market.filled(first.body)
    const { body, credits } = await search({ q: 'London', chains: ['harborline'], currency: 'GBP', nights })
    const count = body.hotels[0]?.nights.length ?? 0
    expect([body.hotels.length, body.hotels[0]?.hotel_code]).toEqual([1, hotel?.hotel_code])
    expect(count).toBeGreaterThan(40)
    expect(credits).toBe(1.25)
  })

  test('one credit for a place without hotels, nothing for an unknown place', async () => {
    const nights = NIGHTS
    const empty = await search({ lat: 0, lng: -140, nights })
    expect([empty.status, empty.credits, empty.body.hotels]).toEqual([200, 1, []])
    const nowhere = await search({ place_id: 'no such place!', nights })
    expect([nowhere.status, nowhere.credits, nowhere.body]).toEqual([
      200,
      0,
      { place: null, alternatives: [], nights_unknown: 0, hotels: [] },
    ])
    const quote = await market.quote('/award/search', { lat: 10, lng: -140, nights, chains: ['castellan'] })
    // Not asked yet: a lookup, and fifty hotels for two nights.
    expect(quote).toEqual({ credits_min: 0, credits_max: 101, cached: 0, live: 101, free: 0 })
    const none = { lat: 10, lng: -140, nights, chains: ['castellan'], fill: 'none', limit: 10 }
    // A lookup, and ten hotels with two listed nights at a quarter.
    expect((await market.quote('/award/search', none)).credits_max).toBe(6)
  })
})

describe('a certificate', () => {
  test.each([
    { cert: '35k', chains: ['aurelia'] },
    { cert: '40k', chains: ['aurelia', 'brightwater'] },
    { cert: 'standard', chains: ['castellan'] },
    { cert: 'cat1_4', chains: ['dunmore'] },
  ])(
    '$cert narrows the chains to those that have it, and the nights to those it pays for',
    async ({ cert, chains }) => {
      const known = await knownAround({ q: 'London' }, NIGHTS, 'GBP', chains)
      for (const most of [undefined, 0, 5000]) {
        const ask = {
          q: 'London',
          nights: NIGHTS,
          currency: 'GBP',
          cert,
          ...(most !== undefined && { max_top_up: most }),
          limit: 100,
        }
        const { status, body, credits } = await search(ask)
        const payable = (cell: Cell) => {
          const topUp = topUpOf(cell, cert)
          return topUp !== null && topUp <= (most ?? Infinity)
        }
        expect(status).toBe(200)
        expect(plain(body)).toEqual(searchAgain(known, { limit: 100, payable }))
        expect(credits).toBeCloseTo(priceOf(body, chains.length), 9)
        expect(body.hotels.length).toBeGreaterThan(0)
      }
    },
  )

  test.each<[object, string]>([
    [{ cert: '36k' }, 'cert'],
    [{ cert: '35k', chains: ['dunmore'] }, 'cert'],
    [{ max_top_up: 10 }, 'max_top_up'],
    [{ cert: '35k', max_top_up: -1 }, 'max_top_up'],
    [{ nights: { from: inDays(1), to: inDays(63) } }, 'at most 62'],
    [{ nights: { from: inDays(5), to: inDays(4) } }, 'nights.to'],
    [{ los: 31 }, 'los'],
    [{ los: [1] }, 'los'],
    [{ limit: 101 }, 'limit'],
    [{ rank: 'best' }, 'rank'],
    [{ fill: 'all' }, 'fill'],
    [{ chains: ['kestrel'] }, 'no award points'],
    [{ chains: ['foxhollow'] }, 'no search by place'],
    [{ radius: 0 }, 'radius'],
    [{ max_credits: 0.5 }, 'max_credits'],
  ])('or anything else that cannot be is refused: %o', async (part, words) => {
    const body = { q: 'New York', nights: NIGHTS, ...part }
    const answer = await post(market.url, '/v1/award/search', market.account.key, body)
    expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([400, 'invalid_request', 0])
    expect(errorOf(answer).message).toContain(words)
  })
})

describe('how old a night may be', () => {
  const ask = { q: 'London', chains: ['evergrand'], currency: 'GBP', nights: NIGHTS }

  test('decides what is listed; only `stale` asks again, and only for nights that are too old', async () => {
    const { pool } = market.database
    const young = await search(ask)
    expect(young.status).toBe(200)
    // Seven hours, on one of two nights: every hotel has one left that is young enough.
    await growOlder(pool, NIGHTS.from, 7 * 3600)
    const mixed = await search(ask)
    expect([mixed.status, mixed.body.nights_unknown]).toEqual([200, 0])
    expect(await market.quote('/award/search', { ...ask, fill: 'stale' })).toMatchObject({ live: 7 })
    expect(mixed.body.hotels.length).toBeGreaterThan(0)
    for (const { nights } of mixed.body.hotels) expect(nights.map(({ night }) => night)).toEqual([NIGHTS.to])
    const codes = ({ hotels }: SearchBody) => hotels.map((hotel) => [hotel.hotel_code, hotel.nights.length])
    expect(codes((await search({ ...ask, max_age: 30_000 })).body)).toEqual(codes(young.body))
    await growOlder(pool, NIGHTS.to, 7 * 3600)
    const missing = await search(ask)
    expect([missing.status, missing.body.hotels, missing.credits]).toEqual([200, [], 1])
    expect((await search({ ...ask, fill: 'none' })).status).toBe(200)
    const stale = await search({ ...ask, fill: 'stale' })
    expect([stale.status, stale.body.jobs]).toMatchObject([202, [{ cells_total: 14 }]])
    await market.filled(stale.body)
    const renewed = await search(ask)
    expect([renewed.status, renewed.body.hotels.length]).toEqual([200, young.body.hotels.length])
  })

  test('and points serve whatever currency they were asked for in, with a comparable price', async () => {
    const [pounds, dollars] = [await search(ask), await search({ ...ask, currency: 'USD' })]
    expect(plain(dollars.body)).toEqual(plain(pounds.body))
    expect(dollars.body.hotels.length).toBeGreaterThan(0)
    for (const { comparable, nights } of dollars.body.hotels) {
      const best = nights.toSorted((a, b) => Number(a.lowest_points) - Number(b.lowest_points))[0]
      expect(comparable).toMatchObject({ currency: 'USD', fx: { from: 'GBP', to: 'USD' } })
      expect(comparable?.bar).toBeCloseTo(Number(best?.lowest_bar) * Number(comparable?.fx?.rate), 1)
    }
    expect(pounds.body.hotels.map(({ comparable }) => comparable?.fx)).not.toContainEqual(expect.anything())
  })

  test('of a night that is known in two currencies, only the newer cell counts', async () => {
    const { pool } = market.database
    const OTHER = 999
    const know = (ageMs: number, points: number | null) =>
      pool.query(
        `insert into cells select n.* from cells c join hotels h on h.id = c.hotel,
           jsonb_populate_record(c, jsonb_build_object('currency', ${OTHER}, 'seen', c.seen - $2::bigint, 'points', $3::int)) n
         where h.source = 'evergrand' and c.kind = 'a' and c.night = $1 and c.currency <> ${OTHER}`,
        [NIGHTS.from, ageMs, points],
      )
    const forget = () => pool.query(`delete from cells where currency = ${OTHER}`)
    const before = await search(ask)
    await know(1000, 1)
    expect(plain((await search(ask)).body)).toEqual(plain(before.body))
    await forget()
    await know(-1000, null)
    const after = await search(ask)
    await forget()
    expect(after.body.hotels.length).toBeGreaterThan(0)
    for (const { nights } of after.body.hotels) expect(nights.map(({ night }) => night)).toEqual([NIGHTS.to])
    expect(plain((await search(ask)).body)).toEqual(plain(before.body))
  })
})
