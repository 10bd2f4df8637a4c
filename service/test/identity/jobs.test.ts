import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import {
  cancel,
  ended,
  expectExactBooks,
  expectHeldInFull,
  type JobBody,
  ordinaryHotels,
  readJob,
} from '../support/grids.ts'
import { expectDocumentedEvents } from '../support/sent-events.ts'
import { until } from '../support/until.ts'
import { type IdentityMarket, openIdentityMarket } from './identity-market.ts'

const PATH = '/v1/hotels/ids/jobs'
const HOOK = 'https://vacancy.invalid/hooks'

let market: IdentityMarket
let account: TestAccount

beforeAll(async () => {
  market = await openIdentityMarket(1)
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  await market.database.pool.query('create table begun (job int, at timestamptz)')
  await market.database.pool.query(
    `create function note_turn() returns trigger language plpgsql as
     $$ begin insert into begun values (new.job, new.began_at); return new; end $$`,
  )
  await market.database.pool.query(
    'create trigger note_turns after update of began_at on job_turns for each row execute function note_turn()',
  )
})
afterAll(async () => {
  await expectDocumentedEvents(market.database.pool)
  await market.stop()
})
afterEach(() => market.sandbox.control('/reset', {}))

async function queue(body: object, headers = {}): Promise<{ job: JobBody; secret?: string }> {
  const answer = await post(market.url, PATH, account.key, body, headers)
  expect([answer.status, answer.charged, answer.body]).toEqual([202, 0, expect.anything()])
  expect(market.documented.problems('/hotels/ids/jobs', 202, answer.body)).toEqual([])
  return answer.body as { job: JobBody; secret?: string }
}

/** So many invented hotels that have every id already. */
async function mapAll(chain: string, codes: readonly string[]): Promise<void> {
  await market.database.pool.query(
    `insert into hotel_ids select $1, code, source, code || '-mapped', 1, 'admin', null, null, ledger_now()
     from unnest($2::text[]) code,
       unnest('{google,google_hotels,lodgista,mapleroom,nightdeal,ostello,pillowfare}'::text[]) source`,
    [chain, codes],
  )
}

/** A hotel that we know and its source does not: a job with it begins, and its task fails. */
async function keepUnknown(source: string): Promise<void> {
  await market.database.pool.query("insert into hotels (source, code) values ($1, 'UNKNOWN')", [source])
}

/** Seconds between two hotels of a job. */
async function gapsOf(job: JobBody): Promise<number[]> {
  const { rows } = await market.database.pool.query<{ at: Date }>(
    'select b.at from begun b join jobs j on j.id = b.job where j.public_id = $1 order by b.at',
    [job.id],
  )
  return rows.slice(1).map(({ at }, index) => (at.getTime() - (rows[index]?.at.getTime() ?? 0)) / 1000)
}

test('hotels are resolved one in six seconds, charged 1 each; mapped ones take no time and cost nothing', async () => {
  await mapAll('aurelia', ['MAPPED1', 'MAPPED2'])
  await keepUnknown('aurelia')
  const { job, secret } = await queue({
    chain: 'aurelia',
    hotel_codes: ['UNDERCUT', 'MAPPED1', 'SOLDOUT', 'UNKNOWN', 'MAPPED2'],
    sources: ['lodgista', 'google_hotels'],
  })
  expect(secret).toBeUndefined()
  expect(job).toMatchObject({
    kind: 'ids',
    tasks_total: 5,
    cells_total: 10,
    credits_reserved: 5,
    credits_spent: 0,
  })
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({
    status: 'done',
    tasks_done: 4,
    tasks_failed: 1,
    // Two ids of each hotel but the unknown one: the agencies list aurelia's test hotels.
    cells_done: 8,
    credits_reserved: 5,
    credits_spent: 2,
  })
  const gaps = await gapsOf(job)
  expect(gaps).toHaveLength(2)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6)
  const answer = await get(market.url, '/v1/hotels/aurelia/SOLDOUT/ids?sources=lodgista', account.key)
  expect([answer.charged, answer.body]).toMatchObject([0, { ids: { lodgista: { id: 'SOLDOUT' } } }])
  await expectExactBooks(market.database.pool, account)
  const { rows } = await market.database.pool.query(
    'select endpoint, credits, live, job from usage_lines where account = $1',
    [account.no],
  )
  expect(rows).toEqual([
    { endpoint: 'ids', credits: 1000, live: 1, job: job.id },
    { endpoint: 'ids', credits: 1000, live: 1, job: job.id },
  ])
})

test('a job of 500 whose worker dies goes on where it was, at its pace, and charges each hotel once', async () => {
  const live = ['UNDERCUT', 'SOLDOUT', 'CLOSED', 'MINLOS3', 'FLAPS', 'DROPS', 'AWARDFLAP', 'SLOW']
  const mapped = Array.from({ length: 492 }, (_, index) => `M${index}`)
  await mapAll('kestrel', mapped)
  const { job } = await queue({
    chain: 'kestrel',
    hotel_codes: [...live, ...mapped],
    sources: ['google_hotels'],
  })
  await until(async () => {
    const { rows } = await market.database.pool.query(
      'select 1 from begun b join jobs j on j.id = b.job where j.public_id = $1',
      [job.id],
    )
    return rows.length >= 3
  })
  await market.workers[0]?.stop('SIGKILL')
  await expectHeldInFull(market.database.pool, account)
  // After a pause without workers, the job does not catch up.
  await market.clock.forward(600)
  await market.startWorker()
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({
    status: 'done',
    tasks_done: 500,
    tasks_failed: 0,
    cells_done: 500,
    credits_spent: 8,
  })
  const gaps = await gapsOf(job)
  expect(gaps.length).toBeGreaterThanOrEqual(live.length - 1)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(6)
  await expectExactBooks(market.database.pool, account)
})

test('the end of a job is one event, signed with a secret that is shown once and stored encrypted', async () => {
  const { pool } = market.database
  await mapAll('evergrand', ['HOOKED'])
  const { job, secret } = await queue({ chain: 'evergrand', hotel_codes: ['HOOKED'], webhook_url: HOOK })
  expect(secret).toMatch(/^whsec_/)
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'done', credits_spent: 0, cells_done: 7 })
  await keepUnknown('evergrand')
  const { job: lost } = await queue({ chain: 'evergrand', hotel_codes: ['UNKNOWN'], webhook_url: HOOK })
  expect(await ended(market.url, account.key, lost.id)).toMatchObject({ status: 'failed', credits_spent: 0 })
  const { job: dropped } = await queue({
    chain: 'evergrand',
    hotel_codes: ['SLOW', 'DROPS'],
    webhook_url: HOOK,
  })
  await cancel(market.url, account.key, dropped.id)
  const final = await ended(market.url, account.key, dropped.id)

  const events = async () => {
    const answer = await get(market.url, '/v1/events?type=job.done', account.key)
    expect(market.documented.problems('/events', 200, answer.body, 'get')).toEqual([])
    return (answer.body as { events: object[] }).events
  }
  await until(async () => (await events()).length === 3)
  const told = [end, await readJob(market.url, account.key, lost.id), final]
  expect(await events()).toEqual(
    told.map((ofJob) => ({
      id: expect.stringMatching(/^evt_/),
      type: 'job.done',
      created_at: expect.any(String),
      job_id: ofJob.id,
      job: ofJob,
      delivery: expect.anything(),
    })),
  )
  const { rows } = await pool.query('select 1 from hooks where position($1::bytea in secret) > 0', [
    Buffer.from(secret ?? ''),
  ])
  expect(rows).toEqual([])
  const { rows: inUse } = await pool.query('select 1 from hooks where account = $1 and retired_at is null', [
    account.no,
  ])
  expect(inUse).toEqual([])
})

test('an agency’s hotels can be a job too', async () => {
  const { job } = await queue({
    chain: 'lodgista',
    hotel_codes: ['UNDERCUT-dunmore'],
    sources: ['lodgista', 'ostello'],
  })
  expect(job).toMatchObject({ cells_total: 1, credits_reserved: 1 })
  expect(await ended(market.url, account.key, job.id)).toMatchObject({
    status: 'done',
    cells_done: 1,
    credits_spent: 1,
  })
  const { body } = await get(
    market.url,
    '/v1/hotels/lodgista/UNDERCUT-dunmore/ids?sources=ostello',
    account.key,
  )
  expect(body).toMatchObject({
    mapped_to: { chain: 'dunmore', hotel_code: 'UNDERCUT' },
    ids: { ostello: { id: 'UNDERCUT-dunmore' } },
  })
})

test('a job is its account’s own, has no cells, can be quoted, capped, repeated and canceled', async () => {
  const { pool } = market.database
  // So many that they cannot all be done before the cancellation comes.
  const hotels = ordinaryHotels('castellan', 60).map(({ hotel_code: code }) => code)
  const body = { chain: 'castellan', hotel_codes: hotels, sources: ['pillowfare'] }
  const before = await readBooks(pool, account.no)
  const quote = await post(market.url, PATH, account.key, { ...body, dry_run: true })
  expect([quote.charged, quote.body]).toEqual([
    0,
    { quote: { credits_min: 0, credits_max: 60, cached: 0, live: 60, free: 0 } },
  ])
  const capped = await post(market.url, PATH, account.key, { ...body, max_credits: 59 })
  expect([capped.status, errorOf(capped).code]).toEqual([400, 'invalid_request'])
  expect(await readBooks(pool, account.no)).toEqual(before)

  const { job } = await queue(body, { 'idempotency-key': 'ids-1' })
  const again = await post(market.url, PATH, account.key, body, { 'idempotency-key': 'ids-1' })
  expect([again.headers['idempotent-replay'], again.body]).toMatchObject(['true', { job: { id: job.id } }])
  const stranger = await newAccount(pool, 'scale', { rps: 1000 })
  for (const path of ['', '/cells', '/export']) {
    const answer = await get(market.url, `/v1/jobs/${job.id}${path}`, stranger.key)
    expect([answer.status, errorOf(answer).message]).toEqual([400, `There is no job ${job.id}.`])
  }
  for (const path of ['/cells', '/export']) {
    const answer = await get(market.url, `/v1/jobs/${job.id}${path}`, account.key)
    expect([answer.status, errorOf(answer)]).toMatchObject([
      400,
      { code: 'invalid_request', message: expect.stringContaining('kind ids') },
    ])
  }
  await cancel(market.url, account.key, job.id)
  const end = await ended(market.url, account.key, job.id)
  expect(end).toMatchObject({ status: 'canceled', credits_reserved: 60 })
  expect(end.tasks_done).toBeLessThan(60)
  await expectExactBooks(pool, account)
})

const codes = (count: number) => Array.from({ length: count }, (_, index) => `C${index}`)

test.for([
  ['501 hotels', { hotel_codes: codes(501) }, '500'],
  ['no hotel', { hotel_codes: [] }, 'hotel_codes'],
  ['a hotel twice', { hotel_codes: ['A', 'B', 'A'] }, 'A twice'],
  ['an unknown chain', { chain: 'nowhere' }, 'chain'],
  ['no chain', { chain: undefined }, 'chain'],
  ['an unknown source', { sources: ['expedia'] }, 'sources'],
  ['no source', { sources: [] }, 'sources'],
  ['a source twice', { sources: ['google', 'google'] }, 'google twice'],
  ['an address on this machine', { webhook_url: 'http://127.0.0.1/hook' }, 'webhook_url'],
  ['an address of another kind', { webhook_url: 'ftp://example.com' }, 'webhook_url'],
  ['no address at all', { webhook_url: 'nonsense' }, 'webhook_url'],
  ['an unknown field', { priority: 1 }, 'priority'],
] as const)('a job with %s is refused, and changes nothing', async ([, change, named]) => {
  const before = await readBooks(market.database.pool, account.no)
  const body = { chain: 'aurelia', hotel_codes: ['NEWSF'], ...change }
  const answer = await post(market.url, PATH, account.key, body)
  expect([answer.status, answer.charged]).toEqual([400, 0])
  expect(errorOf(answer)).toMatchObject({ code: 'invalid_request', message: expect.stringContaining(named) })
  expect(await readBooks(market.database.pool, account.no)).toEqual(before)
})

test('a job that the account cannot pay for is refused', async () => {
  const { pool } = market.database
  const poor = await newAccount(pool, 'free', { credits: 2 })
  const answer = await post(market.url, PATH, poor.key, { chain: 'aurelia', hotel_codes: ['A', 'B', 'C'] })
  expect([answer.status, errorOf(answer).code]).toEqual([429, 'quota_exceeded'])
  expect(await readBooks(pool, poor.no)).toMatchObject({ used: 0, held: 0, jobs: 0 })
})
