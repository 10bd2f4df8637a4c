import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../support/accounts.ts'
import { errorOf, post } from '../support/client.ts'
import { type Cell, expectExactBooks, readCells } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import {
  type AreaBody,
  type AreaMarket,
  type HotelRow,
  named,
  openAreaMarket,
  type Quote,
  still,
} from './area-market.ts'

const CHECKIN = inDays(30)
const LONDON = { q: 'London', checkin: CHECKIN, currency: 'GBP' }

let market: AreaMarket

beforeAll(async () => {
  market = await openAreaMarket()
})
afterAll(() => market.stop())

const area = (body: object) => market.ask<AreaBody>('/area', body)

/** Ranked once more: priced ones by figure, then distance, then code; the others behind. */
function rankedAgain(hotels: AreaBody['hotels'], figure: (cell: Cell) => number | null, currency: string) {
  const price = ({ cell }: AreaBody['hotels'][number]) => (cell.currency === currency ? figure(cell) : null)
  const order = hotels.toSorted(
    (a, b) =>
      (price(a) ?? Infinity) - (price(b) ?? Infinity) ||
      a.distance_mi - b.distance_mi ||
      (a.hotel_code < b.hotel_code ? -1 : 1),
  )
  return order.map((hotel, index) => [hotel.hotel_code, price(hotel) === null ? null : index + 1])
}

describe('an area', () => {
  test('is a job at first, and the ranked hotels once the job has ended', async () => {
    const first = await area(LONDON)
    // Six chains with points and a search by place, asked for the first time; nothing is known of their hotels.
    expect([first.status, first.credits, first.line]).toEqual([202, 6, { live: 6, cached: 0, free: 0 }])
    expect(first.body.hotels).toEqual([])
    const near = await market.hotels({
      q: 'London',
      chains: 'aurelia,brightwater,castellan,dunmore,evergrand,harborline',
      limit: 200,
    })
    expect(near).toHaveLength(35)
    expect(first.body.job).toMatchObject({ kind: 'area', cells_total: 35, tasks_total: 35 })
    // 32 hotels at a credit, and three of dunmore at two.
    expect(first.body.job?.credits_reserved).toBe(38)
    const [job] = await market.filled(first.body)
    expect(job).toMatchObject({ status: 'done', cells_done: 35, credits_spent: 38 })

    const quote = await market.quote('/area', LONDON)
    const second = await area(LONDON)
    // Six lookups and 35 cells at a quarter: 1.5 + 38 / 4.
    expect([second.status, second.credits, second.line]).toEqual([200, 11, { live: 0, cached: 41, free: 0 }])
    expect(quote).toEqual({ credits_min: 11, credits_max: 11, cached: 41, live: 0, free: 0 } satisfies Quote)
    expect(second.body.hotels).toHaveLength(35)
    expect(second.body).not.toHaveProperty('job')
    expect(second.body.hotels.map(({ hotel_code, rank }) => [hotel_code, rank])).toEqual(
      rankedAgain(second.body.hotels, ({ lowest_points }) => lowest_points, 'GBP'),
    )
    const whereOf = ({ hotel_code, lat, lng, distance_mi }: HotelRow) =>
      [hotel_code, lat, lng, distance_mi].join(' ')
    expect(new Set(second.body.hotels.map(whereOf))).toEqual(new Set(near.map(whereOf)))
    const ranks = second.body.hotels.map(({ rank }) => rank)
    expect(ranks.slice(0, 2)).toEqual([1, 2])
    expect(ranks.at(-1)).toBeNull()

    const nights = { from: CHECKIN, to: CHECKIN }
    const held = await market.held({ hotels: named(near), nights, kind: 'award', currency: 'GBP' })
    const byPlace = (cells: readonly Cell[]) =>
      cells
        .map(still)
        .toSorted((a, b) => `${a.chain}/${a.hotel_code}`.localeCompare(`${b.chain}/${b.hotel_code}`))
    expect(byPlace(second.body.hotels.map(({ cell }) => cell))).toEqual(byPlace(held))
    const read = await readCells(market.url, market.account.key, first.body.job?.id ?? '')
    expect(byPlace(read)).toEqual(byPlace(held))
    await expectExactBooks(market.database.pool, market.account)
  })

  test('with more hotels bills what it shows as a 200 would, and asks only for the others', async () => {
    const near = { ...LONDON, chains: ['castellan', 'dunmore'], checkin: inDays(31) }
    const two = await area({ ...near, max_hotels: 2 })
    expect([two.status, two.credits]).toEqual([202, 0.5])
    await market.filled(two.body)
    const more = await area({ ...near, max_hotels: 5 })
    const shown = more.body.hotels.map(({ chain }) => (chain === 'dunmore' ? 0.5 : 0.25))
    expect([more.status, shown.length]).toEqual([202, 2])
    expect(more.credits).toBe(0.5 + shown.reduce((sum, credits) => sum + credits, 0))
    expect(more.body.job).toMatchObject({ cells_total: 3 })
    await market.filled(more.body)
    expect((await area({ ...near, max_hotels: 5 })).status).toBe(200)
  })

  test('in cash goes by the lowest public rate, at chains without points too', async () => {
    const ask = {
      lat: 51.50853,
      lng: -0.12574,
      checkin: CHECKIN,
      kind: 'cash',
      chains: ['kestrel', 'glasshouse', 'castellan'],
      max_hotels: 8,
      currency: 'GBP',
    }
    const quote = await market.quote('/area', { ...ask, lat: 51.6 })
    // Not looked up yet: three lookups and eight hotels of the dearest of the three.
    expect(quote).toEqual({ credits_min: 0, credits_max: 11, cached: 0, live: 11, free: 0 })
    const first = await area(ask)
    await market.filled(first.body)
    const { status, body, credits } = await area(ask)
    const price: Record<string, number> = { kestrel: 0.05, glasshouse: 0.075, castellan: 0.25 }
    const cells = body.hotels.reduce((sum, { chain }) => sum + (price[chain] ?? 0), 0)
    expect([status, body.hotels.length]).toEqual([200, 8])
    expect(credits).toBeCloseTo(0.75 + cells, 10)
    expect(body.hotels.map(({ hotel_code, rank }) => [hotel_code, rank])).toEqual(
      rankedAgain(body.hotels, ({ lowest_bar }) => lowest_bar, 'GBP'),
    )
  })

  test('ranks points whatever currency they were asked for in', async () => {
    const ask = { ...LONDON, currency: 'USD', chains: ['aurelia', 'castellan'], max_hotels: 6 }
    const first = await area(ask)
    await market.filled(first.body)
    const { body } = await area(ask)
    expect(body.hotels).toHaveLength(6)
    const priced = body.hotels.filter(({ cell }) => cell.lowest_points !== null)
    // The two flagships among them always have award rooms.
    expect(priced.length).toBeGreaterThan(1)
    expect(priced.map(({ rank }) => rank)).toEqual(priced.map((_, index) => index + 1))
    expect(priced.map(({ cell }) => cell.lowest_points)).toEqual(
      priced.map(({ cell }) => Number(cell.lowest_points)).toSorted((a, b) => a - b),
    )
    for (const { cell, comparable } of priced) {
      expect(comparable?.currency).toBe('USD')
      expect(comparable?.fx?.from ?? 'USD').toBe(cell.currency)
    }
  })

  test('asks again for a hotel whose cell is not there, and shows the others meanwhile', async () => {
    const ask = { ...LONDON, chains: ['castellan'], checkin: inDays(33), max_hotels: 3 }
    const first = await area(ask)
    await market.filled(first.body)
    const [nearest] = await market.hotels({ q: 'London', chains: 'castellan', limit: 1 })
    await market.database.pool.query(
      'delete from cells using hotels h where h.id = hotel and h.source = $1 and h.code = $2 and night = $3',
      ['castellan', nearest?.hotel_code, inDays(33)],
    )
    const second = await area(ask)
    expect([second.status, second.body.hotels.length, second.credits]).toEqual([202, 2, 0.75])
    expect(second.body.job).toMatchObject({ cells_total: 1 })
    expect(second.body.job?.id).not.toBe(first.body.job?.id)
    await market.filled(second.body)
    expect((await area(ask)).status).toBe(200)
  })
})

describe('where there is nothing', () => {
  test('an unknown place is free', async () => {
    const { status, body, credits } = await area({ ...LONDON, q: 'Zzyzx Nowhere Atoll 99' })
    expect([status, credits, body]).toEqual([200, 0, { place: null, alternatives: [], hotels: [] }])
    expect(await market.quote('/area', { ...LONDON, q: 'Zzyzx Nowhere Atoll 99' })).toEqual({
      credits_min: 0,
      credits_max: 0,
      cached: 0,
      live: 0,
      free: 0,
    })
  })

  test.each([
    { lat: 90, lng: 0 },
    { lat: -90, lng: 12.5 },
    { lat: 51.50853, lng: -0.12574, radius: 0.0001 },
  ])('no hotel at %o is free', async (where) => {
    const { status, body, credits } = await area({ ...where, checkin: CHECKIN })
    expect([status, credits, body.hotels]).toEqual([200, 0, []])
  })

  test('both sides of the antimeridian are one place', async () => {
    const where = { lat: -16.8, lng: 179.95, radius: 60, chains: ['aurelia', 'castellan'], checkin: CHECKIN }
    const first = await area(where)
    await market.filled(first.body)
    const { body } = await area(where)
    expect(body.hotels.length).toBe(first.body.job?.cells_total)
    expect(body.hotels.length).toBeGreaterThan(2)
  })
})

describe('what is refused, at no charge', () => {
  test.each<[object, string]>([
    [{ ...LONDON, max_hotels: 201 }, 'max_hotels'],
    [{ ...LONDON, max_hotels: 0 }, 'max_hotels'],
    [{ ...LONDON, checkin: inDays(-3) }, 'checkin'],
    [{ ...LONDON, checkin: inDays(502) }, 'checkin'],
    [{ ...LONDON, chains: ['foxhollow'] }, 'no search by place'],
    [{ ...LONDON, chains: ['kestrel'] }, 'no award points'],
    [{ ...LONDON, chains: ['lodgista'] }, 'chains'],
    [{ ...LONDON, chains: ['aurelia', 'aurelia'] }, 'twice'],
    [{ ...LONDON, chains: [] }, 'chains'],
    [{ ...LONDON, radius: 0 }, 'radius'],
    [{ ...LONDON, radius: 100.5 }, 'radius'],
    [{ ...LONDON, lat: 1, lng: 1 }, 'exactly one way'],
    [{ checkin: CHECKIN, lat: 1 }, 'must be given together'],
    [{ checkin: CHECKIN }, 'exactly one way'],
    [{ ...LONDON, q: 'x'.repeat(10_000) }, 'q'],
    [{ ...LONDON, currency: 'ABC' }, 'ISO 4217'],
    [{ ...LONDON, nights: { from: CHECKIN, to: CHECKIN } }, 'nights'],
    [{ ...LONDON, max_credits: 1 }, 'max_credits'],
  ])('%o', async (body, words) => {
    const answer = await post(market.url, '/v1/area', market.account.key, body)
    expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([400, 'invalid_request', 0])
    expect(errorOf(answer).message).toContain(words)
  })

  test('a job that does not fit, with everything else that the call would have done', async () => {
    const { pool } = market.database
    const poor = await newAccount(pool, 'free', { credits: 4, rps: 1000 })
    const ask = { ...LONDON, chains: ['castellan'], checkin: inDays(34) }
    const answer = await post(market.url, '/v1/area', poor.key, ask)
    // The lookup is in the cache: 0.25, and six hotels at a credit each beside 3.75.
    expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([429, 'quota_exceeded', 0])
    expect(errorOf(answer).message).toContain('up to 6 credits, but only 3.75')
    await expectExactBooks(pool, poor)
    expect((await market.ask<AreaBody>('/area', { ...ask, max_hotels: 3 }, poor)).credits).toBe(0.25)
  })
})
