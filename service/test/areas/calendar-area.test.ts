import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { growOlder } from '../support/billed.ts'
import { errorOf, get, post } from '../support/client.ts'
import { type Cell, expectExactBooks } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import { type AreaMarket, type CalendarBody, type HotelRow, named, openAreaMarket } from './area-market.ts'

const NIGHTS = { from: inDays(40), to: inDays(44) }
const LONDON = { lat: 51.50853, lng: -0.12574, currency: 'GBP', nights: NIGHTS }
const CASTELLAN = { ...LONDON, chain: 'castellan' }

let market: AreaMarket

beforeAll(async () => {
  market = await openAreaMarket()
})
afterAll(() => market.stop())

const calendar = (body: object) => market.ask<CalendarBody>('/calendar/area', body)

async function filledCalendar(body: object) {
  const first = await calendar(body)
  expect(first.status).toBe(202)
  await market.filled(first.body)
  const second = await calendar(body)
  expect(second.status).toBe(200)
  return second
}

/** Both lists once more, from the cells themselves. */
function again(hotels: readonly HotelRow[], cells: readonly Cell[], figure: (cell: Cell) => number | null) {
  const digits = figure === bar ? 100 : 1
  const near = (cell: Cell) => hotels.findIndex(({ hotel_code: code }) => code === cell.hotel_code)
  const nights = [...Map.groupBy(cells, ({ night }) => night)].map(([night, known]) => {
    const priced = known
      .filter((cell) => figure(cell) !== null)
      .toSorted((a, b) => Number(figure(a)) - Number(figure(b)) || near(a) - near(b))
    const figures = priced.map((cell) => Math.round(Number(figure(cell)) * digits))
    const [low, high] = [
      figures[Math.ceil(figures.length / 2) - 1] ?? NaN,
      figures[Math.floor(figures.length / 2)] ?? NaN,
    ]
    const first = priced[0]
    const cpps = priced.flatMap(({ cpp }) => (cpp === null ? [] : [cpp]))
    const name = hotels.find(({ hotel_code: code }) => code === first?.hotel_code)?.name
    return {
      night,
      hotels_known: known.length,
      hotels_available: priced.length,
      converted: 0,
      not_compared: 0,
      cheapest: first ? figure(first) : null,
      cheapest_hotel: first ? { chain: first.chain, hotel_code: first.hotel_code, name } : null,
      median: first ? Math.floor((low + high + 1) / 2) / digits : null,
      best_cpp: figure === bar || cpps.length === 0 ? null : Math.max(...cpps),
    }
  })
  const best = hotels.map(({ chain, hotel_code, name, lat, lng, timezone, distance_mi }) => {
    const [cheapest] = cells
      .filter((cell) => cell.hotel_code === hotel_code && figure(cell) !== null)
      .toSorted((a, b) => Number(figure(a)) - Number(figure(b)) || (a.night < b.night ? -1 : 1))
    return {
      chain,
      hotel_code,
      name,
      lat,
      lng,
      timezone,
      distance_mi,
      cheapest_night: cheapest?.night ?? null,
      cheapest: cheapest ? figure(cheapest) : null,
    }
  })
  return { nights: nights.toSorted((a, b) => (a.night < b.night ? -1 : 1)), hotels: best }
}

const points = ({ lowest_points }: Cell) => lowest_points
const bar = ({ lowest_bar }: Cell) => lowest_bar

/** A lookup from the cache, and for each night a quarter of the night price of each hotel, a credit at most. */
function priceOf({ nights }: CalendarBody, nightCredits: number): number {
  const sold = nights.map(({ hotels_available: hotels }) => Math.min(1, hotels * nightCredits))
  return Math.max(
    1,
    sold.reduce((sum, credits) => sum + credits, 0.25),
  )
}

describe('a calendar of an area', () => {
  test('in points: each night over all hotels, each hotel over all nights, and a credit at most for a night', async () => {
    const quote = await market.quote('/calendar/area', CASTELLAN)
    // Neither the chain nor its hotels have been asked for: a lookup, and fifty hotels for five nights.
    expect(quote).toEqual({ credits_min: 0, credits_max: 251, cached: 0, live: 251, free: 0 })
    const first = await calendar(CASTELLAN)
    expect([first.status, first.credits]).toEqual([202, 1])
    expect(first.body.job).toMatchObject({ kind: 'calendar_area', cells_total: 30, credits_reserved: 30 })
    expect(first.body.nights.map((row) => Object.values(row).slice(1))).toEqual(
      Array.from({ length: 5 }, () => [0, 0, 0, 0, null, null, null, null]),
    )
    const [job] = await market.filled(first.body)
    expect(job).toMatchObject({ status: 'done', cells_done: 30, credits_spent: 30 })

    const hotels = await market.hotels({ lat: LONDON.lat, lng: LONDON.lng, chains: 'castellan' })
    const cells = await market.held({ hotels: named(hotels), nights: NIGHTS, kind: 'award', currency: 'GBP' })
    const known = await market.quote('/calendar/area', CASTELLAN)
    const { status, body, credits, line } = await calendar(CASTELLAN)
    expect(status).toBe(200)
    expect({ nights: body.nights, hotels: body.hotels }).toEqual(again(hotels, cells, points))
    const available = body.nights.map((night) => night.hotels_available)
    expect(Math.max(...available)).toBeGreaterThan(4)
    expect(Math.min(...available)).toBeGreaterThan(0)
    expect(credits).toBe(priceOf(body, 0.25))
    expect(line).toEqual({ live: 0, cached: 1 + available.reduce((sum, count) => sum + count, 0), free: 0 })
    // As if all known hotels were available: a quote does not tell.
    expect(known).toMatchObject({ credits_min: 1, credits_max: 5.25, live: 0 })
    await expectExactBooks(market.database.pool, market.account)
  })

  test('in cash goes by the public rate, and costs the same part of a native night', async () => {
    const ask = { ...LONDON, chain: 'kestrel', kind: 'cash', max_hotels: 4 }
    const { body, credits } = await filledCalendar(ask)
    const hotels = await market.hotels({ lat: LONDON.lat, lng: LONDON.lng, chains: 'kestrel', limit: 4 })
    const cells = await market.held({ hotels: named(hotels), nights: NIGHTS, kind: 'cash', currency: 'GBP' })
    expect({ nights: body.nights, hotels: body.hotels }).toEqual(again(hotels, cells, bar))
    // At most 0.25 + 5 × 4 × 0.025: raised to a credit.
    expect(credits).toBe(1)
  })

  test('nights without an available hotel, and unknown nights, are free', async () => {
    const { pool } = market.database
    const before = await calendar(CASTELLAN)
    await pool.query(
      `update cells set points = null, cpp = null, status = 's' from hotels h
       where h.id = hotel and h.source = 'castellan' and kind = 'a' and night = $1`,
      [NIGHTS.from],
    )
    const longer = await calendar({ ...CASTELLAN, nights: { from: inDays(38), to: inDays(60) } })
    // No hotel is missing: each has some night of the range.
    expect([longer.status, longer.body.nights.length]).toEqual([200, 23])
    const row = (days: number) => longer.body.nights.find(({ night }) => night === inDays(days))
    expect(row(39)).toEqual({ ...row(38), night: inDays(39), hotels_known: 0, hotels_available: 0 })
    expect(row(40)).toMatchObject({ hotels_known: 6, hotels_available: 0, cheapest: null, median: null })
    expect(longer.body.nights.slice(3, 7)).toEqual(before.body.nights.slice(1))
    const first = Math.min(1, (before.body.nights[0]?.hotels_available ?? 0) * 0.25)
    expect(longer.credits).toBe(before.credits - first)
  })

  test('does not count what is older than asked for, and asks again only where told to', async () => {
    const { pool } = market.database
    const ask = { ...CASTELLAN, nights: { from: inDays(41), to: inDays(42) } }
    await growOlder(pool, inDays(41), 7 * 3600)
    const part = await calendar(ask)
    expect([part.status, part.body.nights.map((row) => row.hotels_known)]).toEqual([200, [0, 6]])
    // `stale` asks for exactly the nights that are too old or unknown.
    const wider = { ...ask, nights: { from: inDays(41), to: inDays(45) } }
    expect((await calendar(wider)).body.nights_unknown).toBe(6)
    expect(await market.quote('/calendar/area', { ...wider, fill: 'stale' })).toMatchObject({ live: 12 })
    const filled = await calendar({ ...wider, fill: 'stale' })
    expect(filled.body.job).toMatchObject({ cells_total: 12 })
    const [job] = await market.filled(filled.body)
    expect(job).toMatchObject({ cells_done: 12, credits_spent: 12 })
    // The job shows what it fetched, and nothing that was there before.
    const page = await get(market.url, `/v1/jobs/${filled.body.job?.id}/cells`, market.account.key)
    expect((page.body as { cells: Cell[] }).cells).toHaveLength(12)
    expect((await calendar(wider)).body).toMatchObject({ nights_unknown: 0 })
    await growOlder(pool, inDays(41), 7 * 3600)
    await growOlder(pool, inDays(42), 7 * 3600)
    const none = await calendar(ask)
    expect([none.status, none.credits]).toEqual([200, 1])
    expect(none.body.hotels.every(({ cheapest }) => cheapest === null)).toBe(true)
    expect((await calendar({ ...ask, max_age: 30_000 })).body.nights[0]?.hotels_known).toBe(6)
    const stale = await calendar({ ...ask, fill: 'stale' })
    expect([stale.status, stale.body.job?.cells_total]).toEqual([202, 12])
    await market.filled(stale.body)
    expect((await calendar(ask)).body.nights.map((row) => row.hotels_known)).toEqual([6, 6])
  })

  test('shows points for any currency, and what they are worth in the requested one', async () => {
    const ask = { ...LONDON, chain: 'harborline' }
    const pounds = await filledCalendar(ask)
    expect(pounds.body.nights.some(({ cheapest }) => cheapest !== null)).toBe(true)
    const dollars = await calendar({ ...ask, currency: 'USD' })
    expect(dollars.status).toBe(200)
    const worths = (body: CalendarBody) => body.nights.map(({ best_cpp: worth }) => worth)
    const priced = worths(pounds.body).map((worth) => (worth === null ? 0 : 1))
    expect(dollars.body.nights).toEqual(
      pounds.body.nights.map((row, no) => ({
        ...row,
        converted: priced[no],
        best_cpp: worths(dollars.body)[no],
      })),
    )
    // A pound is more than a dollar.
    expect(worths(dollars.body).every((worth, no) => (worth ?? 1) > (worths(pounds.body)[no] ?? 0))).toBe(
      true,
    )
  })

  test('costs one credit without hotels, and nothing for an unknown place', async () => {
    const empty = await calendar({ ...CASTELLAN, lat: 90, lng: 0 })
    expect([empty.status, empty.credits, empty.body.hotels]).toEqual([200, 1, []])
    expect(empty.body.nights).toHaveLength(5)
    const { lat: _lat, lng: _lng, ...rest } = CASTELLAN
    const nowhere = await calendar({ ...rest, place_id: 'no such place!' })
    expect([nowhere.credits, nowhere.body]).toEqual([
      0,
      { place: null, alternatives: [], nights_unknown: 0, nights: [], hotels: [] },
    ])
  })

  test('fails as the lookup does where the chain cannot answer', async () => {
    await market.sandbox.control('/sources/evergrand', { fault: '500' })
    const body = { ...LONDON, chain: 'evergrand' }
    const answer = await post(market.url, '/v1/calendar/area', market.account.key, body)
    await market.sandbox.control('/sources/evergrand', { fault: 'none' })
    expect([answer.status, answer.charged, errorOf(answer).chain]).toEqual([503, 0, 'evergrand'])
  })
})

test.each<[object, string]>([
  [{ chain: 'foxhollow' }, 'no search by place'],
  [{ chain: 'kestrel' }, 'no award points'],
  [{ chain: 'lodgista' }, 'chain'],
  [{ chain: undefined }, 'chain'],
  [{ chains: ['castellan'] }, 'chains'],
  [{ max_hotels: 201 }, 'max_hotels'],
  [{ nights: { from: inDays(1), to: inDays(63) } }, 'at most 62'],
  [{ nights: undefined }, 'nights'],
  [{ kind: 'points' }, 'kind'],
  [{ fill: true }, 'fill'],
  [{ max_credits: 0.999 }, 'max_credits'],
])('refused, at no charge: %o', async (part, words) => {
  const answer = await post(market.url, '/v1/calendar/area', market.account.key, { ...CASTELLAN, ...part })
  expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([400, 'invalid_request', 0])
  expect(errorOf(answer).message).toContain(words)
})
