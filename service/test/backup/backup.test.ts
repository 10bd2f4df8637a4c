import { mkdtempSync } from 'node:fs'
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAccount } from '../../src/accounts/store.ts'
import { openBackup } from '../../src/backup/file.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { makeBackup } from '../../src/backup/write.ts'
import { expireHolds } from '../../src/billing/expire.ts'
import { DatabaseReplaced, readIdentity, requireIdentity } from '../../src/db/identity.ts'
import { createPool, inTransaction, type Pool } from '../../src/db/pool.ts'
import { createVault } from '../../src/ops/vault.ts'
import { createHook } from '../../src/webhooks/hooks.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startApi, vacancy } from '../support/processes.ts'
import { until } from '../support/until.ts'

const KEY = 'ab'.repeat(32)

const newFile = () => join(mkdtempSync(join(tmpdir(), 'backup-')), 'vacancy.backup')

async function newDatabase(template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(template ? { template } : {})
  onTestFinished(database.drop)
  return database
}

/** Every row of every table, as text. */
async function contentOf(pool: Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not in ('database_identity', 'schema_migrations')`,
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(
      `select coalesce(string_agg(t::text, e'\\n' order by t::text), '') as text from ${name} t`,
    )
    content[name] = rows[0]?.text ?? ''
  }
  return content
}

/** An account with a webhook, text that COPY must escape, and rows in several months. */
async function fill({ pool }: TestDatabase): Promise<TestAccount> {
  const account = await newAccount(pool, 'pro', { rps: 100_000 })
  const vault = createVault(Buffer.from(KEY, 'hex'))
  const hook = { account: account.no, url: 'https://example.com/a\\b' }
  await inTransaction(pool, (client) => createHook(client, vault, hook))
  await pool.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at, account)
     values ('u1', e'tab\\tline\\nback\\\\slash \\\\. Zürich', 'u@example.com', false, now(), now(), $1)`,
    [account.no],
  )
  await pool.query(
    `insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
     select $1, gen_random_uuid(), now(), 1, $2, 'shop', 'req_' || n, 1, 1, 0, 0 from generate_series(1, 50) n`,
    [account.no, account.keyNo],
  )
  return account
}

/** A filled database that no test changes, and its backup. */
let filled: TestDatabase
let account: TestAccount
let file: string
let made: Awaited<ReturnType<typeof makeBackup>>

beforeAll(async () => {
  filled = await createTestDatabase()
  account = await fill(filled)
  file = newFile()
  made = await makeBackup(filled.url, file, null)
})

afterAll(() => filled.drop())

test('a backup of a busy service has exact books, and the restored one goes on from there', async () => {
  const database = await newDatabase()
  const api = await startApi(database.url, { SECRET_KEY: KEY })
  onTestFinished(() => api.stop('SIGKILL'))
  const accounts = await Promise.all(
    Array.from({ length: 3 }, () => newAccount(database.pool, 'pro', { rps: 100_000 })),
  )
  // Copied between the meters and the lines: a backup that is not of one moment would have different sums.
  await database.pool.query(
    `insert into throttles (bucket, tries, ends_at)
     select sha256(n::text::bytea), 1, now() + interval '1 day' from generate_series(1, 50000) n`,
  )
  let sold = 0
  const load = { running: true }
  const clients = accounts.flatMap(({ key }) =>
    Array.from({ length: 3 }, async (_, index) => {
      // Every third client has a request under way at the moment of the backup, with credits reserved for it.
      const wait = index === 0 ? { wait_ms: 400 } : {}
      while (load.running) {
        const answer = await post(api.url, '/v1/counter', key, { live: 1, cached: 2, ...wait })
        if (answer.status === 200) sold += 1
      }
    }),
  )
  await until(async () => sold > 50)
  const busy = newFile()
  const env = { DATABASE_URL: database.url, SECRET_KEY: KEY }
  expect(await vacancy(['backup', busy], env)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Next: .+\n$/) as string,
  })
  const soldByThen = sold
  await until(async () => sold > soldByThen + 20)
  load.running = false
  await Promise.all(clients)

  const copy = await newDatabase('template0')
  const restored = await vacancy(['restore', busy], { DATABASE_URL: copy.url, SECRET_KEY: KEY })
  expect(restored).toMatchObject({ code: 0, stderr: 'Next: vacancy doctor\n' })
  let lines = 0
  let reserved = 0
  for (const { no } of accounts) {
    const { used, lines: charged, keys, lineCount, held, holds } = await readBooks(copy.pool, no)
    expect([charged, keys, held]).toEqual([used, used, holds])
    lines += lineCount
    reserved += held
  }
  expect(lines).toBeGreaterThan(50)
  expect(lines).toBeLessThan(sold)

  // Nobody will ever settle what was under way: it is released, and not charged.
  expect(reserved).toBeGreaterThan(0)
  await copy.pool.query('update holds set expires_at = now()')
  await expireHolds(copy.pool)
  for (const { no } of accounts) {
    const { used, lines: charged, held, holds } = await readBooks(copy.pool, no)
    expect([charged, held, holds]).toEqual([used, 0, 0])
  }

  const elsewhere = await startApi(copy.url, { SECRET_KEY: KEY })
  onTestFinished(() => elsewhere.stop())
  const [first] = accounts
  expect((await post(elsewhere.url, '/v1/counter', first?.key ?? '', { live: 1 })).status).toBe(200)
  const { used, lines: charged, keys } = await readBooks(copy.pool, first?.no ?? 0)
  expect([charged, keys]).toEqual([used, used])
})

test('every row comes back, and new rows get new numbers', async () => {
  expect(made.rows).toBeGreaterThan(50)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const copy = await newDatabase('template0')
  const backup = await openBackup(file)
  expect(await restoreBackup(copy.url, backup, { force: false })).toMatchObject({ rows: made.rows })
  const content = await contentOf(filled.pool)
  expect(await contentOf(copy.pool)).toEqual(content)
  const restored = new Set([...backup.header.tables, 'schema_definitions'])
  expect(Object.keys(content).filter((table) => !restored.has(table))).toEqual([])
  await createAccount(copy.pool, 'next@example.com', 'free')
  const { rows } = await copy.pool.query('select max(id) as id from accounts')
  expect(rows).toEqual([{ id: account.no + 1 }])
})

test('a file that was cut or changed anywhere is refused, and nothing changes', async () => {
  const target = await newDatabase()
  await newAccount(target.pool, 'free')
  const before = await contentOf(target.pool)
  const spoiled = `${file}.spoiled`
  for (let part = 0; part < 12; part += 1) {
    const at = Math.floor((made.bytes * part) / 12)
    await copyFile(file, spoiled)
    await truncate(spoiled, at)
    await expect(openBackup(spoiled)).rejects.toThrow(/is damaged or incomplete|is not a backup/)
    const content = await readFile(file)
    content.writeUInt8(content.readUInt8(at) ^ 1, at)
    await writeFile(spoiled, content)
    await expect(openBackup(spoiled)).rejects.toThrow(/is damaged or incomplete|is not a backup/)
  }
  const ended = await vacancy(['restore', '--force', spoiled], { DATABASE_URL: target.url })
  expect(ended).toMatchObject({ code: 78, stdout: '' })
  expect(ended.stderr.trim().split('\n')).toHaveLength(1)
  expect(await contentOf(target.pool)).toEqual(before)
})

test('a restore that fails in the middle leaves the database as it was', async () => {
  const target = await newDatabase()
  await newAccount(target.pool, 'free')
  const before = await contentOf(target.pool)
  const backup = await openBackup(file)
  // As if the file changed after it was checked.
  const lying = {
    ...backup,
    sections: async function* () {
      for await (const section of backup.sections())
        yield section.table === 'users' ? { ...section, rows: () => 7 } : section
    },
  }
  await expect(restoreBackup(target.url, lying, { force: true })).rejects.toThrow(
    '7 rows of users were expected',
  )
  expect(await contentOf(target.pool)).toEqual(before)
})

test('data is replaced only with --force, and a process that knew the old data reaches none of the new', async () => {
  const backup = await openBackup(file)
  const target = await newDatabase()
  await createAccount(target.pool, 'demo', 'pro')
  await restoreBackup(target.url, backup, { force: false })
  await expect(restoreBackup(target.url, backup, { force: false })).rejects.toThrow(
    'This database holds data.',
  )
  await createAccount(target.pool, 'lost@example.com', 'free')
  const identity = await readIdentity(target.pool)
  const remembering = createPool({
    url: target.url,
    max: 1,
    name: 'vacancy test',
    onIdleError: () => {},
    verify: (client) => requireIdentity(client, identity),
  })
  onTestFinished(() => remembering.end())
  await remembering.query('select 1')
  await restoreBackup(target.url, backup, { force: true })
  await until(async () => {
    const answer: unknown = await remembering.query('select 1').catch((error: unknown) => error)
    return answer instanceof DatabaseReplaced
  })
  expect(await contentOf(target.pool)).toEqual(await contentOf(filled.pool))
})

test('processes that run during a restore restart', async () => {
  const target = await newDatabase()
  const stranger = await newAccount(target.pool, 'pro')
  const api = await startApi(target.url, { SECRET_KEY: KEY })
  onTestFinished(() => api.stop('SIGKILL'))
  expect((await get(api.url, '/v1/usage', stranger.key)).status).toBe(200)
  await restoreBackup(target.url, await openBackup(file), { force: true })
  await until(async () => api.child.exitCode === 1)
  expect(api.log()).toContain('The database was replaced by a restore.')
  const next = await startApi(target.url, { SECRET_KEY: KEY })
  onTestFinished(() => next.stop('SIGKILL'))
  expect((await get(next.url, '/v1/usage', account.key)).status).toBe(200)
  expect((await get(next.url, '/v1/usage', stranger.key)).status).toBe(401)
})

test('a backup never overwrites a file and leaves none behind when it fails', async () => {
  const taken = newFile()
  await writeFile(taken, 'precious')
  await expect(makeBackup(filled.url, taken, null)).rejects.toThrow('exists already')
  expect(await readFile(taken, 'utf8')).toBe('precious')
  const empty = await newDatabase('template0')
  await expect(makeBackup(empty.url, `${taken}.2`, null)).rejects.toThrow('has no schema')
  expect(await readdir(join(taken, '..'))).toEqual(['vacancy.backup'])
})
