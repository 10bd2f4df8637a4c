import assert from 'node:assert/strict'
import { Agent, request } from 'undici'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { TEST_CODES } from '../../../sandbox/src/world/test-hotels.ts'
import type { Pool } from '../../src/db/pool.ts'
import { readBooks, type TestAccount } from './accounts.ts'
import { type Answer, get, post } from './client.ts'
import { until } from './until.ts'

/** A cell as a client reads it. */
export interface Cell {
  chain: string
  hotel_code: string
  night: string
  los: number
  kind: 'cash' | 'award'
  adults: number
  children: number
  rooms: number
  currency: string
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los'
  min_los: number | null
  lowest_bar: number | null
  lowest_bar_after_tax: number | null
  lowest_member: number | null
  lowest_points: number | null
  lowest_points_cash: number | null
  cash_copay: number | null
  cpp: number | null
  cpp_points_cash: number | null
  certs: string | null
  from_default_occupancy: boolean
  observed_at: string
  cache_age_sec: number
}

export interface JobBody {
  id: string
  kind: string
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  cells_total: number
  cells_done: number
  tasks_total: number
  tasks_done: number
  tasks_failed: number
  failures: { chain: string; hotel_code: string; code: string; cells: number }[]
  credits_reserved: number
  credits_spent: number
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export interface Page {
  job: JobBody
  cells: Cell[]
  next_cursor: string | null
}

const agent = new Agent({ connections: 32, headersTimeout: 60_000, bodyTimeout: 60_000 })

export interface Download {
  status: number
  headers: Record<string, string>
  /** As they came over the wire: still packed where they were packed. */
  bytes: Buffer
}

/** A call whose answer may be a file. */
export async function download(
  url: string,
  path: string,
  key: string,
  { method = 'GET', body, headers = {} }: { method?: string; body?: unknown; headers?: object } = {},
): Promise<Download> {
  const answer = await request(url + path, {
    dispatcher: agent,
    method: method as 'GET',
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  }
}

export async function cancel(url: string, key: string, id: string): Promise<JobBody> {
  const { status, bytes } = await download(url, `/v1/jobs/${id}`, key, { method: 'DELETE' })
  const job = JSON.parse(bytes.toString()) as JobBody
  assert.equal(status, 200, bytes.toString())
  return job
}

/** Asks for a grid that must become a job. */
export async function queue(url: string, key: string, body: object, path = '/v1/matrix'): Promise<JobBody> {
  const answer = await post(url, path, key, body)
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body as object), ['job'])
  assert.equal(answer.charged, 0)
  const job = jobOf(answer)
  assert.equal(answer.headers['location'], `/v1/jobs/${job.id}`)
  assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/)
  return job
}

export function jobOf(answer: Answer): JobBody {
  return (answer.body as { job: JobBody }).job
}

export async function readJob(url: string, key: string, id: string): Promise<JobBody> {
  return (await get(url, `/v1/jobs/${id}`, key)).body as JobBody
}

/** The job once nothing of it is left to happen. */
export async function ended(url: string, key: string, id: string, timeoutMs = 45_000): Promise<JobBody> {
  let job = await readJob(url, key, id)
  await until(async () => {
    job = await readJob(url, key, id)
    return job.finished_at !== null
  }, timeoutMs)
  return job
}

export async function readPage(
  url: string,
  key: string,
  id: string,
  query: { cursor?: string | null; limit?: number } = {},
): Promise<Page> {
  const search = new URLSearchParams()
  if (query.cursor) search.set('cursor', query.cursor)
  if (query.limit) search.set('limit', String(query.limit))
  const answer = await get(url, `/v1/jobs/${id}/cells?${search.toString()}`, key)
  assert.deepEqual([answer.status, answer.charged], [200, 0], JSON.stringify(answer.body))
  return answer.body as Page
}

/** Every cell, page by page, to the end of the job. */
export async function readCells(url: string, key: string, id: string, limit = 1000): Promise<Cell[]> {
  const cells: Cell[] = []
  let cursor: string | null = null
  do {
    const page: Page = await readPage(url, key, id, { cursor, limit })
    cells.push(...page.cells)
    cursor = page.next_cursor
  } while (cursor !== null)
  return cells
}

export function placeOf({ chain, hotel_code: code, night, los }: Cell): string {
  return `${chain}/${code}/${night}/${los}`
}

/** Names every cell of a grid in the order in which they are served. */
export function placesOf(
  hotels: readonly { chain: string; hotel_code: string }[],
  nights: readonly string[],
  lengths: readonly number[] = [1],
): string[] {
  return hotels.flatMap(({ chain, hotel_code: code }) =>
    nights.flatMap((night) => lengths.map((los) => `${chain}/${code}/${night}/${los}`)),
  )
}

export function of(chain: string, codes: readonly string[]): { chain: string; hotel_code: string }[] {
  return codes.map((code) => ({ chain, hotel_code: code }))
}

/** The ordinary hotels of a source of the sandbox. */
export function ordinaryHotels(source: string, count: number): { chain: string; hotel_code: string }[] {
  world ??= createWorld({ seed: 1, now: Date.now })
  const codes = world.listings(source).map(({ code }) => code)
  const ordinary = codes.filter((code) => !TEST_CODES.some((test) => code.startsWith(test)))
  return of(source, ordinary.slice(0, count))
}

let world: ReturnType<typeof createWorld> | undefined

/**
 * Everything has settled: every job's charge is the sum of its lines and within its reservation, no task has two lines,
 * nothing is reserved any more, and the account's sums agree.
 */
export async function expectExactBooks(pool: Pool, account: TestAccount): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select j.public_id as id from jobs j
     left join (select job, sum(credits)::bigint as credits, count(*) - count(distinct task) as twice
       from usage_lines group by job) l on l.job = j.public_id
     where j.account = $1 and (j.spent <> coalesce(l.credits, 0) or coalesce(l.twice, 0) > 0 or j.spent > j.reserved
       or j.held <> 0 or j.finished_at is null or j.tasks_done + j.tasks_failed <> j.tasks_total
       or exists (select 1 from tasks t where t.job = j.id and t.state in ('q', 'r')))`,
    [account.no],
  )
  assert.deepEqual(rows, [])
  const { used, keys, held, holds, jobs, lines } = await readBooks(pool, account.no)
  assert.deepEqual(
    { used, keys, held, holds, jobs },
    { used: lines, keys: lines, held: 0, holds: 0, jobs: 0 },
  )
}

/** Also while jobs run: the account's reserved credits equal those of its requests and jobs. */
export async function expectHeldInFull(pool: Pool, account: TestAccount): Promise<void> {
  const books = await readBooks(pool, account.no)
  assert.equal(books.held, books.holds + books.jobs)
  assert.equal(books.used, books.lines)
}
