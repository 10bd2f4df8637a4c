import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let api: ApiProcess
let other: ApiProcess

beforeAll(async () => {
  database = await createTestDatabase()
  ;[api, other] = await Promise.all([startApi(database.url), startApi(database.url)])
})

afterAll(async () => {
  await Promise.all([api.stop('SIGKILL'), other.stop()])
  await database.drop()
})

const newCaller = () => newAccount(database.pool, 'scale', { rps: 10_000 })

function repeat(url: string, account: TestAccount, body: object): Promise<Answer> {
  return post(url, '/v1/counter', account.key, body, { 'idempotency-key': 'the-same' })
}

async function plansOf(account: TestAccount): Promise<number> {
  const made = await Promise.all([api, other].map(({ url }) => get(url, '/v1/counter/plans', account.key)))
  return made.reduce((sum, { body }) => sum + (body as { plans: number }).plans, 0)
}

const isHeld = (account: TestAccount) => async () => (await readBooks(database.pool, account.no)).held > 0

describe('duplicates of a request that is still running', () => {
  test('wait for it, at most eight; the others are refused at once', async () => {
    const account = await newCaller()
    const body = { live: 1, wait_ms: 3000 }
    const first = repeat(api.url, account, body)
    await until(isHeld(account))
    const startedMs = performance.now()
    const others = Array.from({ length: 40 }, async () => {
      const answer = await repeat(api.url, account, body)
      return { answer, tookMs: performance.now() - startedMs }
    })
    const answers = await Promise.all(others)
    const refused = answers.filter(({ answer }) => answer.status === 429)
    expect(refused).toHaveLength(32)
    for (const { answer, tookMs } of refused) {
      expect(errorOf(answer).code).toBe('rate_limited')
      expect(answer.headers['retry-after']).toBe('1')
      expect(tookMs).toBeLessThan(2000)
    }
    const replayed = answers.filter(({ answer }) => answer.headers['idempotent-replay'] === 'true')
    expect(replayed.map(({ answer }) => [answer.status, answer.charged])).toEqual(
      Array.from({ length: 8 }, () => [200, 0]),
    )
    expect(await first).toMatchObject({ status: 200, charged: 1 })
    expect(await plansOf(account)).toBe(1)
  })

  test('with another body are refused at once', async () => {
    const account = await newCaller()
    const first = repeat(api.url, account, { live: 1, wait_ms: 1000 })
    await until(isHeld(account))
    const answer = await repeat(api.url, account, { live: 2, wait_ms: 1000 })
    expect(errorOf(answer).message).toContain('another body')
    expect((await first).status).toBe(200)
  })

  test.for(['the same process', 'another process'])('share its error, in %s', async (where) => {
    const account = await newCaller()
    const body = { live: 1, wait_ms: 1500, fail: true }
    const first = repeat(api.url, account, body)
    await until(isHeld(account))
    const url = where === 'the same process' ? api.url : other.url
    const answers = await Promise.all([first, ...Array.from({ length: 5 }, () => repeat(url, account, body))])
    expect(answers.map((answer) => [answer.status, errorOf(answer).message, errorOf(answer).chain])).toEqual(
      answers.map(() => [503, 'The source broke.', 'aurelia']),
    )
    expect(await plansOf(account)).toBe(1)
    expect(await readBooks(database.pool, account.no)).toMatchObject({ used: 0, held: 0, holds: 0 })
  })

  test('get their answer even if every notice between the processes is lost', async () => {
    const account = await newCaller()
    const body = { live: 1, wait_ms: 1000 }
    const first = repeat(api.url, account, body)
    await until(isHeld(account))
    const repeats = Array.from({ length: 3 }, () => repeat(other.url, account, body))
    const deafen = () =>
      database.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vacancy claim_ended' and datname = current_database()",
      )
    const timer = setInterval(() => void deafen(), 20)
    try {
      expect(await first).toMatchObject({ status: 200, charged: 1 })
      for (const answer of await Promise.all(repeats))
        expect(answer).toMatchObject({ status: 200, charged: 0 })
    } finally {
      clearInterval(timer)
    }
  })
})
