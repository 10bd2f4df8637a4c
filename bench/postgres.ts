import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKey } from '../service/src/accounts/keys.ts'
import { createAccount } from '../service/src/accounts/store.ts'
import { openDatabase } from '../service/src/db/database.ts'
import { migrate } from '../service/src/db/migrate.ts'
import { createPool, type Pool } from '../service/src/db/pool.ts'
import { one } from '../service/src/db/rows.ts'

/** A real embedded PostgreSQL in its own folder, as `vacancy serve` runs it. */
export interface BenchServer {
  home: string
  version: string
  newDatabase(name: string): Promise<BenchDatabase>
  close(): Promise<void>
}

export interface BenchDatabase {
  url: string
  pool: Pool
  close(): Promise<void>
}

export async function startPostgres(): Promise<BenchServer> {
  const home = await mkdtemp(join(tmpdir(), 'vacancy-bench-'))
  const server = await openDatabase({ databaseUrl: '', home }, { share: false })
  const admin = poolOn(server.url, 1)
  const { rows } = await admin.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  return {
    home,
    version: rows[0]?.version ?? 'unknown',
    newDatabase: async (name) => {
      await admin.query(`create database ${name}`)
      const address = new URL(server.url)
      address.pathname = `/${name}`
      await migrate(address.href)
      const pool = poolOn(address.href, 4)
      return {
        url: address.href,
        pool,
        close: async () => {
          await pool.end()
          await admin.query(`drop database ${name} with (force)`)
        },
      }
    },
    close: async () => {
      await admin.end()
      await server.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export function poolOn(url: string, max: number): Pool {
  return createPool({ url, max, name: 'vacancy bench', onIdleError: () => {} })
}

/**
 * Brings the server to its state after the first checkpoint, when it recycles WAL segments. A fresh server must create each
 * segment within the commit that needs it, and that commit takes 3 ms.
 */
export async function ageLog(pool: Pool): Promise<void> {
  await pool.query(`do $$ begin
    for piece in 1..80 loop
      perform pg_logical_emit_message(false, 'bench', '');
      perform pg_switch_wal();
    end loop;
  end $$`)
  await pool.query('checkpoint')
}

export interface BenchAccount {
  no: number
  keyNo: number
  key: string
}

/**
 * Accounts without effective limits. All checks still run, but always pass. The largest plan allows 100 requests per
 * second, so with plan limits we would measure the limit itself.
 */
export async function createAccounts(pool: Pool, count: number): Promise<BenchAccount[]> {
  const accounts: BenchAccount[] = []
  for (let made = 0; made < count; made += 1) {
    const { id } = await createAccount(pool, `bench-${made}@example.com`, 'scale')
    const { id: keyId, key } = await createKey(pool, id, 'bench')
    const { rows } = await pool.query<{ no: number; keyNo: number }>(
      'select account as no, id as "keyNo" from keys where public_id = $1',
      [keyId],
    )
    if (!rows[0]) throw new Error(`the key ${keyId} was not stored`)
    accounts.push({ ...rows[0], key })
  }
  await pool.query('update meters set allowance = 1000000000000, emit_us = 1, burst = 1000000')
  return accounts
}

/** A new database with accounts that call. */
export interface Populated {
  database: BenchDatabase
  accounts: readonly BenchAccount[]
}

export async function populate(server: BenchServer, name: string, count: number): Promise<Populated> {
  const database = await server.newDatabase(name)
  return { database, accounts: await createAccounts(database.pool, count) }
}

/** Sums of the whole ledger. Keys, meters and lines are counted apart. */
export type Books = Record<'lines' | 'credits' | 'used' | 'keys' | 'held', number>

export async function readBooks(pool: Pool): Promise<Books> {
  const { rows } = await pool.query<Books>(
    `select (select count(*) from usage_lines) as lines,
       (select coalesce(sum(credits), 0)::bigint from usage_lines) as credits,
       sum(used)::bigint as used, sum(held)::bigint as held,
       sum(spend[1] + spend[2] + spend[3] + spend[4] + spend[5])::bigint as keys
     from meters`,
  )
  return one(rows)
}

/** Checks the ledger after a sample: one line per answer since `before`, and lines, meters and keys agree to the milli-credit. */
export async function checkBooks(
  pool: Pool,
  before: Books,
  charges: number,
  milliEach: number,
): Promise<void> {
  const books = await readBooks(pool)
  const owed = charges * milliEach
  if (
    books.lines - before.lines !== charges ||
    books.credits - before.credits !== owed ||
    books.used - before.used !== owed ||
    books.keys - before.keys !== owed ||
    books.held !== 0
  ) {
    throw new Error(`the books are wrong after ${charges} charges of ${milliEach}: ${JSON.stringify(books)}`)
  }
}
