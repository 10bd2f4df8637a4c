import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { environmentOf } from '../../../sandbox/src/environment.ts'
import { SOURCES } from '../../../sandbox/src/sources.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

interface Report {
  well: boolean
  findings: { check: string; state: string; found: string; advice: string | null }[]
}

const SECRET_KEY = 'ab'.repeat(32)
const SANDBOX = environmentOf('http://127.0.0.1:1', SOURCES)
let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.pool.query('truncate tasks, secret_keys, directory_syncs')
})
afterAll(() => database.drop())

async function doctor(env: Record<string, string> = {}): Promise<Report & { code: number | null }> {
  const { code, stdout, stderr } = await vacancy(['doctor', '--json'], {
    DATABASE_URL: database.url,
    SECRET_KEY,
    ...SANDBOX,
    ...env,
  })
  expect(stderr).toBe('')
  return { code, ...(JSON.parse(stdout) as Report) }
}

const stateOf = ({ findings }: Report, check: string) => findings.find((each) => each.check === check)

test('a sound installation has no problem, and what is missing has advice', async () => {
  const report = await doctor()
  expect([report.code, report.well]).toEqual([0, true])
  expect(report.findings.map(({ check }) => check).toSorted()).toEqual([
    'clock',
    'connections',
    'database',
    'deliveries',
    'directory',
    'disk',
    'extensions',
    'mail',
    'reservations',
    'schema',
    'secrets',
    'sources',
    'tasks',
    'workers',
  ])
  expect(stateOf(report, 'workers')).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('vacancy worker'),
  })
  for (const check of ['clock', 'database', 'extensions', 'schema', 'secrets', 'tasks'])
    expect(stateOf(report, check), check).toMatchObject({ state: 'good', advice: null })
  const text = await vacancy(['doctor'], { DATABASE_URL: database.url, SECRET_KEY, ...SANDBOX })
  expect(text.stdout).toMatch(/^✓ database +PostgreSQL 1[5-9]/)
})

test('what is wrong is named, with what to do, and ends with 1', async () => {
  const { pool } = database
  await pool.query("insert into secret_keys (fingerprint) values ('\\x00'::bytea)")
  await pool.query(
    `insert into tasks (kind, no, source, due, ask) values ('cells', 1, 'aurelia', now() - interval '2 hours', '{}')`,
  )
  await pool.query(
    "insert into directory_syncs (source, due_at, synced_at, error) values ('aurelia', now(), now() - interval '3 days', 'refused')",
  )
  const report = await doctor()
  expect([report.code, report.well]).toEqual([1, false])
  expect(stateOf(report, 'secrets')).toMatchObject({ state: 'problem', advice: 'Set the right SECRET_KEY.' })
  expect(stateOf(report, 'tasks')).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/^1 are due, the oldest for 7\d{3} s$/),
  })
  expect(stateOf(report, 'directory')).toMatchObject({
    state: 'warning',
    found: 'not up to date: aurelia (refused)',
  })
})

test('mails that fail are told with the time, until one is sent again', async () => {
  const { pool } = database
  const tell = (sent: string, failed: string) =>
    pool.query(
      `insert into processes (id, role, host, pid, version, started_at, seen_at, mailed_at, mail_failed_at, mail_error)
       values (gen_random_uuid(), 'worker', 'one', 1, '1.0.0', now(), now(), now() - $1::interval, now() - $2::interval, 'refused')`,
      [sent, failed],
    )
  const env = {
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'vacancy@example.com',
    PUBLIC_URL: 'http://127.0.0.1:1',
  }
  await tell('2 hours', '1 hour')
  expect(stateOf(await doctor(env), 'mail')).toMatchObject({
    state: 'problem',
    found: expect.stringMatching(/^last sent .* UTC, last failure .* UTC \(refused\), 0 waiting$/),
  })
  await tell('1 minute', '3 hours')
  const { findings } = await doctor(env)
  expect(stateOf({ well: true, findings }, 'mail')).toMatchObject({ state: 'good' })
  await pool.query("update processes set version = '0.9.0' where mailed_at > now() - interval '1 hour'")
  expect(stateOf(await doctor(env), 'version')).toMatchObject({
    state: 'warning',
    found: 'processes of 0.9.0 and 1.0.0 run side by side',
  })
  await pool.query('delete from processes')
})

test('a certificate that ends soon, or that nobody trusts, is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-certificate-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const at = async (days: number) => {
    const ask = `req -x509 -newkey rsa:2048 -nodes -days ${days} -subj /CN=localhost -addext subjectAltName=DNS:localhost`
    await promisify(execFile)('openssl', [...ask.split(' '), '-keyout', key, '-out', cert])
    const server = createServer({ key: await readFile(key), cert: await readFile(cert) }).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const found = async (env = {}) =>
      stateOf(await doctor({ PUBLIC_URL: `https://localhost:${port}`, ...env }), 'certificate')
    const [untrusted, trusted] = [await found(), await found({ NODE_EXTRA_CA_CERTS: cert })]
    server.close()
    return { untrusted, trusted }
  }
  const soon = await at(5)
  expect(soon.untrusted).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('not trusted here'),
  })
  expect(soon.trusted).toMatchObject({ state: 'warning', found: expect.stringContaining('is valid until') })
  expect((await at(90)).trusted).toMatchObject({ state: 'good', advice: null })
  expect(stateOf(await doctor({ PUBLIC_URL: 'https://localhost:9' }), 'certificate')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('cannot be reached'),
  })
})

test('an old schema and a database that is away are told apart', async () => {
  await database.pool.query('delete from schema_migrations where version = 11')
  try {
    const old = await doctor()
    expect([old.code, stateOf(old, 'schema')?.state]).toEqual([1, 'problem'])
    expect(stateOf(old, 'schema')?.advice).toContain('vacancy migrate')
    expect(stateOf(old, 'secrets')).toBeUndefined()
  } finally {
    await database.pool.query("insert into schema_migrations (version, name) values (11, '0011_audit')")
  }
  const away = await doctor({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect([away.code, stateOf(away, 'database')?.state]).toEqual([1, 'problem'])
  const wrong = await doctor({ SOURCES_FILE: '/does/not/exist.json' })
  expect([wrong.code, stateOf(wrong, 'sources')?.state]).toEqual([1, 'problem'])
})

test('a home without a database is told, and stays as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vacancy-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { DATABASE_URL: '', VACANCY_HOME: join(folder, 'mistyped'), SECRET_KEY, ...SANDBOX }
  const looked = await doctor(env)
  expect([looked.code, stateOf(looked, 'database')]).toEqual([
    1,
    expect.objectContaining({ state: 'problem', found: `there is none in ${env.VACANCY_HOME}` }),
  ])
  const listed = await vacancy(['accounts', 'list'], env)
  expect(listed).toMatchObject({ code: 78, stdout: '' })
  expect(listed.stderr).toContain(`There is no database in ${env.VACANCY_HOME}.`)
  expect(await readdir(folder)).toEqual([])
})

test('without any source of its own, an installation is told of the bundled sandbox', async () => {
  const { code, stdout } = await vacancy(['doctor', '--json'], { DATABASE_URL: database.url, SECRET_KEY })
  expect(code).toBe(0)
  expect(stateOf(JSON.parse(stdout) as Report, 'sources')).toMatchObject({
    state: 'warning',
    found: 'none is set up, so `vacancy serve` uses the bundled sandbox',
  })
})
