import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPace } from '../../src/billing/pace.ts'
import { createAdmission } from '../../src/edge/admission.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let api: ApiProcess

beforeAll(async () => {
  database = await createTestDatabase()
  api = await startApi(database.url)
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

/** Plans that were made for an account whose calls are over. Asked for with a pause: this call counts too. */
async function plansOf(account: TestAccount): Promise<number> {
  let plans = 0
  await until(async () => {
    const { status, body } = await get(api.url, '/v1/counter/plans', account.key)
    if (status === 200) plans = (body as { plans: number }).plans
    return status === 200
  })
  return plans
}

function codes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) {
    const code = answer.status === 200 ? 'ok' : errorOf(answer).code
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

function atOnce(count: number, ask: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
}

describe('requests beyond the rate', () => {
  test.for([
    ['dry runs', { live: 2, dry_run: true }],
    ['paid calls', { cached: 1 }],
    ['calls with a bad body', { live: 'many' }],
  ])('are refused before anything is planned: %s', async ([, body]) => {
    const account = await newAccount(database.pool, 'free')
    await get(api.url, '/v1/usage', account.key)
    const answers = await atOnce(60, () => post(api.url, '/v1/counter', account.key, body))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(40)
    for (const answer of refused) {
      expect(errorOf(answer).code).toBe('rate_limited')
      expect(answer.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-limit': '2' })
    }
    // One burst, and one more until the ledger has spoken. A slow machine takes a few seconds for all of them.
    expect(await plansOf(account)).toBeLessThanOrEqual(4 + (answers.length - refused.length))
  })

  test('claim no Idempotency-Key', async () => {
    const account = await newAccount(database.pool, 'free')
    const answers = await atOnce(60, (index) =>
      post(api.url, '/v1/counter', account.key, { cached: 1 }, { 'idempotency-key': `key-${index}` }),
    )
    const sold = answers.filter(({ status }) => status === 200).length
    const { rows } = await database.pool.query('select 1 from idempotent_answers where account = $1', [
      account.no,
    ])
    expect(rows).toHaveLength(sold)
    expect(codes(answers)).toEqual({ ok: sold, rate_limited: 60 - sold })
  })
})

describe('requests in flight', () => {
  test('are at most eight of a small account, and a neighbour is not refused', async () => {
    const account = await newAccount(database.pool, 'free', { rps: 4 })
    const neighbour = await newAccount(database.pool, 'free')
    const slow = () => post(api.url, '/v1/counter', account.key, { live: 1, wait_ms: 6000 })
    const running = Array.from({ length: 4 }, slow)
    await until(async () => (await readBooks(database.pool, account.no)).held === 4000)
    // The rate lets four more in, one every quarter of a second.
    while (running.length < 8) {
      const next = running.length + 1
      running.push(slow())
      await until(async () => (await readBooks(database.pool, account.no)).held === next * 1000, 2000).catch(
        () => running.pop(),
      )
    }
    let refusal: Answer | undefined
    await until(async () => {
      refusal = await get(api.url, '/v1/usage', account.key)
      return refusal.status === 429 && errorOf(refusal).message.includes('in flight')
    })
    expect(refusal?.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-limit': '4' })
    expect(errorOf(refusal as Answer)).toMatchObject({
      code: 'rate_limited',
      message: 'This account may have 8 requests in flight, all its keys together. Wait for Retry-After.',
    })
    expect((await get(api.url, '/v1/usage', neighbour.key)).status).toBe(200)
    expect(codes(await Promise.all(running))).toEqual({ ok: 8 })
    await until(async () => (await get(api.url, '/v1/usage', account.key)).status === 200)
  })

  test('end when their client goes away before it has sent its whole body', async () => {
    const account = await newAccount(database.pool, 'free', { rps: 4 })
    const { hostname, port } = new URL(api.url)
    const isLetIn = async () => (await get(api.url, '/v1/usage', account.key)).status === 200
    for (let index = 0; index < 12; index += 1) {
      await until(isLetIn, 5000)
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.on('error', () => {})
      socket.write(
        `POST /v1/counter HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${account.key}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
      )
      await until(async () => socket.bytesWritten > 0)
      socket.destroy()
    }
    await expect(until(isLetIn, 5000)).resolves.toBeUndefined()
  })
})

describe('an account without credits', () => {
  test('is refused before anything is planned, whatever its rate', async () => {
    const account = await newAccount(database.pool, 'free', { credits: 1, rps: 1000 })
    await post(api.url, '/v1/counter', account.key, { live: 1 })
    expect(errorOf(await post(api.url, '/v1/counter', account.key, { cached: 1 })).code).toBe(
      'quota_exceeded',
    )
    const before = await plansOf(account)
    const answers = await atOnce(30, () => post(api.url, '/v1/counter', account.key, { cached: 1 }))
    expect(codes(answers)).toEqual({ quota_exceeded: 30 })
    expect(await plansOf(account)).toBe(before)
    await database.pool.query('update meters set allowance = 5000 where account = $1', [account.no])
    expect((await post(api.url, '/v1/counter', account.key, { cached: 1 })).status).toBe(200)
  })
})

describe('the admission of a process', () => {
  const EMIT_US = 500_000

  test('lets a request in whenever one is due by its arrival', () => {
    const admission = createAdmission(createPace())
    const lets = (nowMs: number) => {
      const { standing, refusal } = admission.enter(1, EMIT_US, nowMs)
      if (!refusal) admission.leave(standing, true)
      return refusal === null
    }
    // Two a second, and a burst more than the ledger allows.
    expect([0, 0, 0, 0, 0].map(lets)).toEqual([true, true, true, true, false])
    expect([499, 500, 999, 1000].map(lets)).toEqual([false, true, false, true])
    expect([9000, 9000, 9000, 9000, 9000].map(lets)).toEqual([true, true, true, true, false])
  })

  test('does not count a request that the ledger did not count', () => {
    const admission = createAdmission(createPace())
    for (let index = 0; index < 10; index += 1) {
      const { standing, refusal } = admission.enter(1, EMIT_US, 0)
      expect(refusal).toBeNull()
      admission.leave(standing, false)
    }
  })

  test('takes a new rate from the next verdict', () => {
    const admission = createAdmission(createPace())
    admission.enter(1, EMIT_US, 0)
    admission.learn(1, { decision: 'ok', remaining: 1, unreserved: 1, aheadUs: 0, emitUs: 50_000 }, 0)
    const entered = Array.from({ length: 60 }, () => admission.enter(1, EMIT_US, 5000).refusal)
    expect(entered.filter((refusal) => refusal === null)).toHaveLength(39)
    expect(entered.at(-1)?.rate.limit).toBe(20)
    expect(entered.at(-1)?.error.message).toContain('40 requests in flight')
  })
})
