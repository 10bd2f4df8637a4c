import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { createPool, type Pool } from '../../src/db/pool.ts'
import { dropDatabase, onAllNodes, withDatabase } from './citus.ts'

export interface TestDatabase {
  url: string
  pool: Pool
  drop(): Promise<void>
}

/** A database of its own on the shared server, already migrated (or empty). */
export async function createTestDatabase({ template = 'vacancy_template' } = {}): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  // Through the log, as by default, each page would be written twice.
  await onAllNodes(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(serverUrl, name)
  const pool = createPool({ url, max: 4, name: 'test', onIdleError: () => {} })
  return {
    url,
    pool,
    drop: async () => {
      await pool.end()
      await dropDatabase(serverUrl, name)
    },
  }
}

/** For a single test: dropped when it ends. */
export async function useTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  return database
}

/** Takes the database's clock into the test's hands: every process on it sees the time that was set last. */
export async function takeClock(pool: Pool, start: string): Promise<{ set(time: string): Promise<void> }> {
  await pool.query('create table test_clock (at timestamptz not null)')
  await pool.query('insert into test_clock values ($1)', [start])
  await pool.query(
    `create or replace function ledger_now() returns timestamptz language sql volatile as 'select at from test_clock'`,
  )
  return {
    set: async (time) => {
      await pool.query('update test_clock set at = $1', [time])
    },
  }
}
