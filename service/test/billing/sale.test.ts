import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let api: ApiProcess
let other: ApiProcess
let account: TestAccount

beforeAll(async () => {
  database = await createTestDatabase()
  ;[api, other] = await Promise.all([startApi(database.url), startApi(database.url)])
  account = await newAccount(database.pool, 'scale', { rps: 10_000 })
})

afterAll(async () => {
  await Promise.all([api.stop('SIGKILL'), other.stop()])
  await database.drop()
})

const sell = (body: object, headers = {}) => post(api.url, '/v1/counter', account.key, body, headers)

describe('the header, the usage line and the account agree', () => {
  test.for([
    { asked: { live: 1 }, charged: 1 },
    { asked: { cached: 1 }, charged: 0.25 },
    { asked: { live: 2, cached: 3 }, charged: 2.75 },
    { asked: { live: 1, failed: 2 }, charged: 1 },
    { asked: { failed: 2 }, charged: 0 },
    { asked: {}, charged: 0 },
  ])('$asked costs $charged', async ({ asked, charged }) => {
    const before = await readBooks(database.pool, account.no)
    const answer = await sell(asked)
    expect(answer).toMatchObject({ status: 200, charged })
    const after = await readBooks(database.pool, account.no)
    expect(after.used - before.used).toBe(charged * 1000)
    expect(after.lines).toBe(after.used)
    expect(after).toMatchObject({ held: 0, holds: 0 })
    expect(after.lineCount - before.lineCount).toBe(charged > 0 ? 1 : 0)
    if (charged === 0) return
    const { lines } = (await get(api.url, '/v1/usage/lines?limit=1', account.key)).body as { lines: object[] }
    expect(lines[0]).toMatchObject({
      request_id: answer.headers['x-request-id'],
      endpoint: 'shop',
      key_id: account.keyId,
      credits: charged,
      live: 'live' in asked ? asked.live : 0,
      cached: 'cached' in asked ? asked.cached : 0,
      free: 'failed' in asked ? asked.failed : 0,
      job_id: null,
      watch_id: null,
    })
  })

  test('an error costs nothing and leaves nothing on hold', async () => {
    const before = await readBooks(database.pool, account.no)
    const answer = await sell({ live: 3, fail: true })
    expect(answer).toMatchObject({ status: 503, charged: 0 })
    expect(errorOf(answer)).toMatchObject({ code: 'source_unavailable', chain: 'aurelia' })
    expect(await readBooks(database.pool, account.no)).toEqual(before)
  })
})

describe('a quote', () => {
  test('is free, calls nothing and tells the least and the most', async () => {
    const before = await readBooks(database.pool, account.no)
    const answer = await sell({ live: 2, cached: 1, dry_run: true })
    expect(answer).toMatchObject({
      status: 200,
      charged: 0,
      body: { quote: { credits_min: 0.25, credits_max: 2.25, cached: 1, live: 2, free: 0 } },
    })
    expect(await readBooks(database.pool, account.no)).toEqual(before)
  })

  test('above max_credits is refused before anything is held', async () => {
    const answer = await sell({ live: 2, max_credits: 1.999 })
    expect(answer).toMatchObject({ status: 400, charged: 0 })
    expect(errorOf(answer).message).toContain('up to 2 credits, which is more than `max_credits` (1.999).')
    expect(await sell({ live: 2, max_credits: 2 })).toMatchObject({ status: 200, charged: 2 })
  })

  test('above what is left is quota_exceeded, even where the real cost would fit', async () => {
    const poor = await newAccount(database.pool, 'free', { credits: 1, rps: 1000 })
    const refused = await post(api.url, '/v1/counter', poor.key, { live: 1, failed: 1 })
    expect(refused).toMatchObject({ status: 429, charged: 0, remaining: 1 })
    expect(errorOf(refused)).toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('up to 2 credits, but only 1'),
    })
    expect(await post(api.url, '/v1/counter', poor.key, { live: 1 })).toMatchObject({
      status: 200,
      remaining: 0,
    })
    expect(errorOf(await post(api.url, '/v1/counter', poor.key, {}))).toMatchObject({
      code: 'quota_exceeded',
    })
    expect(errorOf(await get(api.url, '/v1/usage/lines', poor.key))).toMatchObject({ code: 'quota_exceeded' })
    expect(await get(api.url, '/v1/usage', poor.key)).toMatchObject({ status: 200, remaining: 0 })
  })
})

describe('an Idempotency-Key', () => {
  test('gives the first answer again at no charge', async () => {
    const first = await sell({ live: 1 }, { 'idempotency-key': 'once-1' })
    const again = await sell({ live: 1 }, { 'idempotency-key': 'once-1' })
    expect(first).toMatchObject({ status: 200, charged: 1 })
    expect(first.headers['idempotent-replay']).toBeUndefined()
    expect(again).toMatchObject({ status: 200, charged: 0, body: first.body })
    expect(again.headers['idempotent-replay']).toBe('true')
  })

  test('with another body is refused', async () => {
    await sell({ cached: 1 }, { 'idempotency-key': 'once-2' })
    const answer = await sell({ cached: 2 }, { 'idempotency-key': 'once-2' })
    expect(answer).toMatchObject({ status: 400, charged: 0 })
    expect(errorOf(answer).message).toContain('another body')
  })

  test('of an error may be tried again', async () => {
    expect(await sell({ live: 1, fail: true }, { 'idempotency-key': 'once-3' })).toMatchObject({
      status: 503,
    })
    const second = await sell({ live: 1 }, { 'idempotency-key': 'once-3' })
    expect(second).toMatchObject({ status: 200, charged: 1 })
  })

  test('that is under way is waited for, whichever process has it', async () => {
    const before = await readBooks(database.pool, account.no)
    const body = { live: 1, wait_ms: 400 }
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post(index % 2 ? api.url : other.url, '/v1/counter', account.key, body, {
          'idempotency-key': 'once-4',
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(answers.filter(({ charged }) => charged === 1)).toHaveLength(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(11)
    expect((await readBooks(database.pool, account.no)).used - before.used).toBe(1000)
  })

  test('is charged only to the repeat that took over from a first request that was away too long', async () => {
    const before = await readBooks(database.pool, account.no)
    const ask = (url: string) =>
      post(url, '/v1/counter', account.key, { live: 1, wait_ms: 1500 }, { 'idempotency-key': 'once-6' })
    const first = ask(api.url)
    await until(async () => (await readBooks(database.pool, account.no)).held > 0)
    await database.pool.query(
      "update idempotent_answers set claimed_until = ledger_now() - interval '1 second' where key = 'once-6'",
    )
    const repeat = ask(other.url)
    expect(await first).toMatchObject({ status: 503, charged: 0 })
    expect(await repeat).toMatchObject({ status: 200, charged: 1 })
    const after = await readBooks(database.pool, account.no)
    expect([after.used - before.used, after.lineCount - before.lineCount]).toEqual([1000, 1])
    expect(after).toMatchObject({ held: 0, holds: 0 })
  })

  test('belongs to one account', async () => {
    const stranger = await newAccount(database.pool, 'pro')
    await sell({ live: 1 }, { 'idempotency-key': 'once-5' })
    const answer = await post(
      api.url,
      '/v1/counter',
      stranger.key,
      { live: 1 },
      { 'idempotency-key': 'once-5' },
    )
    expect(answer).toMatchObject({ status: 200, charged: 1 })
  })

  test('longer than 128 characters is refused', async () => {
    const answer = await sell({ live: 1 }, { 'idempotency-key': 'x'.repeat(129) })
    expect(errorOf(answer).message).toContain('128')
  })
})

test('lines are paged newest first without gaps, and filtered by day', async () => {
  const reader = await newAccount(database.pool, 'scale', { rps: 10_000 })
  for (let index = 0; index < 7; index += 1) await post(api.url, '/v1/counter', reader.key, { cached: 1 })
  const seen: string[] = []
  let cursor = ''
  do {
    const page = await get(api.url, `/v1/usage/lines?limit=3${cursor}`, reader.key)
    const { lines, next_cursor: next } = page.body as {
      lines: { request_id: string; at: string }[]
      next_cursor: string | null
    }
    seen.push(...lines.map(({ request_id }) => request_id))
    cursor = next === null ? '' : `&cursor=${next}`
  } while (cursor !== '')
  expect(new Set(seen).size).toBe(7)
  const today = new Date().toISOString().slice(0, 10)
  expect((await get(api.url, `/v1/usage/lines?from=${today}`, reader.key)).body).toMatchObject({
    lines: { length: 7 },
  })
  expect((await get(api.url, '/v1/usage/lines?to=2020-01-01', reader.key)).body).toMatchObject({ lines: [] })
})
