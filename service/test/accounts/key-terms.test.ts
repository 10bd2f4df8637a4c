import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endExpiredKeys } from '../../src/accounts/end-keys.ts'
import type { Scope } from '../../src/accounts/key-terms.ts'
import { changeKey, createKey, listKeys } from '../../src/accounts/keys.ts'
import type { Message } from '../../src/mail/mailer.ts'
import { tellOfEndingKeys } from '../../src/members/ending-keys.ts'
import { newAccount } from '../support/accounts.ts'
import { call, errorOf, get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase, takeClock, useTestDatabase } from '../support/database.ts'
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

describe('scopes', () => {
  const CALLS = {
    read: (key: string) => get(api.url, '/v1/sets', key),
    spend: (key: string) => post(api.url, '/v1/counter', key, { cached: 1 }),
    manage: (key: string) =>
      post(api.url, '/v1/sets', key, {
        name: key.slice(-8),
        hotels: [{ chain: 'aurelia', hotel_code: 'A' }],
      }),
  }

  test.for(['read', 'spend', 'manage'] as const)('a key with `%s` alone may do only that', async (scope) => {
    const account = await newAccount(database.pool, 'pro', { rps: 1000 })
    const { key } = await createKey(database.pool, account.id, scope, { terms: { scopes: [scope] } })
    const others = Object.entries(CALLS).filter(([needed]) => needed !== scope)
    for (const [needed, make] of others) {
      const refused = await make(key)
      expect([refused.status, errorOf(refused).code, refused.charged]).toEqual([401, 'auth_failed', 0])
      expect(errorOf(refused).message).toBe(
        `This call needs a key with the scope \`${needed}\`. This key has only: ${scope}.`,
      )
    }
    expect((await CALLS[scope](key)).status).toBeLessThan(300)
  })

  test('a quote is free, so it needs `read`', async () => {
    const account = await newAccount(database.pool, 'pro', { rps: 1000 })
    const keyOf = async (scope: Scope) =>
      (await createKey(database.pool, account.id, scope, { terms: { scopes: [scope] } })).key
    const quote = { cached: 1, dry_run: true }
    expect((await post(api.url, '/v1/counter', await keyOf('read'), quote)).status).toBe(200)
    expect((await post(api.url, '/v1/counter', await keyOf('manage'), quote)).status).toBe(401)
  })

  test('jobs are canceled by who may spend', async () => {
    const account = await newAccount(database.pool, 'pro', { rps: 1000 })
    const { key } = await createKey(database.pool, account.id, 'r', { terms: { scopes: ['read', 'manage'] } })
    const canceled = await call(api.url, 'DELETE', '/v1/jobs/job_unknown', { key })
    expect([canceled.status, errorOf(canceled).code]).toEqual([401, 'auth_failed'])
  })

  test('a change reaches a process that knows the key within ten seconds', async () => {
    const account = await newAccount(database.pool, 'pro', { rps: 1000 })
    const sell = () => post(api.url, '/v1/counter', account.key, { cached: 1 })
    expect((await sell()).status).toBe(200)
    await changeKey(database.pool, account.keyId, { scopes: ['read'] })
    await until(async () => (await sell()).status === 401, 10_000)
    await changeKey(database.pool, account.keyId, { scopes: ['read', 'spend'] })
    await until(async () => (await sell()).status === 200, 10_000)
  })
})

describe('the end of a key', () => {
  test('its calls are refused at that moment, without waiting for the next confirmation', async () => {
    const account = await newAccount(database.pool, 'pro', { rps: 1000 })
    const endsAt = Date.now() + 1500
    await changeKey(database.pool, account.keyId, { expires_at: new Date(endsAt).toISOString() })
    expect((await get(api.url, '/v1/usage', account.key)).status).toBe(200)
    await until(async () => (await get(api.url, '/v1/usage', account.key)).status === 401, 3000)
    const late = Date.now() - endsAt
    expect(late).toBeGreaterThan(-100)
    expect(late).toBeLessThan(1000)
  })

  test('ended keys do not count among the five, and stay listed as revoked', async () => {
    const { pool } = await useTestDatabase()
    const clock = await takeClock(pool, '2027-01-01T00:00:00Z')
    const account = await newAccount(pool, 'pro')
    const terms = { expires_at: '2027-01-02T00:00:00Z' }
    for (let no = 0; no < 4; no += 1) await createKey(pool, account.id, `short ${no}`, { terms })
    await expect(createKey(pool, account.id, 'sixth')).rejects.toThrow('5 active keys')
    await clock.set('2027-01-02T00:00:01Z')
    await createKey(pool, account.id, 'sixth')
    expect(await endExpiredKeys(pool)).toBe(0)
    const keys = await listKeys(pool, account.id, { limit: 10 })
    expect(keys.map(({ name, revoked_at }) => [name, revoked_at !== null])).toEqual([
      ['test', false],
      ['sixth', false],
      ['short 3', true],
      ['short 2', true],
      ['short 1', true],
      ['short 0', true],
    ])
    const { rows } = await pool.query(
      "select actor, count(*)::int from acts where action = 'key.end' group by actor",
    )
    expect(rows).toEqual([{ actor: 'service', count: 4 }])
  })

  test('is told to the owners once, seven days before; a new end is told again', async () => {
    const { pool } = await useTestDatabase()
    const clock = await takeClock(pool, '2027-01-01T00:00:00Z')
    const account = await newAccount(pool, 'pro')
    await createKey(pool, account.id, 'without end')
    await changeKey(pool, account.keyId, { name: 'nightly', expires_at: '2027-01-09T12:00:00Z' })
    const sent: Message[] = []
    const mailer = {
      send: async (message: Message) => {
        sent.push(message)
        return { verdict: 'delivered' as const, error: null }
      },
    }
    const tell = () =>
      tellOfEndingKeys(pool, { mailer, log: { error: () => {} } } as never, 'https://v.example')
    expect(await tell()).toBe(0)
    await clock.set('2027-01-03T00:00:00Z')
    expect([await tell(), await tell()]).toEqual([1, 0])
    expect(sent).toHaveLength(1)
    expect(sent[0]?.to).toMatch(/^test-/)
    expect(sent[0]?.text).toContain('“nightly”')
    expect(sent[0]?.text).toContain('ends on 2027-01-09 12:00 UTC')
    expect(sent[0]?.text).toContain('https://v.example/keys')
    await changeKey(pool, account.keyId, { expires_at: '2027-01-08T12:00:00Z' })
    expect([await tell(), await tell()]).toEqual([1, 0])
  })
})

test('keys are listed by last use, the latest first', async () => {
  const { pool } = await useTestDatabase()
  const account = await newAccount(pool, 'pro')
  for (const name of ['a', 'b', 'c']) await createKey(pool, account.id, name)
  await pool.query("update keys set last_used_at = now() - interval '1 day' where name = 'b'")
  await pool.query("update keys set last_used_at = now() where name = 'c'")
  const names = (keys: { name: string }[]) => keys.map(({ name }) => name)
  const all = await listKeys(pool, account.id, { limit: 10 })
  expect(names(all)).toEqual(['c', 'b', 'test', 'a'])
  expect(names(await listKeys(pool, account.id, { limit: 2, after: all[1]?.id }))).toEqual(['test', 'a'])
})
