import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dumpSchema, SCHEMA_FILE } from '../../scripts/dump-schema.ts'
import { migrate } from '../../src/db/migrate.ts'
import { readBooks } from '../support/accounts.ts'
import { baselineAccount } from '../support/baseline.ts'
import { createTestDatabase, useTestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

test('a new database has the schema of service/schema.sql (`npm run schema` writes it)', async () => {
  const { pool } = await useTestDatabase()
  expect(await dumpSchema(pool)).toBe(await readFile(SCHEMA_FILE, 'utf8'))
})

test('a database of the baseline, with data in it, is upgraded to the same schema and keeps the data', async () => {
  const database = await createTestDatabase({ template: 'template0' })
  const { pool, url } = database
  try {
    await migrate(url, { upTo: 1 })
    const account = await baselineAccount(pool)
    await pool.query(
      `with hotel as (insert into hotels (source, code) values ('aurelia', 'AUR1') returning id)
       insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, quoted, premium)
       select id, 'c', 1, 201, 1, current_date + n, 1, 'a', 1, false from hotel cross join generate_series(0, 99) n`,
    )
    await pool.query(
      `with line as (select usage_add($1, '01f00000-0000-7000-8000-000000000001', ledger_now(), period, $2, 'shop', 'req_1', 250, 0, 1, 0)
         from meters where account = $1)
       update meters set used = 250, spend[1] = 250 from line where account = $1`,
      [account.no, account.keyNo],
    )
    await migrate(url)
    expect(await dumpSchema(pool)).toBe(await readFile(SCHEMA_FILE, 'utf8'))
    expect(await readBooks(pool, account.no)).toMatchObject({
      used: 250,
      lines: 250,
      keys: 250,
      lineCount: 1,
    })
    const { rows } = await pool.query('select count(*) from cell_history')
    expect(rows).toEqual([{ count: 100 }])
  } finally {
    await database.drop()
  }
})

test('a migration that was changed after it was applied stops the start with one line', async () => {
  const database = await createTestDatabase()
  try {
    await database.pool.query("update schema_migrations set checksum = 'of another text' where version = 1")
    const ended = await vacancy(['api'], { DATABASE_URL: database.url, PORT: '0' })
    expect(ended).toMatchObject({ code: 78, stdout: '' })
    expect(ended.stderr).toBe(
      'vacancy: Migration 0001_baseline was changed after this database applied it. Restore the file, and put the change into a new migration.\n',
    )
  } finally {
    await database.drop()
  }
})

test('docs/operations.md says of every table how long its rows are kept', async () => {
  const { pool } = await useTestDatabase()
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
  )
  const guide = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8')
  const [, section = ''] = guide.split('## How long data is kept')
  const [list = ''] = section.split('\n## ')
  expect(rows.map(({ name }) => name).filter((name) => !list.includes(`\`${name}\``))).toEqual([])
})
