import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { call, errorOf, get, post } from '../support/client.ts'
import {
  type Cell,
  download,
  ended,
  expectExactBooks,
  jobOf,
  placeOf,
  placesOf,
  queue,
  readCells,
  readJob,
} from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let account: TestAccount
const hotels = [
  { chain: 'aurelia', hotel_code: 'NEWAU' },
  { chain: 'castellan', hotel_code: 'UNDERCUT' },
]

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())
afterEach(() => expectExactBooks(market.database.pool, account))

/** Each test uses different nights, so that none finds cells cached by another. */
let nextDay = 20
function freshNights(count: number): { from: string; to: string; list: string[] } {
  const list = Array.from({ length: count }, (_, index) => inDays(nextDay + index))
  nextDay += count
  return { from: list[0] ?? '', to: list.at(-1) ?? '', list }
}

const matrix = (body: object, headers = {}) => post(market.url, '/v1/matrix', account.key, body, headers)

async function linesOf(job: string) {
  const { rows } = await market.database.pool.query(
    'select endpoint, credits, live, cached, free, task, request_id, key from usage_lines where job = $1 order by task',
    [job],
  )
  return rows
}

test('a grid that is not cached becomes a job with its worst case reserved, and is served from the cache afterwards', async () => {
  const { from, to, list } = freshNights(3)
  const body = { hotels, nights: { from, to } }
  const answer = await matrix(body, { 'x-request-id': 'grid-first-ask' })
  // Three cells at 0.2 and three at 1.
  expect(answer).toMatchObject({
    status: 202,
    charged: 0,
    body: {
      job: { kind: 'matrix', cells_total: 6, cells_done: 0, credits_reserved: 3.6, credits_spent: 0 },
    },
  })
  expect(answer.headers).not.toHaveProperty('x-job-id')
  const job = await ended(market.url, account.key, jobOf(answer).id)
  expect(job).toMatchObject({ status: 'done', cells_done: 6, tasks_failed: 0, credits_spent: 3.6 })
  expect(job.tasks_done).toBe(job.tasks_total)
  const lines = await linesOf(job.id)
  expect(lines.reduce((sum, { credits }) => sum + credits, 0)).toBe(3600)
  for (const line of lines) {
    expect(line).toMatchObject({ endpoint: 'matrix', request_id: 'grid-first-ask', key: account.keyNo })
  }

  const asked = await market.requests('castellan')
  const served = await matrix(body)
  expect(served).toMatchObject({ status: 200, charged: 0.9, body: { count: 6 } })
  const { cells } = served.body as { cells: Cell[] }
  expect(cells.map(placeOf)).toEqual(placesOf(hotels, list))
  expect(await market.requests('castellan')).toBe(asked)
  const paged = await readCells(market.url, account.key, job.id)
  expect(paged.map(withoutAge)).toEqual(cells.map(withoutAge))
  expect(cells[3]).toMatchObject({ kind: 'cash', adults: 2, children: 0, rooms: 1, currency: 'USD' })
  expect(cells[3]).toMatchObject({ status: 'available', lowest_bar: 170, lowest_bar_after_tax: 192 })
})

test('what the store holds of a job is charged at once at a quarter, as task 0, and not asked for again', async () => {
  const { from, to, list } = freshNights(4)
  const first = await queue(market.url, account.key, { hotels, nights: { from, to: list[1] } })
  await ended(market.url, account.key, first.id)
  const before = await market.requests('castellan')
  const used = await readBooks(market.database.pool, account.no)

  const answer = await matrix({ hotels, nights: { from, to } })
  // Two cells of each are held: 2 × 0.05 + 2 × 0.25 = 0.6; two of each are live: 2 × 0.2 + 2 × 1 = 2.4.
  expect(answer).toMatchObject({
    status: 202,
    charged: 0,
    body: { job: { cells_total: 8, cells_done: 4, credits_reserved: 3, credits_spent: 0.6 } },
  })
  const job = jobOf(answer)
  expect((await linesOf(job.id))[0]).toMatchObject({ task: 0, credits: 600, cached: 4, live: 0 })
  expect(answer.remaining).toBe(1_000_000 - used.used / 1000 - 0.6)
  expect(await ended(market.url, account.key, job.id)).toMatchObject({ cells_done: 8, credits_spent: 3 })
  expect((await market.requests('castellan')) - before).toBe(2)
  expect((await readCells(market.url, account.key, job.id)).map(placeOf)).toEqual(placesOf(hotels, list))
})

test('a live shop is the cell of its night, and a cell that a batch brought is the row of a compset', async () => {
  const { from, to } = freshNights(1)
  const shop = await post(market.url, '/v1/shop', account.key, {
    chain: 'aurelia',
    hotel_code: 'LONAU',
    checkin: from,
  })
  expect(shop).toMatchObject({ status: 200, charged: 1 })
  const one = { chain: 'aurelia', hotel_codes: ['LONAU'], nights: { from, to } }
  for (const [kind, cost] of [
    ['cash', 0.05],
    ['award', 0.25],
  ] as const) {
    const served = await matrix({ ...one, kind })
    expect(served).toMatchObject({ status: 200, charged: cost, body: { count: 1 } })
    const { lowest, currency, observed_at } = shop.body as Record<string, Record<string, unknown>>
    expect((served.body as { cells: Cell[] }).cells[0]).toMatchObject({
      kind,
      currency,
      lowest_bar: lowest?.['bar'],
      lowest_bar_after_tax: lowest?.['bar_after_tax'],
      lowest_member: lowest?.['member'],
      lowest_points: lowest?.['lowest_points'],
      observed_at,
    })
  }
  const other = await queue(market.url, account.key, { ...one, hotel_codes: ['TOKAU'] })
  await ended(market.url, account.key, other.id)
  const row = await post(market.url, '/v1/compset', account.key, {
    chain: 'aurelia',
    hotel_codes: ['TOKAU'],
    checkin: from,
  })
  expect(row).toMatchObject({ status: 200, body: { hotels: [{ cached: true }] } })
})

test('max_age decides which cached cells are served, and 0 fetches every cell again', async () => {
  const { from, to } = freshNights(2)
  const body = { chain: 'castellan', hotel_codes: ['DROPS'], nights: { from, to } }
  const first = await queue(market.url, account.key, body)
  await ended(market.url, account.key, first.id)
  expect(await readCells(market.url, account.key, first.id)).toMatchObject([
    { lowest_bar: 340 },
    { lowest_bar: 340 },
  ])
  await market.database.pool.query('update cells set seen = seen - 60000 where night = $1', [from])
  const half = await matrix({ ...body, max_age: 30 })
  expect(half).toMatchObject({ status: 202, body: { job: { cells_done: 1, credits_reserved: 1.25 } } })
  await ended(market.url, account.key, jobOf(half).id)
  expect(await readCells(market.url, account.key, jobOf(half).id)).toMatchObject([
    { lowest_bar: 323 },
    { lowest_bar: 340 },
  ])

  const anew = await queue(market.url, account.key, { ...body, max_age: 0 })
  expect(anew).toMatchObject({ cells_done: 0, credits_reserved: 2 })
  expect(await ended(market.url, account.key, anew.id)).toMatchObject({ credits_spent: 2 })
  expect((await readCells(market.url, account.key, anew.id)).map((cell) => cell.lowest_bar)).toEqual([
    306.85, 323,
  ])
})

test('two jobs for fresh figures of the same cells at the same time both pay in full', async () => {
  const { from, to } = freshNights(3)
  await market.sandbox.control('/sources/castellan', { latencyMs: 1000 })
  const body = { chain: 'castellan', hotel_codes: ['UNDERCUT'], nights: { from, to } }
  const twice = await Promise.all(
    [0, 0].map((age) => queue(market.url, account.key, { ...body, max_age: age })),
  )
  const jobs = await Promise.all(twice.map(({ id }) => ended(market.url, account.key, id)))
  expect(jobs.map((job) => job.credits_spent)).toEqual([3, 3])

  // Where an answer that is just arriving will do, the second caller shares it at the price of a hit.
  const shared = await Promise.all([1, 2].map(() => queue(market.url, account.key, { ...body, rooms: 2 })))
  const both = await Promise.all(shared.map(({ id }) => ended(market.url, account.key, id)))
  expect(both.map((job) => job.credits_spent).toSorted((a, b) => a - b)).toEqual([0.75, 3])
  await market.sandbox.control('/sources/castellan', { latencyMs: 0 })
})

test('a quote is free, asks no source and queues nothing; a cap below the worst case refuses', async () => {
  const { from, to, list } = freshNights(2)
  const one = await queue(market.url, account.key, { hotels, nights: { from, to: list[0] } })
  await ended(market.url, account.key, one.id)
  const before = [await market.requests('aurelia'), await market.requests('castellan')]
  const books = await readBooks(market.database.pool, account.no)
  const body = { hotels, nights: { from, to } }
  for (const path of ['/v1/matrix', '/v1/export']) {
    expect(await post(market.url, path, account.key, { ...body, dry_run: true })).toMatchObject({
      status: 200,
      charged: 0,
      // Held: (0.2 + 1) × 0.25; live: 1.2.
      body: { quote: { credits_min: 0.3, credits_max: 1.5, cached: 2, live: 2, free: 0 } },
    })
    const refused = await post(market.url, path, account.key, { ...body, max_credits: 1.499 })
    expect(refused).toMatchObject({ status: 400, charged: 0 })
    expect(errorOf(refused)).toMatchObject({ code: 'invalid_request' })
    expect(errorOf(refused).message).toContain('1.5')
  }
  const { jobs } = (await get(market.url, '/v1/jobs?limit=1', account.key)).body as { jobs: { id: string }[] }
  expect(jobs[0]?.id).toBe(one.id)
  expect([await market.requests('aurelia'), await market.requests('castellan')]).toEqual(before)
  expect(await readBooks(market.database.pool, account.no)).toEqual(books)
  const capped = await matrix({ ...body, max_credits: 1.5 })
  expect(capped.status).toBe(202)
  await ended(market.url, account.key, jobOf(capped).id)
  const held = await matrix({ ...body, dry_run: true })
  expect(held.body).toEqual({
    quote: {
      credits_min: 0.6,
      credits_max: 0.6,
      cached: 4,
      live: 0,
      free: 0,
      upstream: { requests: 0, cost: null },
    },
  })
})

test('the same request under one Idempotency-Key is one job, and one answer', async () => {
  const { from, to } = freshNights(2)
  for (const path of ['/v1/matrix', '/v1/export']) {
    const headers = { 'idempotency-key': `again-${path}` }
    const body = { hotels, nights: { from, to }, adults: path === '/v1/matrix' ? 2 : 3 }
    const [first, ...others] = await Promise.all(
      [1, 2, 3].map(() => call(market.url, 'POST', path, { key: account.key, body, headers })),
    )
    const ids = [first, ...others].map((answer) => answer && jobOf(answer).id)
    expect(new Set(ids).size).toBe(1)
    const again = await post(market.url, path, account.key, body, headers)
    expect(again).toMatchObject({ status: 202, charged: 0, headers: { 'idempotent-replay': 'true' } })
    expect(again.headers['x-job-id']).toBe(path === '/v1/export' ? ids[0] : undefined)
    const other = await post(market.url, path, account.key, { ...body, rooms: 2 }, headers)
    expect(other).toMatchObject({ status: 400, charged: 0 })
    await ended(market.url, account.key, ids[0] ?? '')

    const served = { key: account.key, method: 'POST', body, headers: { 'idempotency-key': `held-${path}` } }
    const one = await download(market.url, path, account.key, served)
    const two = await download(market.url, path, account.key, served)
    expect([one.status, one.headers['x-credits-charged']]).toEqual([200, '0.6'])
    expect([two.status, two.headers['x-credits-charged']]).toEqual([200, '0'])
    expect(two.headers['idempotent-replay']).toBe('true')
    expect(two.headers['content-type']).toBe(one.headers['content-type'])
    expect(two.headers['content-disposition']).toBe(one.headers['content-disposition'])
    expect(two.bytes.equals(one.bytes)).toBe(true)
  }
})

test('an account that cannot pay for the worst case gets the required credits in the error, and nothing is queued or held', async () => {
  const { from, to } = freshNights(10)
  const poor = await newAccount(market.database.pool, 'free', { credits: 11.9, rps: 1000 })
  const body = { hotels, nights: { from, to } }
  for (const path of ['/v1/matrix', '/v1/export']) {
    const refused = await post(market.url, path, poor.key, body)
    expect(refused).toMatchObject({ status: 429, charged: 0, remaining: 11.9 })
    expect(errorOf(refused).code).toBe('quota_exceeded')
    expect(errorOf(refused).message).toMatch(/\b12 credits\b.*\b11\.9\b/)
  }
  expect((await get(market.url, '/v1/jobs', poor.key)).body).toEqual({ jobs: [], next_cursor: null })
  expect(await readBooks(market.database.pool, poor.no)).toMatchObject({ used: 0, held: 0, lineCount: 0 })

  // Credits reserved for one job are not available for the next.
  await market.sandbox.control('/sources/*', { latencyMs: 400 })
  const half = { hotels, nights: { from, to: inDays(nextDay - 5) } }
  const job = await queue(market.url, poor.key, half)
  expect(job.credits_reserved).toBe(7.2)
  const next = await post(market.url, '/v1/matrix', poor.key, { ...half, adults: 1 })
  expect(next).toMatchObject({ status: 429, charged: 0 })
  expect(errorOf(next).message).toMatch(/\b7\.2 credits\b.*\b4\.7\b/)
  expect((await readJob(market.url, poor.key, job.id)).status).not.toBe('failed')
  await market.sandbox.control('/sources/*', { latencyMs: 0 })
  await ended(market.url, poor.key, job.id)
  await expectExactBooks(market.database.pool, poor)
})

test('a party that an agency cannot be asked for gets the default party’s figures, and the cell says so', async () => {
  const { from, to } = freshNights(2)
  // An ordinary hotel has nine rooms left on some nights only.
  const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
  const agency = { chain: 'mapleroom', hotel_code: 'UNDERCUT-aurelia' }
  const body = { hotels: [hotel, agency], nights: { from, to }, adults: 1, rooms: 9 }
  const job = await queue(market.url, account.key, body)
  expect(await ended(market.url, account.key, job.id)).toMatchObject({ status: 'done', cells_done: 4 })
  const large = (await matrix(body)).body as { cells: Cell[] }
  expect(large.cells.map(({ chain, from_default_occupancy: byDefault }) => [chain, byDefault])).toEqual([
    ['aurelia', false],
    ['aurelia', false],
    ['mapleroom', true],
    ['mapleroom', true],
  ])
  for (const cell of large.cells) expect(cell).toMatchObject({ adults: 1, children: 0, rooms: 9 })

  // They are the default party's cells: who asks for that finds them in the store, for a quarter.
  const usual = await matrix({ hotels: [agency], nights: { from, to } })
  expect(usual).toMatchObject({ status: 200, body: { count: 2 } })
  const { cells } = usual.body as { cells: Cell[] }
  const figures = ({ lowest_bar: bar, lowest_bar_after_tax: taxed, status }: Cell) => [status, bar, taxed]
  expect(large.cells.slice(2).map(figures)).toEqual(cells.map(figures))
  expect(cells[0]).toMatchObject({ status: 'available', rooms: 1, from_default_occupancy: false })

  const csv = await download(market.url, `/v1/jobs/${job.id}/export?format=csv`, account.key)
  const rows = csv.bytes.toString().trim().split('\n')
  const [header = ''] = rows
  const column = header.split(',').indexOf('from_default_occupancy')
  expect(rows.slice(1).map((row) => row.split(',')[column])).toEqual(['false', 'false', 'true', 'true'])

  // Nobody else may take them for the large party's: it still cannot be had, and cannot be watched.
  const set = { hotels: [hotel, agency], checkin: from, adults: 1, rooms: 9 }
  const compared = await post(market.url, '/v1/compset', account.key, set)
  expect(compared.body).toMatchObject({
    hotels: [{ status: 'available' }, { status: null, error: { code: 'invalid_request' } }],
  })
  const watch = { nights: { from, to: from }, rooms: 9, webhook_url: 'https://example.com/hook' }
  const undercut = { channel: agency.chain, hotel_code: agency.hotel_code, min_pct: 1 }
  for (const about of [
    { ...agency, condition: 'any' },
    { ...hotel, condition: 'undercut', undercut },
  ]) {
    const refused = await post(market.url, '/v1/watches', account.key, { ...watch, ...about })
    expect(refused.status).toBe(400)
    expect(errorOf(refused).message).toMatch(/rooms.*at most 8 at mapleroom/)
  }
})

function withoutAge({ cache_age_sec: age, ...cell }: Cell): Omit<Cell, 'cache_age_sec'> {
  expect(age).toBeGreaterThanOrEqual(0)
  return cell
}
