import { afterAll, expect, test, vi } from 'vitest'
import { keepMonths } from '../../src/db/months.ts'
import { inTransaction, type Pool } from '../../src/db/pool.ts'
import { newOrderedId } from '../../src/kernel/ids.ts'
import { readLines } from '../../src/usage/store.ts'
import { newAccount } from '../support/accounts.ts'
import { useTestDatabase } from '../support/database.ts'

// Ids of a process never go back in time, and these tests are ahead of it. The next file begins anew.
afterAll(() => {
  vi.resetModules()
})

const FOR_EVER = { cell_history: Number.POSITIVE_INFINITY, usage_lines: Number.POSITIVE_INFINITY }

async function plantNights(pool: Pool, nights: readonly string[]): Promise<void> {
  await pool.query(
    `insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, premium)
     select 1, 'a', 1, 201, -1, night, 1, 'a', 1, false from unnest($1::date[]) as n(night)`,
    [nights],
  )
}

async function monthsOf(pool: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1',
    [table],
  )
  return rows.map(({ name }) => name.slice(table.length + 1))
}

/** Where each row is, and what it is about. A distributed database numbers the pieces of a table, with six digits. */
async function placesOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ place: string }>(
    String.raw`select regexp_replace(tableoid::regclass::text, '_\d{6,}$', '') || ' ' || night as place from cell_history order by night`,
  )
  return rows.map(({ place }) => place)
}

test('a new database has the months that nights and charges of today need', async () => {
  const { pool } = await useTestDatabase()
  const now = new Date()
  const thisMonth = now.toISOString().slice(0, 7).replace('-', '_')
  expect(await monthsOf(pool, 'usage_lines')).toContain(thisMonth)
  now.setUTCMonth(now.getUTCMonth() + 17, 1)
  expect(await monthsOf(pool, 'cell_history')).toContain(now.toISOString().slice(0, 7).replace('-', '_'))
})

test('rows of a month without a partition are kept and move into it once it exists', async () => {
  const { pool } = await useTestDatabase()
  await plantNights(pool, ['2035-03-31', '2035-04-01', '2035-04-30', '2035-05-01'])
  expect(await placesOf(pool)).toContain('cell_history_rest 2035-04-01')
  // Two workers at once.
  const made = await Promise.all(
    [1, 2].map(() => keepMonths(pool, FOR_EVER, Date.parse('2035-04-15T12:00:00Z'))),
  )
  expect(Math.max(...made)).toBeGreaterThan(0)
  await keepMonths(pool, FOR_EVER, Date.parse('2035-04-15T12:00:00Z'))
  expect(await placesOf(pool)).toEqual([
    'cell_history_rest 2035-03-31',
    'cell_history_2035_04 2035-04-01',
    'cell_history_2035_04 2035-04-30',
    'cell_history_2035_05 2035-05-01',
  ])
  expect(await keepMonths(pool, FOR_EVER, Date.parse('2035-04-15T12:00:00Z'))).toBe(0)
})

test('a month is dropped whole once all of its nights are past their time, and nothing else is', async () => {
  const { pool } = await useTestDatabase()
  const start = Date.parse('2035-01-31T00:00:00Z')
  await keepMonths(pool, FOR_EVER, start)
  await plantNights(pool, ['2034-12-31', '2035-01-31', '2035-02-01'])
  const kept = { cell_history: 400, usage_lines: Number.POSITIVE_INFINITY }
  const dayMs = 86_400_000
  const lastOfJanuary = Date.parse('2035-01-31')
  await keepMonths(pool, kept, lastOfJanuary + 400 * dayMs)
  expect(await placesOf(pool)).toEqual(['cell_history_2035_01 2035-01-31', 'cell_history_2035_02 2035-02-01'])
  await keepMonths(pool, kept, lastOfJanuary + 401 * dayMs)
  expect(await placesOf(pool)).toEqual(['cell_history_2035_02 2035-02-01'])
  expect(await monthsOf(pool, 'cell_history')).not.toContain('2035_01')
  expect(await monthsOf(pool, 'usage_lines')).toContain('2035_01')
})

test('a month that is being read is dropped on a later turn, and nothing waits for it', async () => {
  const { pool } = await useTestDatabase()
  await keepMonths(pool, FOR_EVER, Date.parse('2035-01-31T00:00:00Z'))
  const kept = { cell_history: 31, usage_lines: Number.POSITIVE_INFINITY }
  const later = Date.parse('2035-06-01T00:00:00Z')
  await keepMonths(pool, FOR_EVER, later)
  await inTransaction(pool, async (client) => {
    await client.query('select count(*) from cell_history')
    expect(await keepMonths(pool, kept, later)).toBe(0)
  })
  expect(await monthsOf(pool, 'cell_history')).toContain('2035_01')
  expect(await keepMonths(pool, kept, later)).toBeGreaterThan(0)
  expect(await monthsOf(pool, 'cell_history')).not.toContain('2035_01')
})

test('a task has one line in a month, also in a month that was made later', async () => {
  const { pool } = await useTestDatabase()
  const nowMs = Date.now() + 40 * 86_400_000
  await keepMonths(pool, FOR_EVER, nowMs)
  const add = (task: number) =>
    pool.query(
      "select usage_add(1, $1, ledger_now(), 203501, 1, 'matrix', 'req_1', 1000, 1, 0, 0, 'job_1', $2)",
      [newOrderedId(nowMs), task],
    )
  await add(1)
  await expect(add(1)).rejects.toThrow('duplicate key')
  await add(2)
})

test('lines of a few days are read from the months around them alone', async () => {
  const { pool } = await useTestDatabase()
  const account = await newAccount(pool, 'free')
  await pool.query(
    `select usage_add($1, (lpad(to_hex((extract(epoch from day) * 1000)::bigint), 12, '0') || repeat('1', 20))::uuid, day,
      ledger_period(day), $2, 'shop', 'req_' || to_char(day, 'YYYYMMDD'), 1000, 1, 0, 0)
    from generate_series(timestamptz '2026-11-01 12:00Z', timestamptz '2027-01-31 12:00Z', interval '1 day') day`,
    [account.no, account.keyNo],
  )
  const query = { account: account.no, before: null, from: '2026-12-30', to: '2027-01-02', limit: 10 }
  const lines = await readLines(pool, query)
  expect(lines.map(({ request_id }) => request_id)).toEqual([
    'req_20270102',
    'req_20270101',
    'req_20261231',
    'req_20261230',
  ])
  const before = lines[1]?.id ?? null
  expect((await readLines(pool, { ...query, before })).map(({ request_id }) => request_id)).toEqual([
    'req_20261231',
    'req_20261230',
  ])
})
