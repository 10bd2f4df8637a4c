import { expect, test } from 'vitest'
import { copyOut } from '../../../src/db/driver/copy-out.ts'
import { onConnection } from '../../../src/db/pool.ts'
import { useTestDatabase } from '../../support/database.ts'

const COLUMNS = "n, repeat(chr(97 + n % 26), n * 7 % 40000) as text, 'ä€😀' as more"
const LINES = 2000

test('the rows of a COPY arrive whole and in order, however the network cuts them', async () => {
  const { pool } = await useTestDatabase()
  await onConnection(pool, async (client) => {
    const pieces: Buffer[] = []
    const select = `select ${COLUMNS} from generate_series(1, ${LINES}) n`
    const rows = await copyOut(client, `copy (${select}) to stdout`, (bytes) => pieces.push(bytes))
    expect(rows).toBe(LINES)
    const expected = await client.query<{ n: number; text: string; more: string }>(select)
    const lines = expected.rows.map(({ n, text, more }) => `${n}\t${text}\t${more}\n`)
    expect(Buffer.concat(pieces).equals(Buffer.from(lines.join('')))).toBe(true)
  })
})

test('notices between the rows reach the driver, and the connection stays usable', async () => {
  const { pool } = await useTestDatabase()
  await onConnection(pool, async (client) => {
    await client.query(`create function told(n int) returns int language plpgsql as
      $$ begin raise warning 'row %', n; return n; end $$`)
    const notices: string[] = []
    client.on('notice', ({ message }) => notices.push(message ?? ''))
    const pieces: Buffer[] = []
    const rows = await copyOut(
      client,
      'copy (select told(n) from generate_series(1, 3) n) to stdout',
      (bytes) => pieces.push(bytes),
    )
    expect(rows).toBe(3)
    expect(Buffer.concat(pieces).toString()).toBe('1\n2\n3\n')
    expect(notices).toEqual(['row 1', 'row 2', 'row 3'])
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})

test('a COPY that fails, at once or after many rows, says why and leaves the connection usable', async () => {
  const { pool } = await useTestDatabase()
  await onConnection(pool, async (client) => {
    const copy = (select: string) => copyOut(client, `copy (${select}) to stdout`, () => {})
    await expect(copy('select nothing')).rejects.toThrow('column "nothing" does not exist')
    await expect(copy('select 1 / (5000 - n) from generate_series(1, 9000) n')).rejects.toThrow(
      'division by zero',
    )
    expect(await copy('select 1')).toBe(1)
  })
})

test('an error of the reader fails the COPY after its last row', async () => {
  const { pool } = await useTestDatabase()
  await onConnection(pool, async (client) => {
    const failing = copyOut(client, 'copy (select n from generate_series(1, 20000) n) to stdout', () => {
      throw new Error('unreadable')
    })
    await expect(failing).rejects.toThrow('unreadable')
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
