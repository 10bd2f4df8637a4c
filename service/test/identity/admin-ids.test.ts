import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'

let database: TestDatabase
let folder: string
const run = (...args: string[]) => vacancy(['ids', ...args], { DATABASE_URL: database.url })

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vacancy-ids-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.drop()
})
beforeEach(() => database.pool.query('delete from hotel_ids'))

async function map(): Promise<string[]> {
  const { rows } = await database.pool.query<{ row: string }>(
    `select concat_ws(' ', chain, hotel_code, source, id, confidence, method) as row from hotel_ids
     order by chain, hotel_code, source`,
  )
  return rows.map(({ row }) => row)
}

async function fileOf(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, lines.join('\n'))
  return path
}

const found = (code: string, id: string) =>
  database.pool.query(
    "insert into hotel_ids values ('aurelia', $1, 'lodgista', $2, 0.9, 'typeahead', 0.1, 1, ledger_now())",
    [code, id],
  )

test('an id is set in place of what the resolver found, also from another hotel, and unset', async () => {
  await found('NEWSF', '77')
  await found('CHIST', '88')
  const set = await run('set', 'aurelia', 'NEWSF', 'lodgista', '88', '--json')
  expect(JSON.parse(set.stdout)).toEqual({
    chain: 'aurelia',
    hotel_code: 'NEWSF',
    source: 'lodgista',
    id: '88',
    taken_from: { chain: 'aurelia', hotel_code: 'CHIST' },
  })
  expect(await map()).toEqual(['aurelia NEWSF lodgista 88 1 admin'])
  const other = await run('set', 'castellan', 'LONCA', 'lodgista', '88')
  expect(other).toMatchObject({
    code: 1,
    stderr: 'vacancy: An administrator has set 88 at lodgista to aurelia/NEWSF. Unset it first.\n',
  })
  const unset = await run('unset', 'aurelia', 'NEWSF', 'lodgista')
  expect(unset).toMatchObject({ code: 0, stdout: 'aurelia/NEWSF is no longer 88 at lodgista\n' })
  expect(await map()).toEqual([])
  expect((await run('unset', 'aurelia', 'NEWSF', 'lodgista')).stderr).toBe(
    'vacancy: aurelia/NEWSF has no id at lodgista.\n',
  )
})

test('a file is imported as a whole, however long, and may exchange ids that were set before', async () => {
  const many = Array.from({ length: 4321 }, (_, index) => `castellan,H${index},pillowfare,p${index}`)
  const given = ['aurelia,A,ostello,1', '', '"aurelia","B","ostello","2"', ...many]
  const first = await fileOf('a.csv', 'chain,hotel_code,source,id', ...given)
  expect(await run('import', first)).toMatchObject({ code: 0, stdout: '4323 ids were set\n' })
  const second = await fileOf('b.csv', '\uFEFFaurelia,A,ostello,2\r', 'aurelia,B,ostello,1\r')
  expect(JSON.parse((await run('import', second, '--json')).stdout)).toEqual({ imported: 2, taken: 0 })
  const kept = await map()
  expect(kept.slice(0, 2)).toEqual(['aurelia A ostello 2 1 admin', 'aurelia B ostello 1 1 admin'])
  expect(kept).toHaveLength(2 + many.length)
})

test('mistakes are reported with their lines, and nothing from the file is set', async () => {
  const wrong = await fileOf(
    'wrong.csv',
    'chain,hotel_code,source,id',
    'aurelia,A,ostello,1',
    'aurelia,B',
    'nowhere,A,ostello,2',
    'lodgista,A,ostello,3',
    'aurelia,A B,ostello,4',
    'aurelia,A,expedia,5',
    'aurelia,A,lodgista,a/b',
  )
  const ended = await run('import', wrong)
  expect(ended.code).toBe(1)
  expect(ended.stderr.trim().split('\n')).toEqual([
    'vacancy: Line 3: Expected chain,hotel_code,source,id, got 2 values.',
    'Line 4: There is no chain "nowhere".',
    'Line 5: lodgista is no chain. Ids can only be set for hotels of chains.',
    'Line 6: "A B" is not a valid hotel code.',
    'Line 7: "expedia" is not one of google, google_hotels, lodgista, mapleroom, nightdeal, ostello, pillowfare.',
    'Line 8: "a/b" is not a valid id of lodgista.',
  ])
  const twice = await fileOf('twice.csv', 'aurelia,A,ostello,1', 'aurelia,B,ostello,1', 'aurelia,A,ostello,2')
  expect((await run('import', twice)).stderr).toBe(
    'vacancy: Line 2: 1 at ostello is already aurelia/A on line 1.\nLine 3: aurelia/A already has an id at ostello on line 1.\n',
  )
  const missing = join(folder, 'none.csv')
  expect((await run('import', missing)).stderr).toBe(`vacancy: ${missing} cannot be read (ENOENT).\n`)
  expect(await map()).toEqual([])
})
