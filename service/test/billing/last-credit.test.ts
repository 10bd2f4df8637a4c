import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../src/accounts/keys.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

let database: TestDatabase
let apis: ApiProcess[]

beforeAll(async () => {
  database = await createTestDatabase()
  apis = await Promise.all([startApi(database.url), startApi(database.url), startApi(database.url)])
})

afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await database.drop()
})

const apiFor = (call: number) => (apis[call % 3] as ApiProcess).url

test('of 1,000 concurrent calls on three processes with one credit left, exactly one is sold', async () => {
  const account = await newAccount(database.pool, 'scale', { credits: 1, rps: 100_000 })
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => post(apiFor(index), '/v1/counter', account.key, { live: 1 })),
  )
  const sold = answers.filter(({ status }) => status === 200)
  expect(sold.map(({ charged }) => charged)).toEqual([1])
  expect(answers.filter(({ status, charged }) => status === 429 && charged === 0)).toHaveLength(999)
  expect(await readBooks(database.pool, account.no)).toEqual({
    used: 1000,
    held: 0,
    lines: 1000,
    lineCount: 1,
    keys: 1000,
    holds: 0,
    jobs: 0,
    watches: 0,
  })
})

test('of 2,000 concurrent cached calls at 0.25 with 250 credits left, exactly 1,000 are sold', async () => {
  const account = await newAccount(database.pool, 'scale', { credits: 250, rps: 100_000 })
  const answers = await Promise.all(
    Array.from({ length: 2000 }, (_, index) =>
      post(apiFor(index), '/v1/counter', account.key, { cached: 1 }),
    ),
  )
  expect(answers.filter(({ status, charged }) => status === 200 && charged === 0.25)).toHaveLength(1000)
  expect(answers.filter(({ status, charged }) => status === 429 && charged === 0)).toHaveLength(1000)
  const books = await readBooks(database.pool, account.no)
  expect(books).toMatchObject({ used: 250_000, lines: 250_000, lineCount: 1000, keys: 250_000, held: 0 })
  const usage = await get(apiFor(0), '/v1/usage', account.key)
  expect(usage.body).toMatchObject({ credits_used: 250, credits_used_this_key: 250, credits_remaining: 0 })
})

test('five keys of one account that call at the same moment are each charged what they bought', async () => {
  const account = await newAccount(database.pool, 'scale', { credits: 1000, rps: 100_000 })
  const made = await Promise.all(
    ['second', 'third', 'fourth', 'fifth'].map((name) => createKey(database.pool, account.id, name)),
  )
  const keys = [account.key, ...made.map(({ key }) => key)]
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      post(apiFor(index), '/v1/counter', keys[index % 5] ?? '', { cached: 1 + (index % 5) }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
  const usages = await Promise.all(keys.map((key) => get(apiFor(0), '/v1/usage', key)))
  expect(usages.map(({ body }) => body)).toMatchObject(
    [15, 30, 45, 60, 75].map((spent) => ({ credits_used: 225, credits_used_this_key: spent })),
  )
  const books = await readBooks(database.pool, account.no)
  expect(books).toMatchObject({ used: 225_000, lines: 225_000, lineCount: 300, keys: 225_000, held: 0 })
})

test('the rate limit is the account’s, whatever number of keys and processes share it', async () => {
  const account = await newAccount(database.pool, 'pro')
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => post(apiFor(index), '/v1/counter', account.key, { cached: 1 })),
  )
  const sold = answers.filter(({ status }) => status === 200).length
  // 20 at once, and one more for every 50 ms that the calls took.
  expect(sold).toBeGreaterThanOrEqual(20)
  expect(sold).toBeLessThan(120)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length + sold).toBe(120)
  for (const answer of refused) {
    expect(answer.body).toMatchObject({ error: { code: 'rate_limited' } })
    expect(answer.headers).toMatchObject({
      'retry-after': '1',
      'ratelimit-limit': '20',
      'ratelimit-remaining': '0',
    })
  }
  expect((await readBooks(database.pool, account.no)).lineCount).toBe(sold)
})
