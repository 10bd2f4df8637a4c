import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeKey, createKey, listKeys } from '../../src/accounts/keys.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase, takeClock } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let apis: ApiProcess[]
let clock: { set(time: string): Promise<void> }

beforeAll(async () => {
  database = await createTestDatabase()
  clock = await takeClock(database.pool, '2027-03-10T10:00:00Z')
  apis = await Promise.all([startApi(database.url), startApi(database.url), startApi(database.url)])
})

afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  await database.drop()
})

const call = (no: number, key: string, body: object) =>
  post((apis[no % apis.length] as ApiProcess).url, '/v1/counter', key, body)

async function cappedAccount(cap: number): Promise<TestAccount> {
  const account = await newAccount(database.pool, 'scale', { rps: 100_000 })
  await changeKey(database.pool, account.keyId, { daily_cap: cap })
  return account
}

/** What the usage lines of a day say, in credits. */
async function spentOn(account: TestAccount, day: string): Promise<number> {
  const { rows } = await database.pool.query<{ spent: number }>(
    `select coalesce(sum(credits), 0)::bigint as spent from usage_lines
     where account = $1 and key = $2 and (at at time zone 'UTC')::date = $3`,
    [account.no, account.keyNo, day],
  )
  return (rows[0]?.spent ?? 0) / 1000
}

function soldOf(answers: readonly (Answer | null)[]): number {
  return answers.filter((answer) => answer?.status === 200).length
}

describe('the daily cap of a key', () => {
  test.for([
    ['live calls', { live: 1 }, 10],
    ['cached calls', { cached: 4 }, 10],
    ['calls that take a while', { live: 2, wait_ms: 20 }, 5],
  ] as const)('holds for 100 parallel %s on three processes', async ([, body, most]) => {
    const account = await cappedAccount(10)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, no) => call(no, account.key, body)))
    // Holds count with their worst case, so some may be refused that would have fitted in the end.
    expect(soldOf(answers)).toBeLessThanOrEqual(most)
    expect(soldOf(answers)).toBeGreaterThan(0)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, charged }) => `${status} ${charged}`))).toEqual(new Set(['429 0']))
    expect(refused[0]?.body).toMatchObject({
      error: { code: 'quota_exceeded', message: expect.stringContaining('the daily cap of this key leaves') },
    })
    // Everything is settled, so the rest fits.
    for (let no = 0; no < most; no += 1) await call(no, account.key, body)
    expect(await spentOn(account, '2027-03-10')).toBe(10)
    expect(await readBooks(database.pool, account.no)).toMatchObject({ used: 10_000, held: 0, keys: 10_000 })
  })

  test('holds when a process dies in the middle, and what it had reserved is free again later', async () => {
    const account = await cappedAccount(10)
    const dying = await startApi(database.url)
    const cut = Array.from({ length: 4 }, () =>
      post(dying.url, '/v1/counter', account.key, { live: 1, wait_ms: 30_000 }).catch(() => null),
    )
    await until(async () => (await readBooks(database.pool, account.no)).held === 4000)
    await dying.stop('SIGKILL')
    expect(soldOf(await Promise.all(cut))).toBe(0)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, no) => call(no, account.key, { live: 1 })),
    )
    expect(soldOf(answers)).toBe(6)
    await clock.set('2027-03-10T10:01:00Z')
    const later = await Promise.all(
      Array.from({ length: 100 }, (_, no) => call(no, account.key, { live: 1 })),
    )
    expect(soldOf(later)).toBe(4)
    expect(await spentOn(account, '2027-03-10')).toBe(10)
  })

  test('starts again at 00:00 UTC, but for what is still reserved', async () => {
    const account = await cappedAccount(3)
    await clock.set('2027-03-10T23:59:59Z')
    expect(soldOf(await Promise.all([1, 2].map((no) => call(no, account.key, { live: 1 }))))).toBe(2)
    const overMidnight = call(0, account.key, { live: 1, wait_ms: 1500 })
    await until(async () => (await readBooks(database.pool, account.no)).held === 1000)
    expect((await call(1, account.key, { cached: 4 })).status).toBe(429)
    await clock.set('2027-03-11T00:00:01Z')
    expect((await call(1, account.key, { live: 3 })).status).toBe(429)
    expect((await call(1, account.key, { live: 2 })).status).toBe(200)
    expect((await overMidnight).status).toBe(200)
    expect((await call(2, account.key, { cached: 1 })).status).toBe(429)
    expect([await spentOn(account, '2027-03-10'), await spentOn(account, '2027-03-11')]).toEqual([2, 3])
  })

  test('is one key’s own, counts the day from its start, and can be changed at any time', async () => {
    const account = await newAccount(database.pool, 'scale', { rps: 100_000 })
    const other = await createKey(database.pool, account.id, 'other', { terms: { daily_cap: 1.25 } })
    expect((await call(0, account.key, { live: 5 })).status).toBe(200)
    await changeKey(database.pool, account.keyId, { daily_cap: 5.5 })
    expect((await call(1, account.key, { live: 1 })).body).toMatchObject({
      error: { message: expect.stringContaining('leaves 0.5. It starts again at 00:00 UTC') },
    })
    expect((await call(2, other.key, { live: 1 })).status).toBe(200)
    expect((await call(2, other.key, { cached: 1 })).status).toBe(200)
    expect((await call(2, other.key, { cached: 1 })).status).toBe(429)
    const [first, second] = await listKeys(database.pool, account.id, { limit: 2 })
    expect([first, second].map((key) => [key?.daily_cap, key?.spent_today])).toEqual([
      [5500, 5000],
      [1250, 1250],
    ])
    await changeKey(database.pool, account.keyId, { daily_cap: 0 })
    expect((await call(1, account.key, { live: 1 })).status).toBe(200)
  })
})
