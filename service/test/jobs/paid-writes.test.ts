import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePaid } from '../../src/jobs/paid-writes.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table fetched (task bigint)')
})
afterAll(() => database.drop())

async function written(settled: ReadonlySet<number>): Promise<number[]> {
  const { pool } = database
  await pool.query('delete from fetched')
  const ended = [1, 2, 3].map((id) => ({ row: { id }, result: null }))
  await writePaid(pool, ended, async (client, some) => {
    const ids = some.map(({ row }) => row.id)
    await client.query('insert into fetched select unnest($1::bigint[])', [ids])
    return new Set(ids.filter((id) => settled.has(id)))
  })
  const { rows } = await pool.query<{ task: number }>('select task from fetched order by task')
  return rows.map(({ task }) => task)
}

test('what tasks fetched stays only if they were settled in this attempt', async () => {
  expect(await written(new Set([1, 2, 3]))).toEqual([1, 2, 3])
  expect(await written(new Set([1, 3]))).toEqual([1, 3])
  expect(await written(new Set())).toEqual([])
})
