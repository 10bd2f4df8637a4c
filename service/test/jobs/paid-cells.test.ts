import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetOldJobs } from '../../src/jobs/forget.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { errorOf, get } from '../support/client.ts'
import {
  type Cell,
  cancel,
  download,
  ended,
  expectExactBooks,
  of,
  placeOf,
  placesOf,
  queue,
  readCells,
} from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let payer: TestAccount
let other: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  payer = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  other = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

/** The lines of a job's file, without the header. */
async function fileOf(account: TestAccount, id: string): Promise<string[]> {
  const { status, bytes } = await download(market.url, `/v1/jobs/${id}/export`, account.key)
  expect(status).toBe(200)
  return bytes.toString().trimEnd().split('\n').slice(1)
}

const bogus = Array.from({ length: 40 }, (_, index) => `UNKNOWN${index}`)

test('a canceled job never shows cells that another account pays for', async () => {
  const nights = { from: inDays(20), to: inDays(22) }
  await market.workers[0]?.stop()
  const job = await queue(market.url, other.key, { hotels: of('castellan', [...bogus, 'UNDERCUT']), nights })
  expect(await cancel(market.url, other.key, job.id)).toMatchObject({ status: 'canceled', credits_spent: 0 })
  await market.startWorker()
  const paid = await queue(market.url, payer.key, { hotels: of('castellan', ['UNDERCUT']), nights })
  expect(await ended(market.url, payer.key, paid.id)).toMatchObject({ cells_done: 3, credits_spent: 3 })
  expect(await fileOf(payer, paid.id)).toHaveLength(3)
  expect(await fileOf(other, job.id)).toEqual([])
  expect(await readCells(market.url, other.key, job.id)).toEqual([])
  expect((await readBooks(market.database.pool, other.no)).used).toBe(0)
})

test('cells of failed tasks stay away when another account fetches them later', async () => {
  const night = inDays(30)
  const body = { hotels: of('brightwater', ['UNDERCUT', 'SOLDOUT']), nights: { from: night, to: night } }
  await market.sandbox.control('/sources/brightwater', { fault: '500' })
  const job = await queue(market.url, other.key, body)
  expect(await ended(market.url, other.key, job.id)).toMatchObject({
    status: 'failed',
    failures: ['SOLDOUT', 'UNDERCUT'].map((code) => ({
      chain: 'brightwater',
      hotel_code: code,
      code: 'source_unavailable',
      cells: 1,
    })),
  })
  await market.sandbox.control('/reset', {})
  const paid = await queue(market.url, payer.key, body)
  expect(await ended(market.url, payer.key, paid.id)).toMatchObject({ cells_done: 2, failures: [] })
  expect(await fileOf(other, job.id)).toEqual([])
  expect(await readCells(market.url, other.key, job.id)).toEqual([])
})

test('a finished job keeps its cells as they were, whatever others refresh later', async () => {
  const nights = [inDays(40), inDays(41)]
  const range = { from: nights[0], to: nights[1] }
  const hotels = of('castellan', ['SOLDOUT', 'UNDERCUT'])
  // The first hotel is cached when the second job is made, and paid for then.
  await ended(
    market.url,
    payer.key,
    (await queue(market.url, payer.key, { hotels: hotels.slice(0, 1), nights: range })).id,
  )
  const job = await queue(market.url, other.key, { hotels, nights: range })
  expect(job.cells_done).toBe(2)
  expect(await ended(market.url, other.key, job.id)).toMatchObject({ status: 'done', cells_done: 4 })
  const before = await readCells(market.url, other.key, job.id)
  expect(before.map(placeOf)).toEqual(placesOf(hotels, nights))
  const again = await queue(market.url, payer.key, { hotels, nights: range, max_age: 0 })
  await ended(market.url, payer.key, again.id)
  const seen = ({ observed_at: at }: { observed_at: string }) => at
  const later = await readCells(market.url, payer.key, again.id)
  expect(later.map(seen)).not.toEqual(before.map(seen))
  const unchanged = await readCells(market.url, other.key, job.id)
  expect(unchanged.map(seen)).toEqual(before.map(seen))
  expect(await fileOf(other, job.id)).toHaveLength(4)
  await expectExactBooks(market.database.pool, other)
})

test('failures name each hotel once per code, at most 100 of them', async () => {
  const nights = { from: inDays(50), to: inDays(51) }
  const hotels = of(
    'castellan',
    Array.from({ length: 120 }, (_, index) => `UNKNOWN${1000 + index}`),
  )
  const job = await queue(market.url, other.key, {
    hotels: [...hotels, ...of('castellan', ['SOLDOUT'])],
    nights,
  })
  const end = await ended(market.url, other.key, job.id)
  expect(end).toMatchObject({ status: 'done', cells_done: 2, tasks_failed: 240 })
  expect(end.failures).toHaveLength(100)
  for (const failure of end.failures)
    expect(failure).toMatchObject({ chain: 'castellan', code: 'hotel_not_found', cells: 2 })
  const listed = (await get(market.url, '/v1/jobs?limit=1', other.key)).body as { jobs: object[] }
  expect(listed.jobs[0]).toEqual(end)
})

test('no task is left when jobs have ended', async () => {
  const { rows } = await market.database.pool.query('select count(*)::int as count from tasks')
  expect(rows).toEqual([{ count: 0 }])
})

test('an expired job is refused on every route, and its rows go', async () => {
  const { pool } = market.database
  const night = inDays(60)
  const body = { hotels: of('castellan', ['SOLDOUT']), nights: { from: night, to: night } }
  const job = await queue(market.url, other.key, body)
  await ended(market.url, other.key, job.id)
  await pool.query("update jobs set finished_at = finished_at - interval '30 days' where public_id = $1", [
    job.id,
  ])
  for (const path of ['', '/cells', '/export']) {
    const answer = await get(market.url, `/v1/jobs/${job.id}${path}`, other.key)
    expect(errorOf(answer)).toMatchObject({
      code: 'invalid_request',
      message: `The job ${job.id} has expired. It could be read for 30 days after its end.`,
    })
  }
  const { jobs } = (await get(market.url, '/v1/jobs', other.key)).body as { jobs: { id: string }[] }
  expect(jobs.map(({ id }) => id)).not.toContain(job.id)
  expect(await forgetOldJobs(pool, 30)).toBe(1)
  expect(errorOf(await get(market.url, `/v1/jobs/${job.id}`, other.key)).message).toBe(
    `There is no job ${job.id}.`,
  )
  const { rows } = await pool.query(
    `select 1 from job_cells c where not exists (select 1 from jobs j where j.id = c.job)
     union all select 1 from job_failures f where not exists (select 1 from jobs j where j.id = f.job)`,
  )
  expect(rows).toEqual([])
})

test('points that were fetched in one currency serve a grid in another', async () => {
  const grid = { hotels: of('castellan', ['UNDERCUT', 'AWARDFLAP']), kind: 'award' }
  const [first, last] = [inDays(140), inDays(142)]
  const dollars = await queue(market.url, payer.key, { ...grid, nights: { from: first, to: inDays(141) } })
  expect(await ended(market.url, payer.key, dollars.id)).toMatchObject({ cells_done: 4, credits_spent: 4 })
  const known = await readCells(market.url, payer.key, dollars.id)

  const euros = { ...grid, currency: 'EUR', nights: { from: first, to: last } }
  const job = await queue(market.url, other.key, euros)
  expect(await ended(market.url, other.key, job.id)).toMatchObject({ cells_done: 6, credits_spent: 3 })
  const cells = await readCells(market.url, other.key, job.id)
  const inDollars = cells.filter(({ currency }) => currency === 'USD')
  const ageless = (cell: Cell) => ({ ...cell, cache_age_sec: 0 })
  expect(inDollars.map(ageless)).toEqual(known.map(ageless))
  expect(cells.filter(({ currency }) => currency === 'EUR').map(({ night }) => night)).toEqual([last, last])
  expect(await fileOf(other, job.id)).toHaveLength(6)
})
