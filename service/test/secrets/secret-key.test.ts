import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SEALED_VALUES } from '../../src/compose/sealed.ts'
import { inTransaction } from '../../src/db/pool.ts'
import { createVault, type Vault } from '../../src/ops/vault.ts'
import { openVault } from '../../src/secrets/open-vault.ts'
import { keepOnlyKey, resealAll } from '../../src/secrets/reseal.ts'
import { createHook } from '../../src/webhooks/hooks.ts'
import { newAccount } from '../support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startApi, vacancy } from '../support/processes.ts'
import { until } from '../support/until.ts'

const [A, B, C] = ['aa', 'bb', 'cc'].map((pair) => pair.repeat(32)) as [string, string, string]
const vaultOf = (key: string) => createVault(Buffer.from(key, 'hex'))

let database: TestDatabase
const emptyHome = () => join(mkdtempSync(join(tmpdir(), 'keys-')), 'home')

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(() => database.drop())

/** What each process does when it starts. */
const start = (secretKey: string, { old = '', home = emptyHome() } = {}) =>
  openVault({ secretKey, secretKeyOld: old, home }, database.pool, SEALED_VALUES)

async function addHooks(vault: Vault, count: number): Promise<string[]> {
  const { no: account } = await newAccount(database.pool, 'pro')
  const secrets: string[] = []
  for (let made = 0; made < count; made += 1) {
    const hook = { account, url: 'https://example.com/' }
    secrets.push((await inTransaction(database.pool, (client) => createHook(client, vault, hook))).secret)
  }
  return secrets
}

async function openAll(vault: Vault): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: number; secret: Buffer }>(
    'select id, secret from hooks order by id',
  )
  return rows.map(({ id, secret }) => vault.open(secret, `webhook ${id}`))
}

test.for(
  ['api', 'serve'].flatMap((role) => [
    { role, how: 'not the right one', secretKey: B, words: 'SECRET_KEY is not the key that encrypted' },
    { role, how: 'gone', secretKey: '', words: 'SECRET_KEY is missing, and this database holds secrets' },
  ]),
)('$role stops with one line if SECRET_KEY is $how', async ({ role, secretKey, words }) => {
  await start(A)
  const ended = await vacancy([role], {
    DATABASE_URL: database.url,
    SANDBOX_URL: 'http://127.0.0.1:1',
    SECRET_KEY: secretKey,
    VACANCY_HOME: emptyHome(),
  })
  expect(ended).toMatchObject({ code: 78, stdout: '' })
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  expect(ended.stderr).toContain(words)
  expect(ended.stderr).not.toContain(B)
})

test('a missing SECRET_KEY is not generated for a database that has one', async () => {
  await start(A)
  const home = emptyHome()
  await expect(start('', { home })).rejects.toThrow('SECRET_KEY is missing')
  expect(existsSync(join(home, 'secret.key'))).toBe(false)
})

test('a first start generates the key, and a second machine without it is refused', async () => {
  const home = emptyHome()
  await start('', { home })
  await start('', { home })
  await expect(start('')).rejects.toThrow('SECRET_KEY is missing')
})

test('secrets of an earlier version, which stored no fingerprint, prove the key', async () => {
  await addHooks(vaultOf(A), 1)
  await expect(start('')).rejects.toThrow('SECRET_KEY is missing')
  await expect(start(B)).rejects.toThrow('is not the key')
  await start(A)
})

test('rotate encrypts everything with the new key, after which the old one is refused', async () => {
  await start(A)
  const secrets = await addHooks(vaultOf(A), 410)
  const { vault, recheck } = await start(B, { old: A })
  const later = await addHooks(vault, 2)
  expect(await openAll(vault)).toEqual([...secrets, ...later])
  await expect(start(B)).rejects.toThrow('are moving to another SECRET_KEY')

  const ended = await vacancy(['secrets', 'rotate'], {
    DATABASE_URL: database.url,
    SECRET_KEY: B,
    SECRET_KEY_OLD: A,
  })
  expect(ended).toMatchObject({ code: 0, stderr: 'Next: restart the processes without SECRET_KEY_OLD\n' })
  expect(ended.stdout).toContain('webhook secrets: 412 checked, 410 encrypted again\n')
  expect(await openAll(vaultOf(B))).toEqual([...secrets, ...later])

  await recheck()
  await expect(start(A)).rejects.toThrow('is not the key')
  await start(B)
})

test('a rotation that was interrupted is finished by the next one', async () => {
  await start(A)
  const secrets = await addHooks(vaultOf(A), 3)
  // The first hook was done before the process ended.
  await database.pool.query('update hooks set secret = $1 where id = (select min(id) from hooks)', [
    vaultOf(B).seal(secrets[0] ?? '', `webhook ${await firstHook()}`),
  ])
  const { vault } = await start(B, { old: A })
  const done = await resealAll(database.pool, vault, SEALED_VALUES)
  expect(done).toContainEqual({ name: 'webhook secrets', checked: 3, changed: 2 })
  expect(await openAll(vaultOf(B))).toEqual(secrets)
})

async function firstHook(): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>('select min(id) as id from hooks')
  return rows[0]?.id ?? 0
}

test('a process that was left with the old key stops when the rotation is over', async () => {
  const left = await startApi(database.url, { SECRET_KEY: A })
  await keepOnlyKey(database.pool, (await start(B, { old: A })).key)
  await until(async () => left.child.exitCode === 1)
  expect(left.log()).toContain('SECRET_KEY is not the key')
})

test('after a lost key, reset gives new secrets and the service starts again', async () => {
  await start(A)
  const secrets = await addHooks(vaultOf(A), 2)
  const env = { DATABASE_URL: database.url, SECRET_KEY: C }
  expect((await vacancy(['secrets', 'reset'], env)).stderr).toContain('Add --yes to confirm.')
  expect(await openAll(vaultOf(A))).toEqual(secrets)
  expect(await vacancy(['secrets', 'reset', '--yes'], env)).toMatchObject({ code: 0 })
  const renewed = await openAll(vaultOf(C))
  expect(renewed.every((secret) => secret.startsWith('whsec_') && !secrets.includes(secret))).toBe(true)
  await start(C)
})

test('a process that starts while another makes the key of their home uses the same one', async () => {
  const home = emptyHome()
  let other: Awaited<ReturnType<typeof start>> | undefined
  // The other one is ready before the database answers the first question of this one.
  const late = Object.create(database.pool) as typeof database.pool
  const query = database.pool.query.bind(database.pool) as (...args: unknown[]) => unknown
  late.query = (async (...args: unknown[]) => {
    other ??= await start('', { home })
    return query(...args)
  }) as typeof late.query
  const opened = await openVault({ secretKey: '', secretKeyOld: '', home }, late, SEALED_VALUES)
  expect(opened.key).toEqual(other?.key)
})
