import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashKey, isWellFormed, newSecret } from '../../src/accounts/api-key.ts'
import { createKey, listKeys, revokeKey } from '../../src/accounts/keys.ts'
import { createAccount } from '../../src/accounts/store.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { takeClock, useTestDatabase } from '../support/database.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

test('fifty parallel creations leave exactly five active keys', async () => {
  const { pool } = await useTestDatabase()
  const { id } = await createAccount(pool, 'five@example.com', 'free')
  const made = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => createKey(pool, id, `key ${index}`)),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const [refusal] = made.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as Error] : [],
  )
  expect(refusal?.message).toContain('5 active keys')
  const keys = await listKeys(pool, id, { limit: 100 })
  expect(keys.filter((key) => key.revoked_at === null)).toHaveLength(5)

  await revokeKey(pool, keys[2]?.id ?? '')
  await createKey(pool, id, 'the sixth')
  await expect(createKey(pool, id, 'one too many')).rejects.toThrow('5 active keys')
})

test('an account can create twenty keys in 24 hours, however many of them are revoked', async () => {
  const { pool } = await useTestDatabase()
  const clock = await takeClock(pool, '2027-01-01T00:00:00Z')
  const { id } = await createAccount(pool, 'many@example.com', 'free')
  for (let made = 0; made < 20; made += 1) await revokeKey(pool, (await createKey(pool, id, 'key')).id)
  await clock.set('2027-01-01T23:59:50Z')
  await expect(createKey(pool, id, 'key')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSec: 10 })
  await clock.set('2027-01-02T00:00:01Z')
  await createKey(pool, id, 'key')
})

test('the list of keys is paged: active ones first, then those revoked in the last 30 days', async () => {
  const { pool } = await useTestDatabase()
  const clock = await takeClock(pool, '2027-01-01T00:00:00Z')
  const { id } = await createAccount(pool, 'paged@example.com', 'free')
  const made: string[] = []
  for (let no = 0; no < 5; no += 1) made.push((await createKey(pool, id, `key ${no}`)).id)
  const [old = '', first = '', second = '', third = '', fourth = ''] = made
  await revokeKey(pool, old)
  await clock.set('2027-02-01T00:00:00Z')
  await revokeKey(pool, second)
  await revokeKey(pool, first)
  const page = async (after?: string) => (await listKeys(pool, id, { after, limit: 2 })).map((key) => key.id)
  expect(await page()).toEqual([third, fourth])
  expect(await page(fourth)).toEqual([second, first])
  expect(await page(first)).toEqual([])
})

test('only the hash of a key is stored', async () => {
  const { pool } = await useTestDatabase()
  const account = await newAccount(pool, 'free')
  const { rows } = await pool.query<{ row: string; hash: string }>(
    "select keys::text as row, encode(hash, 'hex') as hash from keys",
  )
  expect(rows[0]?.hash).toBe(hashKey(account.key))
  expect(rows[0]?.row).not.toContain(account.key.slice(12))
})

test('what a revoked key spent stays in the sums, and a new key in its place starts at zero', async () => {
  const database = await useTestDatabase()
  const api = await startApi(database.url)
  try {
    const account = await newAccount(database.pool, 'pro')
    await post(api.url, '/v1/counter', account.key, { live: 2 })
    await revokeKey(database.pool, account.keyId)
    const { key } = await createKey(database.pool, account.id, 'successor')
    await post(api.url, '/v1/counter', key, { cached: 2 })
    expect((await get(api.url, '/v1/usage', key)).body).toMatchObject({
      credits_used: 2.5,
      credits_used_this_key: 0.5,
      credits_remaining: 49_997.5,
    })
    const books = await readBooks(database.pool, account.no)
    expect(books).toMatchObject({ used: 2500, lines: 2500, keys: 2500 })
  } finally {
    await api.stop('SIGKILL')
  }
})

test('when a key was last used is noted within seconds, or when the process stops before that', async () => {
  const { pool, url } = await useTestDatabase()
  const account = await newAccount(pool, 'pro')
  const lastUse = async () =>
    (await listKeys(pool, account.id, { limit: 1 }))[0]?.last_used_at?.getTime() ?? 0
  const startedAt = Date.now()
  const first = await startApi(url)
  await get(first.url, '/v1/usage', account.key)
  await until(async () => (await lastUse()) >= startedAt, 10_000)
  await first.stop()

  await pool.query("update keys set last_used_at = now() - interval '1 day'")
  const second = await startApi(url)
  await get(second.url, '/v1/usage', account.key)
  await second.stop()
  expect(await lastUse()).toBeGreaterThanOrEqual(startedAt)
})

test('a key with any one letter changed is malformed', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 38 }),
      fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z', '_', '-', ' '),
      (place, letter) => {
        const key = newSecret('vk')
        expect(isWellFormed('vk', key)).toBe(true)
        const changed = key.slice(0, place) + letter + key.slice(place + 1)
        fc.pre(changed !== key)
        expect(isWellFormed('vk', changed)).toBe(false)
      },
    ),
  )
})
