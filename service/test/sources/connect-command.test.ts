import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

const SECRET_KEY = 'a1'.repeat(32)
let database: TestDatabase
let sandbox: RunningSandbox
let home: string
let said = ''

beforeAll(async () => {
  ;[database, sandbox] = await Promise.all([createTestDatabase(), startSandbox()])
  home = await mkdtemp(join(tmpdir(), 'vacancy-connect-'))
}, 60_000)
afterAll(async () => {
  await sandbox?.stop()
  await database?.drop()
  await rm(home, { recursive: true, force: true })
})

async function sources(args: string[], env: Record<string, string> = {}) {
  const settings = { DATABASE_URL: database.url, SECRET_KEY, VACANCY_HOME: home, ...env }
  const done = await vacancy(['sources', ...args], {
    ...sandbox.environment,
    SANDBOX_URL: sandbox.url,
    ...settings,
  })
  said += done.stdout + done.stderr
  return done
}

const key = () => String(sandbox.environment['GLASSHOUSE_API_KEY'])
const address = () => `${sandbox.url}/glasshouse`
const add = (id: string, ...more: string[]) =>
  sources(['add', 'liteapi', '--id', id, '--base-url', address(), '--yes', '--json', ...more])

/** What the checks of a source are written down as. */
async function checksOf(source: string): Promise<{ requests: number }> {
  const { rows } = await database.pool.query<{ requests: number }>(
    "select sum(requests)::int as requests from source_spending where source = $1 and purpose = 'check'",
    [source],
  )
  return rows[0] as { requests: number }
}

/** A backup is one line and a compressed stream. */
function contentOf(backup: Buffer): string {
  return zstdDecompressSync(backup.subarray(backup.indexOf('\n') + 1)).toString('latin1')
}

async function jsonOf(args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await sources([...args, '--json'])
  return JSON.parse(stdout) as Record<string, unknown>
}

it('adds, shows, changes, switches and removes a source', async () => {
  const { stdout } = await vacancy(['sources', 'add'])
  expect(stdout).toContain('My own hotel, from Apaleo')
  const hotel = JSON.parse((await sources(['check', 'glasshouse', '--json'])).stdout).sources[0]
    .hotel_code as string
  const set = ['--set', `apiKey=${key()}`, '--set', `hotel=${hotel}`]
  const added = await add('mine', ...set, '--name', 'Mine', '--requests-per-day', '500')
  expect(added.code).toBe(0)
  expect(JSON.parse(added.stdout)).toMatchObject({
    saved: true,
    source: { id: 'mine', name: 'Mine', origin: 'database', budget: { requests_per_day: 500 }, version: 1 },
  })
  expect((await add('mine', ...set)).stderr).toContain('in use already')
  expect((await add('lodgista', ...set)).stderr).toContain('belongs to a bundled source')
  expect(
    (await sources(['edit', 'mine', '--name', 'Renamed', '--requests-per-month', '9000', '--yes'])).code,
  ).toBe(0)
  expect(await jsonOf(['show', 'mine'])).toMatchObject({
    name: 'Renamed',
    budget: { requests_per_day: 500, requests_per_month: 9000 },
    fields: { hotel, apiKey: `…${key().slice(-4)}` },
  })
  const price = ['--price-per-request', '0.0025 USD', '--requests-per-day', 'none']
  expect((await sources(['edit', 'mine', ...price, '--yes'])).code).toBe(0)
  expect(await jsonOf(['show', 'mine'])).toMatchObject({
    budget: {
      requests_per_day: null,
      requests_per_month: 9000,
      price_per_request: { amount: 0.0025, currency: 'USD' },
    },
  })
  const odd = ['edit', 'mine', '--price-per-request', 'cheap', '--reserve-pct', 'x', '--yes']
  expect((await sources(odd)).stderr).toMatch(/`price_per_request` must have.*`reserve_pct` must be/)
  const before = await checksOf('mine')
  expect((await sources(['test', 'mine'])).stdout).toContain('Everything works at this source.')
  expect(await checksOf('mine')).toMatchObject({ requests: before.requests * 2 })
  await sources(['disable', 'mine'])
  expect(await jsonOf(['show', 'mine'])).toMatchObject({ disabled: true })
  await sources(['enable', 'mine'])
  expect((await sources(['remove', 'mine'])).stderr).toContain('--yes')
  expect((await sources(['remove', 'mine', '--yes'])).code).toBe(0)
  expect((await sources(['show', 'mine'])).stderr).toContain('There is no source mine')
}, 120_000)

it('saves nothing that does not work or is not agreed to', async () => {
  const wrong = await add('other', '--set', 'apiKey=planted-0123456789', '--set', 'hotel=lp1')
  expect([wrong.code, JSON.parse(wrong.stdout)]).toMatchObject([1, { saved: false, works: false }])
  const silent = ['add', 'liteapi', '--id', 'other', '--base-url', address(), '--set', `apiKey=${key()}`]
  expect((await sources(silent)).code).not.toBe(0)
  expect((await add('other', '--set', 'apiKey=k', '--requests-per-day', '0')).stderr).toMatch(
    /`apiKey` must be .*`requests_per_day` must be a whole number from 1/,
  )
  expect((await add('other', '--set', 'secret-without-name')).stderr).not.toContain('secret-without-name')
  expect((await sources(['show', 'other'])).stderr).toContain('There is no source')
}, 120_000)

it('changes a bundled source by a row that wins, and takes it back', async () => {
  const edited = await sources(['edit', 'juniper', '--name', 'Our Juniper', '--yes', '--json'])
  expect(JSON.parse(edited.stdout)).toMatchObject({
    source: { origin: 'database', name: 'Our Juniper', sandbox: true },
  })
  await sources(['sandbox', 'off'])
  const off = (await jsonOf(['list']))['sources'] as { id: string }[]
  expect(off).toEqual([])
  await sources(['sandbox', 'on'])
  await sources(['remove', 'juniper', '--yes'])
  const list = (await jsonOf(['list']))['sources'] as { id: string; origin: string; name: string }[]
  expect(list.find(({ id }) => id === 'juniper')).toMatchObject({ origin: 'bundled', name: 'Juniper Stays' })
}, 120_000)

it('keeps credentials encrypted, with the new key after a rotation and in a backup; without the key, the start says so', async () => {
  const hotel = JSON.parse((await sources(['check', 'glasshouse', '--json'])).stdout).sources[0]
    .hotel_code as string
  await add('sealed', '--set', `apiKey=${key()}`, '--set', `hotel=${hotel}`)
  const common = { DATABASE_URL: database.url, VACANCY_HOME: home }
  const next = { ...common, SECRET_KEY: 'b2'.repeat(32) }
  const rotated = await vacancy(['secrets', 'rotate'], { ...next, SECRET_KEY_OLD: SECRET_KEY })
  expect(rotated.stdout).toContain('credentials of sources: 1 checked, 1 encrypted again')
  const file = join(home, 'copy.backup')
  expect(await vacancy(['backup', file], next)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Next: .+\n$/) as string,
  })
  const { rows } = await database.pool.query<{ text: string }>(
    `select string_agg(s::text, ' ') as text from connected_sources s`,
  )
  expect(rows[0]?.text).toContain('sealed')
  for (const text of [contentOf(await readFile(file)), rows[0]?.text ?? '', said])
    expect(text).not.toContain(key())
  const lost = await vacancy(['sources', 'list'], { ...common, SECRET_KEY: 'c3'.repeat(32) })
  expect([lost.code !== 0, lost.stderr]).toEqual([
    true,
    expect.stringContaining('SECRET_KEY is not the key that encrypted the secrets in this database'),
  ])
}, 120_000)
