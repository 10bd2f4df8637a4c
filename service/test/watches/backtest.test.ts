import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTab } from '../../src/billing/tab.ts'
import type { Pool } from '../../src/db/pool.ts'
import { createHotelBook } from '../../src/hotels/directory/hotel-book.ts'
import { createHotelsMaster } from '../../src/hotels/master.ts'
import { type BacktestDeps, planBacktest } from '../../src/watches/backtesting/backtest.ts'
import { catalog, PRICED, plant, plantAll, SOLD_OUT } from '../history/past.ts'
import { readBooks } from '../support/accounts.ts'
import { type Answer, errorOf, get } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays } from '../support/market.ts'
import { openWatchMarket, type WatchBody, type WatchEvent, type WatchMarket } from './watch-market.ts'

/** `BACKTEST_STEPS=500 vitest run service/test/watches/backtest.test.ts` for the long form. */
const STEPS = Number(process.env['BACKTEST_STEPS'] ?? 8)
vi.setConfig({ testTimeout: 60_000 + STEPS * 2000 })

let market: WatchMarket
let documented: Documented

beforeAll(async () => {
  market = await openWatchMarket()
  documented = readDocument((await get(market.url, '/openapi.json')).body as object)
})
afterAll(() => market.stop())

interface BacktestBody {
  events: Omit<WatchEvent, 'id' | 'watch_id' | 'delivery'>[]
  nights: number
  observations: number
}

async function backtest(body: object): Promise<Answer & { body: BacktestBody }> {
  const answer = await market.ask('POST', '/watches/backtest', body)
  const isTold = answer.status === 200 && !('dry_run' in body)
  expect(isTold ? documented.problems('/watches/backtest', 200, answer.body) : []).toEqual([])
  return answer as Answer & { body: BacktestBody }
}

/** What happened, without what only a delivery has. The age of a cell depends on when the judge came by. */
function toldOf(events: readonly (Partial<WatchEvent> & Pick<WatchEvent, 'night' | 'current'>)[]) {
  return events
    .map(({ id: _id, watch_id: _watch, delivery: _delivery, created_at: _at, ...event }) => ({
      ...event,
      previous: event.previous && { ...event.previous, cache_age_sec: 0 },
      current: event.current && { ...event.current, cache_age_sec: 0 },
    }))
    .toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))
}

const orderOf = (event: {
  night: string
  current?: { observed_at: string } | undefined
  type?: string | undefined
}) => `${event.current?.observed_at} ${event.night} ${event.type}`

/** Later than anything seen before. */
let lastMs = 0
function nowMs(): number {
  lastMs = Math.max(lastMs + 1, Date.now())
  return lastMs
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

test('a watch that lived through a stretch, and its backtest over the same stretch, tell the same events', async () => {
  const hotel = { chain: 'castellan', hotel_code: 'NEWCA' }
  const nights = [60, 61, 62].map(inDays)
  const range = { from: nights[0] ?? '', to: nights.at(-1) ?? '' }
  const one = { from: range.from, to: range.from }
  const bodies = [
    { ...hotel, nights: range, kind: 'cash', condition: 'any' },
    { ...hotel, nights: range, kind: 'cash', condition: 'available' },
    { ...hotel, nights: range, kind: 'award', condition: 'points_lte', points_lte: 20_000 },
    {
      ...hotel,
      nights: one,
      kind: 'cash',
      condition: 'rebook',
      rebook: { paid: 150, basis: 'bar', min_saving_pct: 10 },
    },
    { ...hotel, nights: one, kind: 'award', condition: 'rebook', rebook: { paid: 22_000 } },
  ]
  const watches: { body: object; watch: WatchBody }[] = []
  for (const body of bodies) watches.push({ body, watch: await market.watch({ ...body, currency: 'USD' }) })
  const since = new Date(nowMs()).toISOString()
  for (let step = 0; step < STEPS; step += 1) {
    const seenMs = nowMs()
    const sights = nights
      .filter(() => Math.random() < 0.6)
      .flatMap((night) => {
        const isOpen = Math.random() < 0.7
        const figures = {
          currency: Math.random() < 0.1 ? 'EUR' : 'USD',
          memberKnown: Math.random() < 0.5,
          pointsKnown: true,
          ...(isOpen
            ? {
                bar: pick([12_000, 14_000, 16_000]),
                barAfterTax: 17_000,
                points: pick([null, 15_000, 19_000, 25_000]),
              }
            : SOLD_OUT),
        }
        return (['cash', 'award'] as const).map((kind) => ({ night, seenMs, kind, figures }))
      })
    await plant(market.database.pool, hotel, sights)
    await market.quiet()
  }
  let count = 0
  for (const { body, watch } of watches) {
    const lived = await market.events(watch)
    const { body: told } = await backtest({ ...body, currency: 'USD', since })
    expect({ body, events: toldOf(told.events) }).toEqual({ body, events: toldOf(lived) })
    count += lived.length
    expect(told.events.map(({ created_at }) => created_at)).toEqual(
      told.events.map(({ created_at }) => created_at).toSorted(),
    )
  }
  expect(count).toBeGreaterThan(STEPS)
})

test('the same holds for a watch that compares with a channel, which reads and pays for both', async () => {
  const { pool } = market.database
  const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
  const channel = { chain: 'ostello', hotel_code: 'UNDERCUT-aurelia' }
  const night = inDays(70)
  const body = {
    ...hotel,
    nights: { from: night, to: night },
    condition: 'undercut' as const,
    undercut: { channel: channel.chain, hotel_code: channel.hotel_code, min_pct: 5 },
    refresh_sec: 900,
    currency: 'USD',
  }
  const watch = await market.watch(body)
  let seenMs = nowMs()
  for (let step = 0; step < STEPS; step += 1) {
    // As far apart as refreshes are.
    seenMs += 900_000
    const sight = () => ({
      night,
      seenMs,
      figures: { ...PRICED, ...pick([SOLD_OUT, { barAfterTax: 9500 }, { barAfterTax: 9999 }, {}]) },
    })
    await plantAll(pool, [
      { hotel, sights: [sight()] },
      { hotel: channel, sights: [sight()] },
    ])
    await market.quiet()
  }
  const lived = await market.events(watch)
  const planned = await planBacktest(
    backtestDeps(pool, seenMs),
    {
      ...body,
      los: 1,
      kind: 'cash',
      adults: 2,
      children: 0,
      rooms: 1,
      since: watch.created_at,
    },
    false,
  )
  if (!('run' in planned)) throw new Error('a backtest is answered at once')
  const tab = openTab('backtest')
  const answer = await planned.run(tab)
  if (!('body' in answer)) throw new Error('a backtest makes no jobs')
  const told = answer.body.value() as BacktestBody
  expect(lived.length).toBeGreaterThan(0)
  expect(toldOf(told.events)).toEqual(toldOf(lived))
  // A night of the chain at 0.025, one of the agency at a quarter of its shop weight.
  expect(tab.total()).toBe(525)
  expect(told.nights).toBe(2)
})

/** The planted refreshes lie ahead of the clock, so the backtest is asked later than now. */
function backtestDeps(pool: Pool, atMs: number): BacktestDeps {
  const hotels = createHotelsMaster(pool)
  const channelIds = async () => null
  return {
    pool,
    catalog,
    hotels,
    hotelBook: createHotelBook(pool, hotels),
    channelIds,
    historyDays: 400,
    now: () => atMs,
  }
}

test('a backtest stores and sends nothing, is billed as history, and refuses what a watch refuses', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'PASTWATCH' }
  const night = inDays(-20)
  const first = nowMs() - 30 * 86_400_000
  await plant(market.database.pool, hotel, [
    { night, seenMs: first, figures: SOLD_OUT },
    { night, seenMs: first + 1000, figures: { bar: 9000 } },
  ])
  const body = { ...hotel, nights: { from: night, to: inDays(-18) }, condition: 'available' }
  const books = await readBooks(market.database.pool, market.account.no)
  expect(await backtest({ ...body, dry_run: true })).toMatchObject({
    body: { quote: { credits_min: 0.025, credits_max: 0.025, cached: 1, live: 0 } },
  })
  expect(await backtest({ ...body, max_credits: 0.01 })).toMatchObject({ status: 400, charged: 0 })
  expect(errorOf(await backtest({ ...body, webhook_url: 'https://example.com' })).message).toContain(
    'webhook_url',
  )
  expect(errorOf(await backtest({ ...body, points_lte: 5 })).message).toContain('`points_lte`')
  expect(await readBooks(market.database.pool, market.account.no)).toEqual(books)
  const { body: all, charged } = await backtest(body)
  expect({ all, charged }).toMatchObject({
    charged: 0.025,
    all: {
      nights: 1,
      observations: 2,
      events: [
        {
          type: 'watch.available',
          created_at: new Date(first + 1000).toISOString(),
          ...hotel,
          night,
          previous: { status: 'sold_out' },
          current: { status: 'available', lowest_bar: 90, cache_age_sec: 0 },
        },
      ],
    },
  })
  // What was in force at `since` is the baseline, which is read and paid for too.
  expect(await backtest({ ...body, since: new Date(first + 1000).toISOString() })).toMatchObject({
    charged: 0.025,
    body: { events: [], nights: 1, observations: 1 },
  })
  const { rows } = await market.database.pool.query(
    "select endpoint, credits, cached from usage_lines where account = $1 and endpoint = 'backtest' and credits = 25",
    [market.account.no],
  )
  expect(rows).toEqual([
    { endpoint: 'backtest', credits: 25, cached: 1 },
    { endpoint: 'backtest', credits: 25, cached: 1 },
  ])
  const { rows: kept } = await market.database.pool.query(
    "select 1 from watches w join refreshes r on r.id = w.refresh where r.code = 'PASTWATCH'",
  )
  expect(kept).toEqual([])
})
