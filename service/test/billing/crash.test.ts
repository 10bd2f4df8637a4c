import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createPool, inTransaction } from '../../src/db/pool.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { type Answer, get, post } from '../support/client.ts'
import { takeClock, useTestDatabase } from '../support/database.ts'
import { startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'

test('a process killed between hold and settle charges nothing, and its hold expires', async () => {
  const database = await useTestDatabase()
  // Before the account is made: with a meter of a later day, every call would take the exact path.
  const clock = await takeClock(database.pool, '2026-11-15T10:00:00Z')
  const account = await newAccount(database.pool, 'free', { credits: 5, rps: 1000 })
  const api = await startApi(database.url)
  const cut = post(api.url, '/v1/counter', account.key, { live: 4, wait_ms: 30_000 }).catch(() => 'cut')
  await until(async () => (await readBooks(database.pool, account.no)).held === 4000)
  await api.stop('SIGKILL')
  expect(await cut).toBe('cut')

  const next = await startApi(database.url)
  onTestFinished(() => next.stop('SIGKILL'))
  const refused = await post(next.url, '/v1/counter', account.key, { live: 2 })
  expect(refused).toMatchObject({ status: 429, charged: 0 })

  await clock.set('2026-11-15T10:00:46Z')
  await database.pool.query('select ledger_expire(100)')
  expect(await readBooks(database.pool, account.no)).toMatchObject({
    used: 0,
    held: 0,
    holds: 0,
    lineCount: 0,
  })
  expect(await post(next.url, '/v1/counter', account.key, { live: 5 })).toMatchObject({
    status: 200,
    charged: 5,
  })
})

test('an answer waits until its charge is stored', async () => {
  const database = await useTestDatabase()
  const account = await newAccount(database.pool, 'free', { rps: 1000 })
  const api = await startApi(database.url)
  onTestFinished(() => api.stop('SIGKILL'))
  let answered: Answer | undefined
  const call = post(api.url, '/v1/counter', account.key, { live: 1, wait_ms: 300 }).then((answer) => {
    answered = answer
  })
  await until(async () => (await readBooks(database.pool, account.no)).held === 1000)
  await inTransaction(database.pool, async (client) => {
    await client.query('lock table usage_lines in access exclusive mode')
    await wait(1500)
    expect(answered).toBeUndefined()
  })
  await call
  expect(answered).toMatchObject({ status: 200, charged: 1 })
  expect(await readBooks(database.pool, account.no)).toMatchObject({ used: 1000, held: 0, lineCount: 1 })
})

test('every answered charge is there after PostgreSQL was killed under load, and no refused one is', async () => {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-crash-'))
  const database = await openDatabase({ databaseUrl: '', home }, { share: false })
  onTestFinished(async () => {
    await database.close()
    await rm(home, { recursive: true, force: true })
  })
  await migrate(database.url)
  const pool = createPool({ url: database.url, max: 2, name: 'test', onIdleError: () => {} })
  onTestFinished(() => pool.end())
  const account = await newAccount(pool, 'scale', { credits: 100_000, rps: 1_000_000 })
  const apis = await Promise.all([startApi(database.url), startApi(database.url)])
  onTestFinished(async () => {
    await Promise.all(apis.map((api) => api.stop('SIGKILL')))
  })

  const load = { running: true }
  const outcomes: { requestId: string; answer: Answer | null }[] = []
  const client = async (index: number) => {
    for (let call = 0; load.running; call += 1) {
      const requestId = `load-${index}-${call}`
      const url = apis[index % 2]?.url ?? ''
      const body = call % 3 === 0 ? { live: 1, wait_ms: 5 } : { cached: 1 }
      const answer = await post(url, '/v1/counter', account.key, body, { 'x-request-id': requestId }).catch(
        () => null,
      )
      outcomes.push({ requestId, answer })
      // A refusal while the database is away comes at once; hammering it would only slow the restart.
      if (answer?.status !== 200) await wait(50)
    }
  }
  const clients = Array.from({ length: 24 }, (_, index) => client(index))
  const isAnswered = ({ answer }: { answer: Answer | null }) => answer?.status === 200
  /** A busy machine takes longer to answer so many. */
  const underLoad = async () => {
    const before = outcomes.length
    await wait(700)
    await until(async () => outcomes.slice(before).filter(isAnswered).length > 25)
  }
  for (let kill = 0; kill < 3; kill += 1) {
    await underLoad()
    await killServer(database)
    await database.revive?.()
  }
  await underLoad()
  load.running = false
  await Promise.all(clients)

  await until(async () => {
    await pool.query('select ledger_expire(100)')
    return (await get(apis[0]?.url ?? '', '/v1/usage', account.key)).status === 200
  })
  const { rows } = await pool.query<{ request_id: string; credits: number }>(
    'select request_id, credits from usage_lines where account = $1',
    [account.no],
  )
  const lines = new Map(rows.map((row) => [row.request_id, row.credits]))
  expect(lines.size).toBe(rows.length)
  const answered = outcomes.filter(isAnswered)
  const refused = outcomes.filter(({ answer }) => answer !== null && answer.status !== 200)
  expect(answered.length).toBeGreaterThan(100)
  for (const { requestId, answer } of answered)
    expect([requestId, lines.get(requestId)]).toEqual([requestId, (answer?.charged ?? 0) * 1000])
  expect(refused.filter(({ requestId }) => lines.has(requestId))).toEqual([])
  for (const { answer } of refused)
    expect(answer).toMatchObject({ charged: 0, body: { error: { code: expect.any(String) } } })
  const books = await readBooks(pool, account.no)
  expect(books.used).toBe(books.lines)
  expect(books.keys).toBe(books.lines)
  expect(books.held).toBe(books.holds)
}, 240_000)

/** The kernel's way of pulling the plug: the postmaster and every backend at once. */
async function killServer(database: Database): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where pid <> pg_backend_pid() union all select (regexp_split_to_array(pg_read_file('postmaster.pid'), E'\\n'))[1]::int",
  )
  const died = database.died()
  for (const { pid } of rows.toReversed()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It had ended by itself.
    }
  }
  await died
  await client.end().catch(() => {})
}
