import { expect, test } from 'vitest'
import { applyDefinitions, checksumOf, type Definition, readDefinitions } from '../../src/db/definitions.ts'
import { inTransaction, type Pool } from '../../src/db/pool.ts'
import { one } from '../../src/db/rows.ts'
import { useTestDatabase } from '../support/database.ts'

function define(kind: Definition['kind'], name: string, sql: string): Definition {
  return { kind, name, sql, checksum: checksumOf(sql) }
}

const twice = (takes: string, returns: string) =>
  define(
    'function',
    'twice',
    `create or replace function twice(n ${takes}) returns ${returns} language sql as 'select n + n'`,
  )

async function apply(pool: Pool, ...added: Definition[]): Promise<void> {
  const own = await readDefinitions()
  await inTransaction(pool, (client) => applyDefinitions(client, [...own, ...added]))
}

async function signaturesOf(pool: Pool, name: string): Promise<string[]> {
  const { rows } = await pool.query<{ signature: string }>(
    "select oid::regprocedure || ' ' || prorettype::regtype as signature from pg_proc where proname = $1 order by 1",
    [name],
  )
  return rows.map(({ signature }) => signature)
}

test('a function is applied again when its file changes, whatever it takes and returns then', async () => {
  const { pool } = await useTestDatabase()
  await apply(pool, twice('int', 'int'))
  expect(await signaturesOf(pool, 'twice')).toEqual(['twice(integer) integer'])
  await apply(pool, twice('bigint', 'bigint'))
  expect(await signaturesOf(pool, 'twice')).toEqual(['twice(bigint) bigint'])
  await apply(pool, twice('bigint', 'numeric'))
  expect(await signaturesOf(pool, 'twice')).toEqual(['twice(bigint) numeric'])
  await apply(pool)
  expect(await signaturesOf(pool, 'twice')).toEqual([])
})

test('a view comes back when a function that it calls returns something else', async () => {
  const { pool } = await useTestDatabase()
  const doubled = define('view', 'doubled', 'create view doubled as select twice(21) as answer')
  await apply(pool, twice('int', 'int'), doubled)
  await apply(pool, twice('int', 'bigint'), doubled)
  const { rows } = await pool.query<{ type: string }>('select pg_typeof(answer)::text as type from doubled')
  expect(one(rows).type).toBe('bigint')
})

test('what has not changed is left alone', async () => {
  const { pool } = await useTestDatabase()
  const version = async () =>
    one(
      (await pool.query<{ xmin: string }>("select xmin::text from pg_proc where proname = 'ledger_now'"))
        .rows,
    )
  const before = await version()
  await apply(pool, twice('int', 'int'))
  expect(await version()).toEqual(before)
})
