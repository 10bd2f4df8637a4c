import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { PLANS } from '../../src/accounts/plans.ts'
import { newOrderedId } from '../../src/kernel/ids.ts'
import { LIMITS } from '../../src/kernel/limits.ts'
import { loggedOf } from '../../src/requests/logged.ts'
import { writeLogged } from '../../src/requests/store.ts'
import { sweep } from '../../src/watches/refreshing/upkeep.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { call, errorOf, post } from '../support/client.ts'
import { cancel, jobOf } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

/** What one free account can leave behind in a day, each kind of call in its largest form. docs/proof.md has the table. */
const MOST_BYTES = 50e6
const { requestsPerSecond } = PLANS.free
const WRITES = LIMITS.freeWritesPerRps * requestsPerSecond

let market: Market
let account: TestAccount
const measured: Record<string, number> = {}

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

const random = (length: number) => randomBytes(length).toString('hex').slice(0, length)
const longest = () => ({ 'idempotency-key': random(LIMITS.idempotencyKeyLength) })

/** Where the calls of this test can leave something. */
const TABLES = [
  'acts',
  'deliveries',
  'delivery_attempts',
  'events',
  'free_writes',
  'holds',
  'hooks',
  'hotels',
  'idempotent_answers',
  'job_failures',
  'jobs',
  'keys',
  'place_lookups',
  'refreshes',
  'sightings',
  'tasks',
  'unindexed_hotels',
  'usage_lines_rest',
  'watch_nights',
  'watched_places',
  'watches',
]

/**
 * The log of requests, which overwrites its oldest rows, and what is kept of each source: what was asked, by day and purpose, and what
 * its answers look like.
 */
const LOG = [
  'logged_requests',
  'request_rings',
  'source_spending',
  'source_leases',
  'source_orders',
  'source_shapes',
  'source_samples',
]

/**
 * Bytes of these tables and their indexes, tightly packed.
 * Copies are measured: a vacuum keeps deleted rows that somebody, such as an analyze, might still look at.
 */
async function storedBytes(tables = TABLES): Promise<number> {
  const { pool } = market.database
  const copies = tables.map((table) => `packed.${table}`)
  const steps = tables.flatMap((table) => [
    `create table packed.${table} (like public.${table} including all)`,
    `insert into packed.${table} overriding system value select * from public.${table}`,
  ])
  await pool.query(['create schema packed', ...steps].join(';'))
  await pool.query(`vacuum full ${copies.join(', ')}`)
  const { rows } = await pool.query<{ bytes: number }>(
    'select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) name',
    [copies],
  )
  await pool.query('drop schema packed cascade')
  return rows[0]?.bytes ?? Number.NaN
}

/** Bytes that each of so many calls leaves behind. */
async function bytesPerCall(
  name: string,
  count: number,
  act: (index: number) => Promise<unknown>,
): Promise<number> {
  const before = await storedBytes()
  for (let index = 0; index < count; index += 10)
    await Promise.all(Array.from({ length: 10 }, (_, offset) => act(index + offset)))
  const bytes = ((await storedBytes()) - before) / count
  measured[name] = Math.round(bytes)
  return bytes
}

/** Rows of each table but the log of requests, and what a process has seen of a source, which it writes over. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await market.database.pool.query<{ name: string; rows: number }>(
    `select relname as name,
       (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text::int as rows
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all($1::text[])`,
    [[...LOG, 'source_sightings']],
  )
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

/** By how many rows each table has grown. */
async function grownSince(before: Record<string, number>): Promise<Record<string, number>> {
  const grown = Object.entries(await rowCounts()).map(([name, rows]) => [name, rows - (before[name] ?? 0)])
  return Object.fromEntries(grown.filter(([, rows]) => rows !== 0)) as Record<string, number>
}

const watchBody = (url: string) => ({
  chain: 'castellan',
  hotel_code: 'UNDERCUT',
  nights: { from: inDays(30), to: inDays(30) },
  condition: 'any',
  webhook_url: url,
})
const longUrl = () => `https://hooks.example.com/${random(LIMITS.webhookUrlLength - 26)}`

async function makeWatch(): Promise<string> {
  const made = await post(market.url, '/v1/watches', account.key, watchBody(longUrl()), longest())
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return (made.body as { id: string }).id
}

test('dry runs and failed calls leave nothing behind but a line in the log of requests', async () => {
  const hotels = [{ chain: 'castellan', hotel_code: 'UNKNOWN' }]
  const grid = { hotels, nights: { from: inDays(10), to: inDays(375) } }
  const bogus = { chain: 'castellan', hotel_code: 'UNKNOWN', checkin: inDays(10) }
  // The first one counts in the account's row for today.
  await post(market.url, '/v1/watches/none/test', account.key, {})
  const before = await rowCounts()
  for (let index = 0; index < 20; index += 1) {
    expect(
      (await post(market.url, '/v1/matrix', account.key, { ...grid, dry_run: true }, longest())).status,
    ).toBe(200)
    expect((await post(market.url, '/v1/shop', account.key, bogus, longest())).status).toBe(404)
    expect((await post(market.url, '/v1/watches', account.key, { ...bogus }, longest())).status).toBe(400)
    expect((await post(market.url, '/v1/watches/none/test', account.key, {}, longest())).status).toBe(400)
    expect((await call(market.url, 'DELETE', '/v1/jobs/none', { key: account.key })).status).toBe(400)
  }
  expect(await grownSince(before)).toEqual({})
})

test('the largest free writes are small enough for a day of them', async () => {
  const { pool } = market.database
  const before = await rowCounts()
  await bytesPerCall('watch made and deleted', 100, async () => {
    const id = await makeWatch()
    expect((await call(market.url, 'DELETE', `/v1/watches/${id}`, { key: account.key })).status).toBe(200)
  })
  await sweep(pool)
  const id = await makeWatch()
  await bytesPerCall('test of a watch', 100, async () => {
    expect((await post(market.url, `/v1/watches/${id}/test`, account.key, {}, longest())).status).toBe(202)
  })
  const { rows } = await pool.query<{ no: number; id: string }>(
    'select no, public_id as id from events limit 1',
  )
  const [event] = rows
  await pool.query(
    `insert into delivery_attempts (delivery, no, at, status, error, duration_ms)
     select d.id, n, now(), 500, repeat('x', 60), 1000 from deliveries d, generate_series(1, $2) n where d.event = $1`,
    [event?.no, LIMITS.deliveryAttempts],
  )
  await bytesPerCall('event sent again', 100, async () => {
    const again = await post(market.url, `/v1/events/${event?.id}/redeliver`, account.key, {}, longest())
    expect(again.status, JSON.stringify(again.body)).toBe(200)
  })
  await bytesPerCall('secret changed', 100, async () => {
    const answer = await post(market.url, `/v1/watches/${id}/rotate-secret`, account.key, {}, longest())
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
  await bytesPerCall('place that does not exist', 100, async () => {
    const body = { q: random(LIMITS.placeTextLength), chains: ['castellan'], checkin: inDays(10) }
    const answer = await post(market.url, '/v1/area', account.key, body, longest())
    expect([answer.status, answer.charged], JSON.stringify(answer.body)).toEqual([200, 0])
  })
  await bytesPerCall('key made and revoked', 10, async (index) => {
    if (index > 0) return
    for (let turn = 0; turn < 10; turn += 1) {
      const { id: key } = await createKey(pool, account.id, random(LIMITS.keyNameLength))
      await revokeKey(pool, key)
    }
  })
  // A turn for the one place that is still watched, and the account's count of tests today.
  const grown = await grownSince(before)
  for (const table of TABLES) delete grown[table]
  expect(grown).toEqual({ place_turns: 1, throttles: 1 })
})

/** The largest requests that the log can hold, twice as many as there is room for. */
async function fillLog(): Promise<number> {
  const { pool } = market.database
  const free = await newAccount(pool, 'free')
  await pool.query('truncate logged_requests, request_rings')
  const before = await storedBytes(LOG)
  const rows = LIMITS.loggedPerRps * requestsPerSecond
  const largest = () =>
    loggedOf(
      {
        id: newOrderedId(),
        requestId: random(64),
        account: free.no,
        key: free.keyNo,
        method: 'DELETE',
        path: random(10_000),
        status: 200,
        credits: 0,
        tookMs: 1,
        fromPage: false,
        body: random(LIMITS.loggedBody),
        answer: random(10_000),
      },
      0,
    )
  for (let turn = 0; turn < 2 * rows; turn += 50)
    await writeLogged(
      pool,
      Array.from({ length: 50 }, () => largest()),
    )
  const { rows: kept } = await pool.query<{ rows: number }>(
    'select count(*)::int as rows from logged_requests',
  )
  expect(kept[0]?.rows).toBe(rows)
  return (await storedBytes(LOG)) - before
}

test('a day of abuse leaves less than 50 MB', async () => {
  const { pool } = market.database
  const codes = Array.from({ length: LIMITS.gridHotels }, () => random(64))
  const perJob = await bytesPerCall('job made and canceled', 40, async (index) => {
    const answer = await post(
      market.url,
      '/v1/matrix',
      account.key,
      { chain: 'castellan', hotel_codes: codes, nights: { from: inDays(index + 1), to: inDays(index + 1) } },
      longest(),
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    const { id } = jobOf(answer)
    await cancel(market.url, account.key, id)
    // As many failures as a job can have, as if its first tasks had run.
    await pool.query(
      `insert into job_failures select j.id, 'castellan', md5(n::text) || md5(j.id::text), 'hotel_not_found', 1
       from jobs j, generate_series(1, $2) n where j.public_id = $1`,
      [id, LIMITS.jobFailures],
    )
  })
  expect((await pool.query('select 1 from tasks where job is not null')).rowCount).toBe(0)
  const perLookup = await bytesPerCall('place asked for by GET', 100, async () => {
    const answer = await call(market.url, 'GET', `/v1/hotels?q=${random(LIMITS.placeTextLength)}`, {
      key: account.key,
    })
    expect([answer.status, answer.charged], JSON.stringify(answer.body)).toEqual([200, 0])
  })
  const jobs = LIMITS.unspentJobs + LIMITS.openJobs
  const perWrite = Math.max(
    ...Object.entries(measured).flatMap(([name, bytes]) => (name.startsWith('job') ? [] : [bytes])),
  )
  const sum = {
    jobs: jobs * perJob,
    writes: (WRITES - jobs) * perWrite,
    // Unknown places are forgotten after an hour, at the latest ten minutes later.
    lookups: 4200 * requestsPerSecond * perLookup,
    sessions: LIMITS.sessions * 1000,
    log: await fillLog(),
    invitations: LIMITS.members * 700,
    // Sign-ins, also failed ones, and sign-outs in the audit log.
    presence: (LIMITS.presenceActs + LIMITS.failedSignInActs) * 400,
  }
  const total = Object.values(sum).reduce((all, bytes) => all + bytes, 0)
  expect(total).toBeLessThan(MOST_BYTES)
})

test('free writes beyond the limit of the day are refused and leave nothing', async () => {
  const { pool } = market.database
  const rps = 1000
  const most = LIMITS.freeWritesPerRps * rps
  const free = await newAccount(pool, 'free', { rps })
  await pool.query("insert into free_writes values ($1, (now() at time zone 'UTC')::date, $2)", [
    free.no,
    most - 1,
  ])
  const url = 'https://hooks.example.com/vacancy'
  expect((await post(market.url, '/v1/watches', free.key, watchBody(url), longest())).status).toBe(201)
  const before = await rowCounts()
  const unknown = { q: random(30), chains: ['castellan'], checkin: inDays(10) }
  await post(market.url, '/v1/area', free.key, { ...unknown, dry_run: true })
  for (const [path, body] of [
    ['/v1/watches', watchBody(url)],
    [
      '/v1/matrix',
      { chain: 'castellan', hotel_codes: ['UNDERCUT'], nights: { from: inDays(9), to: inDays(9) } },
    ],
  ] as const) {
    for (const headers of [longest(), {}]) {
      const answer = await post(market.url, path, free.key, body, headers)
      expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([429, 'rate_limited', 0])
      expect(errorOf(answer).message).toContain(`${most} free calls a day`)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
  }
  expect(await grownSince(before)).toEqual({})
  // Paid calls go on.
  const shop = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(10) }
  expect((await post(market.url, '/v1/shop', free.key, shop, longest())).status).toBe(200)
})
