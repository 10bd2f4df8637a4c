import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { openCuttingProxy } from '../support/cutting-proxy.ts'
import {
  type Cell,
  ended,
  expectExactBooks,
  of,
  ordinaryHotels,
  type Page,
  placeOf,
  placesOf,
  queue,
  readCells,
  readPage,
} from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ processes: 2, workers: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())
afterEach(async () => {
  await market.sandbox.control('/reset', {})
  await expectExactBooks(market.database.pool, account)
})

const nightList = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => inDays(from + index))

test('cells come in the order of the request: hotels as listed, nights, lengths of stay from short to long', async () => {
  const hotels = [
    ...of('castellan', ['UNDERCUT']),
    ...of('aurelia', ['TOKAU', 'LONAU', 'NEWAU']),
    ...of('glasshouse', ['UNDERCUT']),
    ...of('castellan', ['SOLDOUT']),
  ]
  const nights = nightList(40, 4)
  const body = { hotels, nights: { from: nights[0], to: nights[3] }, los: [5, 1, 2] }
  const job = await queue(market.url, account.key, body)
  await ended(market.url, account.key, job.id)
  const expected = placesOf(hotels, nights, [1, 2, 5])
  for (const limit of [1000, 72, 71, 7, 1]) {
    const cells = await readCells(market.url, account.key, job.id, limit)
    expect(cells.map(placeOf)).toEqual(expected)
  }
  const whole = await readPage(market.url, account.key, job.id)
  expect(whole).toMatchObject({ job: { id: job.id, status: 'done' }, next_cursor: null })
  expect(whole.cells).toHaveLength(72)
})

test('a page of a running job stops before the first cell that is missing, and its cursor leads on from there', async () => {
  const hotels = of('castellan', ['UNDERCUT', 'SLOW', 'SOLDOUT'])
  const nights = nightList(50, 2)
  const job = await queue(market.url, account.key, { hotels, nights: { from: nights[0], to: nights[1] } })
  let page: Page = await readPage(market.url, account.key, job.id)
  await until(async () => {
    page = await readPage(market.url, account.key, job.id)
    // The last hotel is there before the slow one; a page may not skip that.
    return page.job.cells_done === 4
  })
  expect(page.cells.map(placeOf)).toEqual(placesOf(hotels.slice(0, 1), nights))
  const waiting = await readPage(market.url, account.key, job.id, { cursor: page.next_cursor })
  expect(waiting.cells).toEqual([])
  expect(waiting.next_cursor).toBe(page.next_cursor)
  await ended(market.url, account.key, job.id)
  const rest = await readPage(market.url, account.key, job.id, { cursor: page.next_cursor })
  expect(rest.cells.map(placeOf)).toEqual(placesOf(hotels.slice(1), nights))
  expect(rest.next_cursor).toBeNull()
})

test('cells that failed are left out, and the others stay in their places', async () => {
  const hotels = of('castellan', ['UNKNOWN', 'UNDERCUT', 'UNKNOWN2', 'SOLDOUT', 'UNKNOWN3'])
  const nights = nightList(60, 3)
  const job = await queue(market.url, account.key, { hotels, nights: { from: nights[0], to: nights[2] } })
  expect(await ended(market.url, account.key, job.id)).toMatchObject({
    status: 'done',
    cells_total: 15,
    cells_done: 6,
    tasks_done: 6,
    tasks_failed: 9,
    credits_reserved: 15,
    credits_spent: 6,
  })
  const expected = placesOf(of('castellan', ['UNDERCUT', 'SOLDOUT']), nights)
  for (const limit of [1, 4, 1000])
    expect((await readCells(market.url, account.key, job.id, limit)).map(placeOf)).toEqual(expected)
})

test('a hotel that becomes known while a page is read is not skipped', async () => {
  const proxy = await openCuttingProxy(market.database.url)
  const api = await startApi(proxy.url, market.sandbox.environment)
  try {
    await market.sandbox.control('/sources/castellan', { latencyMs: 1000 })
    const hotels = ordinaryHotels('castellan', 1)
    const nights = nightList(90, 2)
    const job = await queue(api.url, account.key, { hotels, nights: { from: nights[0], to: nights[1] } })
    const held = proxy.holdNext('job_open')
    const reading = readPage(api.url, account.key, job.id)
    await held.arrived
    await ended(market.url, account.key, job.id)
    held.letGo()
    const { cells, next_cursor: cursor } = await reading
    const rest = await readPage(api.url, account.key, job.id, { cursor })
    expect([...cells, ...rest.cells].map(placeOf)).toEqual(placesOf(hotels, nights))
  } finally {
    await api.stop('SIGKILL')
    await proxy.stop()
  }
})

test('pagers that read while workers write see every cell once and in order', async () => {
  await market.sandbox.control('/sources/*', { latencyMs: 30, slowShare: 0.1, slowMs: 700 })
  const hotels = ['aurelia', 'castellan', 'glasshouse', 'dunmore'].flatMap((chain) =>
    ordinaryHotels(chain, 6),
  )
  const nights = nightList(70, 15)
  const body = { hotels, nights: { from: nights[0], to: nights[14] }, los: [1, 2] }
  const job = await queue(market.url, account.key, body)
  const pagers = Array.from({ length: 6 }, (_, index) =>
    follow(market.apis[index % 2]?.url ?? '', job.id, 7 + 60 * index),
  )
  const read = await Promise.all(pagers)
  expect(await ended(market.url, account.key, job.id)).toMatchObject({ cells_done: 720, tasks_failed: 0 })
  for (const { cells, waits } of read) {
    expect(cells.map(placeOf)).toEqual(placesOf(hotels, nights, [1, 2]))
    expect(waits).toBeGreaterThan(0)
  }
})

/** Reads to the end of a job from the moment it was made. */
async function follow(url: string, id: string, limit: number): Promise<{ cells: Cell[]; waits: number }> {
  const cells: Cell[] = []
  let cursor: string | null = null
  let waits = 0
  do {
    const page: Page = await readPage(url, account.key, id, { cursor, limit })
    expect(page.cells.length).toBeLessThanOrEqual(limit)
    cells.push(...page.cells)
    if (page.cells.length === 0 && page.next_cursor !== null) waits += 1
    cursor = page.next_cursor
  } while (cursor !== null)
  return { cells, waits }
}
