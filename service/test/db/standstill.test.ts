import { expect, test } from 'vitest'
import { createPool, inTransaction } from '../../src/db/pool.ts'
import { useTestDatabase } from '../support/database.ts'

test('a client that stalls inside a transaction loses its locks and cannot continue it', async () => {
  const database = await useTestDatabase()
  await database.pool.query('create table room (taken int)')
  await database.pool.query('insert into room values (0)')
  const broken: Error[] = []
  const pool = createPool({ url: database.url, max: 2, name: 'test', onIdleError: (e) => broken.push(e) })
  const locked = Promise.withResolvers<void>()
  const freed = Promise.withResolvers<void>()
  const paused = inTransaction(pool, async (client) => {
    await client.query('update room set taken = taken + 1')
    locked.resolve()
    await freed.promise
    await client.query('update room set taken = taken + 1')
  })
  const told = paused.catch((error: unknown) => String(error))
  await locked.promise
  await database.pool.query('update room set taken = taken + 10')
  freed.resolve()
  expect(await told).toContain('connection')
  expect((await database.pool.query('select taken from room')).rows).toEqual([{ taken: 10 }])
  expect(broken).toEqual([])
  await pool.end()
})

test('the server itself ends a statement that takes too long', async () => {
  const database = await useTestDatabase()
  const pool = createPool({
    url: database.url,
    max: 1,
    name: 'test',
    patienceMs: 200,
    onIdleError: () => {},
  })
  await expect(pool.query('select pg_sleep(31)')).rejects.toMatchObject({ code: '57014' })
  const { rows } = await database.pool.query(
    "select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(31)'",
  )
  expect(rows).toEqual([])
  await pool.end()
})
