import { randomBytes } from 'node:crypto'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { Connection } from '../../../src/db/driver/connection.ts'
import { copyOut } from '../../../src/db/driver/copy-out.ts'
import { useTestDatabase } from '../../support/database.ts'
import { until } from '../../support/until.ts'

async function connect(answerMs?: number): Promise<Connection> {
  const { url } = await useTestDatabase()
  const connection = new Connection({ connectionString: url, ...(answerMs !== undefined && { answerMs }) })
  connection.on('error', () => {})
  await connection.connect()
  onTestFinished(() => connection.end())
  return connection
}

const NO_ANSWER = 'the database did not answer in time'
const ROWS = 'select 1 from generate_series(1, 9)'

test.for<[name: string, ask: (connection: Connection) => Promise<unknown>]>([
  ['a statement', (connection) => connection.query('select pg_sleep(4)')],
  ['a COPY', (connection) => copyOut(connection, 'copy (select pg_sleep(4)) to stdout', () => {})],
  [
    'a statement with a callback',
    (connection) =>
      new Promise((resolve, reject) => {
        connection.query('select pg_sleep(4)', (error: Error | null) =>
          error ? reject(error) : resolve(null),
        )
      }),
  ],
])('%s without an answer ends its connection', async ([, ask]) => {
  const connection = await connect(300)
  const begunMs = performance.now()
  await expect(ask(connection)).rejects.toThrow(NO_ANSWER)
  expect(performance.now() - begunMs).toBeLessThan(3500)
  await expect(connection.query('select 1')).rejects.toThrow('not queryable')
})

test('statements that are answered, and a connection without any, take as long as they like', async () => {
  const connection = await connect(700)
  for (let turn = 0; turn < 4; turn += 1) await connection.query('select pg_sleep(0.4)')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect((await connection.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('every form of a statement is answered', async () => {
  const connection = await connect(5000)
  const one = [{ one: 1 }]
  expect((await connection.query('select 1 as one')).rows).toEqual(one)
  expect((await connection.query('select $1::int as one', [1])).rows).toEqual(one)
  expect((await connection.query({ text: 'select $1::int as one', values: [1] })).rows).toEqual(one)
  expect((await connection.query({ text: 'select $1::int as one' }, [1])).rows).toEqual(one)
  const told: unknown[] = []
  const take = (_error: Error, { rows }: pg.QueryResult) => told.push(rows)
  connection.query('select 1 as one', take)
  connection.query('select $1::int as one', [1], take)
  await until(async () => told.length === 2)
  expect(told).toEqual([one, one])
  expect(await copyOut(connection, `copy (${ROWS}) to stdout`, () => {})).toBe(9)
})

test('an error names the statement that caused it in its stack', async () => {
  const connection = await connect()
  async function theCaller() {
    await connection.query('select nothing')
  }
  const error = await theCaller().catch((caught: unknown) => caught)
  expect(error).toMatchObject({ message: 'column "nothing" does not exist' })
  expect((error as Error).stack).toContain('theCaller')
})

/** Minor collections are what a busy process has many of; a full one stops it for milliseconds. */
const STATEMENTS = 400
const VALUE_BYTES = 50_000
const MOST_MB = 4

test.for<[name: string, ask: (connection: Connection, value: string) => Promise<unknown>]>([
  ['the values', (connection, value) => connection.query('select length($1)', [value])],
  [
    'the rows',
    (connection, value) => connection.query('select repeat($1, 20) as text', [value.slice(0, 2500)]),
  ],
  [
    'the rows of a COPY',
    async (connection, value) => {
      const kept: string[] = []
      await copyOut(connection, `copy (${ROWS}) to stdout`, () => kept.push(`${value}.`.slice(1)))
    },
  ],
])('%s of statements are gone without a full collection', async ([, ask]) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: 'minor' | 'major' }) => void
  const connection = await connect(10_000)
  const run = async (count: number) => {
    for (let turn = 1; turn <= count; turn += 1) {
      await ask(connection, randomBytes(VALUE_BYTES / 2).toString('hex'))
      if (turn % 10 === 0) collect({ type: 'minor' })
    }
  }
  await run(20)
  collect({ type: 'major' })
  const before = oldMb()
  await run(STATEMENTS)
  expect(oldMb() - before).toBeLessThan(MOST_MB)
})

function oldMb(): number {
  const old = getHeapSpaceStatistics().filter(({ space_name }) =>
    /^(old|large_object)_space$/.test(space_name),
  )
  return old.reduce((sum, { space_used_size }) => sum + space_used_size, 0) / 1e6
}
