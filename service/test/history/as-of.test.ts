import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { errorOf, post } from '../support/client.ts'
import { parseCsv } from '../support/csv.ts'
import { type Cell, download } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { DAY_MS, plant, SOLD_OUT } from './past.ts'

/** `AS_OF_MOMENTS=200 vitest run service/test/history/as-of.test.ts` for the long form. */
const MOMENTS = Number(process.env['AS_OF_MOMENTS'] ?? 12)
const WRITERS = 20

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

const matrix = (body: object) => post(market.url, '/v1/matrix', account.key, body)
const cellsOf = (answer: { body: unknown }) => (answer.body as { cells: Cell[] }).cells
const at = (ms: number) => new Date(ms).toISOString()

test('a grid as of a moment has the last change of each cell before it, for a quarter of the price', async () => {
  const hotel = { chain: 'aurelia', hotel_code: 'PAST4' }
  const other = { chain: 'castellan', hotel_code: 'PAST5' }
  const night = inDays(-5)
  const [first, second, third] = [20, 15, 10].map((days) => Date.now() - days * DAY_MS) as [
    number,
    number,
    number,
  ]
  await plant(market.database.pool, hotel, [
    {
      night,
      seenMs: first,
      figures: { bar: 10_000, barAfterTax: 12_000, points: 40_000, pointsKnown: true },
    },
    { night, seenMs: second, figures: SOLD_OUT },
    { night: inDays(-4), seenMs: third, figures: { bar: 9000 } },
  ])
  await plant(market.database.pool, other, [{ night, seenMs: first, figures: { bar: 7000 } }])
  const grid = { hotels: [hotel, other], nights: { from: night, to: inDays(-4) } }

  const early = await matrix({ ...grid, as_of: at(first + 5000) })
  // One cell at a quarter of 0.2, one at a quarter of 1.
  expect(early).toMatchObject({ status: 200, charged: 0.3, body: { count: 2 } })
  expect(cellsOf(early)).toMatchObject([
    {
      ...hotel,
      night,
      lowest_bar: 100,
      lowest_points: 40_000,
      cpp: 0.3,
      certs: '40k:0;50k:0;85k:0;35k:5000',
      observed_at: at(first),
      cache_age_sec: 5,
    },
    { ...other, night, lowest_bar: 70 },
  ])
  const late = await matrix({ ...grid, as_of: at(third) })
  expect(cellsOf(late)).toMatchObject([
    { ...hotel, night, status: 'sold_out', lowest_bar: null, observed_at: at(second) },
    { ...hotel, night: inDays(-4), lowest_bar: 90, observed_at: at(third), cache_age_sec: 0 },
    { ...other, night, lowest_bar: 70 },
  ])
  expect(await matrix({ ...grid, as_of: at(first - 1) })).toMatchObject({
    charged: 0,
    body: { cells: [], count: 0 },
  })
  expect(await matrix({ ...grid, as_of: at(third), dry_run: true })).toMatchObject({
    body: { quote: { credits_min: 0.35, credits_max: 0.35, cached: 3, live: 0, free: 0 } },
  })

  const file = await download(market.url, '/v1/export', account.key, {
    method: 'POST',
    body: { ...grid, as_of: at(third) },
  })
  const [header = [], ...lines] = parseCsv(file.bytes.toString())
  const [on, bar] = [header.indexOf('night'), header.indexOf('lowest_bar')]
  expect(lines.map((line) => [line[on], line[bar]])).toEqual([
    [night, ''],
    [inDays(-4), '90'],
    [night, '70'],
  ])

  for (const [body, says] of [
    [{ ...grid, as_of: at(third), max_age: 60 }, 'either `as_of` or `max_age`'],
    [{ ...grid, as_of: at(Date.now() + 60_000) }, '`as_of` must not be in the future'],
    [{ ...grid, as_of: at(Date.now()) }, '`nights.from` must be from'],
    [{ ...grid }, '`nights.from` must be from'],
  ] as const) {
    const answer = await matrix(body)
    expect(answer).toMatchObject({ status: 400, charged: 0 })
    expect(errorOf(answer).message).toContain(says)
  }
})

test(`while ${WRITERS} writers change the cells, the grid as of any moment is the one that was read then`, async () => {
  const hotels = ['W1', 'W2', 'W3', 'W4'].map((hotel_code) => ({ chain: 'aurelia', hotel_code }))
  const nights = Array.from({ length: 6 }, (_, index) => inDays(30 + index))
  const grid = { hotels, nights: { from: nights[0] ?? '', to: nights.at(-1) ?? '' } }
  const figuresNow = () =>
    Math.random() < 0.2 ? SOLD_OUT : { bar: Math.ceil(Math.random() * 5) * 1000, barAfterTax: 9000 }
  const sightsNow = (which: readonly string[]) =>
    which.map((night) => ({ night, seenMs: Date.now(), figures: figuresNow() }))
  for (const hotel of hotels) await plant(market.database.pool, hotel, sightsNow(nights))

  const writing = { isOver: false, under: new Set<Promise<void>>() }
  let gate = Promise.resolve()
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!writing.isOver) {
      // Closed meanwhile: wait again.
      for (let passed: Promise<void> | null = null; passed !== gate; ) {
        passed = gate
        await passed
      }
      const hotel = hotels[Math.floor(Math.random() * hotels.length)] ?? hotels[0]
      if (!hotel) throw new Error('no hotel')
      const write = plant(market.database.pool, hotel, sightsNow(nights.filter(() => Math.random() < 0.5)))
      writing.under.add(write)
      await write
      writing.under.delete(write)
    }
  })

  const read: { asOf: string; cells: Cell[] }[] = []
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    const { promise: closed, resolve: open } = Promise.withResolvers<void>()
    gate = closed
    await Promise.all(writing.under)
    const cells = cellsOf(await matrix({ ...grid, max_age: 3600 }))
    read.push({ asOf: at(Date.now()), cells })
    // The next write shall be after this moment.
    for (const from = Date.now(); Date.now() === from; ) await Promise.resolve()
    open()
    await new Promise((resolve) => setImmediate(resolve))
    await Promise.race(writing.under)
  }
  writing.isOver = true
  await Promise.all(writers)

  const { rows } = await market.database.pool.query('select count(*) from cell_history')
  expect(rows[0].count).toBeGreaterThan(MOMENTS * 10)
  for (const { asOf, cells } of read) {
    expect(cells).toHaveLength(24)
    expect(cellsOf(await matrix({ ...grid, as_of: asOf })).map(withoutTime)).toEqual(cells.map(withoutTime))
  }
})

/** A grid shows when a cell was last seen, and the past when it changed. */
function withoutTime({ observed_at: _at, cache_age_sec: _age, ...cell }: Cell) {
  return cell
}
