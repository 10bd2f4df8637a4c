import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { applyDefinitions, readDefinitions } from '../../src/db/definitions.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type Client, createPool } from '../../src/db/pool.ts'
import { one } from '../../src/db/rows.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { createWithCitus, dropDatabase, hasCitus } from '../support/citus.ts'
import { createTestDatabase, useTestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

async function readSignatures(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; signature: string }>(
    `select proname as name, pg_get_function_arguments(oid) || ' returns ' || pg_get_function_result(oid) as signature
     from pg_proc where pronamespace = current_schema()::regnamespace`,
  )
  return new Map(rows.map(({ name, signature }) => [name, signature]))
}

test('a function that differs in a distributed database takes and returns the same there', async () => {
  const { pool } = await useTestDatabase()
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await client.query('begin')
  await applyDefinitions(client, await readDefinitions('plain'))
  const plain = await readSignatures(client)
  await applyDefinitions(client, await readDefinitions('distributed'))
  const distributed = await readSignatures(client)
  await client.query('rollback')
  const differing = [...plain].filter(([name, signature]) => distributed.get(name) !== signature)
  expect(differing).toEqual([])
})

test.skipIf(hasCitus)('without Citus, `migrate --distributed` says in one line what is missing', async () => {
  const { url } = await useTestDatabase()
  const ended = await vacancy(['migrate', '--distributed'], { DATABASE_URL: url })
  expect(ended).toMatchObject({ code: 78, stdout: 'The schema is up to date.\n' })
  expect(ended.stderr).toMatch(/^vacancy: This database has no Citus\. .+\n$/)
})

test.runIf(hasCitus)('a database in use is distributed with all that it holds', async () => {
  const server = inject('serverUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  const url = await createWithCitus(server, name)
  const pool = createPool({ url, max: 2, name: 'test', onIdleError: () => {} })
  onTestFinished(async () => {
    await pool.end()
    await dropDatabase(server, name)
  })
  await migrate(url)
  const account = await newAccount(pool, 'pro')
  await pool.query(
    `insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, premium)
     select h, 'c', 1, 201, 1, current_date + n, 1, 'a', 1, false from generate_series(1, 20) h, generate_series(0, 99) n`,
  )
  await pool.query(
    `with line as (select usage_add($1, '01f00000-0000-7000-8000-000000000001', ledger_now(), period, $2, 'shop', 'req_1', 250, 0, 1, 0)
       from meters where account = $1)
     update meters set used = 250, spend[1] = 250 from line where account = $1`,
    [account.no, account.keyNo],
  )
  const run = () => vacancy(['migrate', '--distributed'], { DATABASE_URL: url })
  expect((await run()).stdout).toContain('The tables are now distributed.\n')
  expect((await run()).stdout).toBe('The schema is up to date.\nThe tables are already distributed.\n')
  expect(await readBooks(pool, account.no)).toMatchObject({ used: 250, lines: 250, lineCount: 1 })
  const { rows } = await pool.query<{ count: number }>('select count(*) from cell_history')
  expect(one(rows).count).toBe(2000)
  const { rows: workers } = await pool.query(
    "select distinct nodeport from citus_shards where table_name = 'cells'::regclass",
  )
  expect(workers.length).toBeGreaterThan(1)
})

test.runIf(hasCitus)('a role that starts on a distributed database leaves it distributed', async () => {
  const { pool, url, drop } = await createTestDatabase()
  onTestFinished(drop)
  expect(await migrate(url)).toEqual([])
  const { rows } = await pool.query<{ language: string }>(
    "select l.lanname as language from pg_proc p join pg_language l on l.oid = p.prolang where proname = 'cells_of'",
  )
  expect(one(rows).language).toBe('plpgsql')
})
