import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLUMNS } from '../../src/cells/cell.ts'
import { cellsFile } from '../../src/cells/files.ts'
import { lineOf } from '../../src/cells/stored.ts'
import { type Grid, gridNights } from '../../src/grids/grid.ts'
import { nightsBetween } from '../../src/kernel/dates.ts'
import { DEFAULT_OCCUPANCY } from '../../src/kernel/occupancy.ts'
import { findSource } from '../../src/sources/catalog/catalog.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { parseCsv } from '../support/csv.ts'
import { askParquet, type DuckRow } from '../support/duckdb.ts'
import { download, ended, expectExactBooks, of, queue } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(async () => {
  await expectExactBooks(market.database.pool, account)
  await market.stop()
})

const TYPES = {
  chain: 'VARCHAR',
  hotel_code: 'VARCHAR',
  night: 'DATE',
  los: 'INTEGER',
  kind: 'VARCHAR',
  adults: 'INTEGER',
  children: 'INTEGER',
  rooms: 'INTEGER',
  currency: 'VARCHAR',
  status: 'VARCHAR',
  min_los: 'INTEGER',
  lowest_bar: 'DECIMAL(18,4)',
  lowest_bar_after_tax: 'DECIMAL(18,4)',
  lowest_member: 'DECIMAL(18,4)',
  lowest_points: 'INTEGER',
  lowest_points_cash: 'INTEGER',
  cash_copay: 'DECIMAL(18,4)',
  cpp: 'DECIMAL(18,2)',
  cpp_points_cash: 'DECIMAL(18,2)',
  certs: 'VARCHAR',
  from_default_occupancy: 'BOOLEAN',
  observed_at: 'TIMESTAMP WITH TIME ZONE',
  cache_age_sec: 'INTEGER',
}

const READ = 'select * from read_parquet($file)'
const DESCRIBE = 'describe select * from read_parquet($file)'

/** A row as the CSV file writes it, except for the age. */
function asCsv(row: DuckRow): string[] {
  return COLUMNS.slice(0, -1).map((column) => {
    const value = row[column]
    if (value === null || value === undefined) return ''
    if (column === 'observed_at') return new Date(`${String(value).replace('+00', '')}Z`).toISOString()
    return TYPES[column].startsWith('DECIMAL') ? String(Number(value)) : String(value)
  })
}

const job = (body: object) => queue(market.url, account.key, body)
const fileOf = (id: string, format: string) =>
  download(market.url, `/v1/jobs/${id}/export?format=${format}`, account.key)

// Yen without minor digits, pounds, no price, a minimum stay, a hotel that does not exist, a chain that returns points.
const hotels = [
  ...of('aurelia', ['TOKAU', 'LONAU', 'SOLDOUT', 'MINLOS3', 'UNKNOWN']),
  ...of('castellan', ['UNDERCUT', 'CLOSED']),
]

test.each(['cash', 'award'])('the Parquet file of a job says what its CSV file says: %s', async (kind) => {
  const nights = { from: inDays(30), to: inDays(33) }
  const { id } = await job({ hotels, nights, los: [3, 1], kind })
  await ended(market.url, account.key, id)
  const parquet = await fileOf(id, 'parquet')
  expect(parquet.headers).toMatchObject({
    'content-type': 'application/vnd.apache.parquet',
    'content-disposition': `attachment; filename="vacancy-2-chains-${inDays(30)}-${inDays(33)}.parquet"`,
    'x-job-status': 'done',
    'x-credits-charged': '0',
  })
  const [types = [], rows = []] = await askParquet(parquet.bytes, DESCRIBE, READ)
  expect(Object.fromEntries(types.map((row) => [row['column_name'], row['column_type']]))).toEqual(TYPES)
  expect(types.map((row) => row['column_name'])).toEqual(COLUMNS)
  const [, ...lines] = parseCsv((await fileOf(id, 'csv')).bytes.toString())
  expect(lines).toHaveLength(48)
  expect(rows.map(asCsv)).toEqual(lines.map((line) => line.slice(0, -1)))
  for (const row of rows) expect(Number(row['cache_age_sec'])).toBeGreaterThanOrEqual(0)
})

test('a job without cells has a file without rows, with all columns', async () => {
  const { id } = await job({
    hotels: of('aurelia', ['UNKNOWN']),
    nights: { from: inDays(40), to: inDays(40) },
  })
  await ended(market.url, account.key, id)
  const [types = [], rows = []] = await askParquet((await fileOf(id, 'parquet')).bytes, DESCRIBE, READ)
  expect([types.length, rows.length]).toEqual([COLUMNS.length, 0])
})

test('POST /export answers a cached grid as Parquet, billed as CSV, and repeats the same bytes', async () => {
  const body = { hotels: of('castellan', ['UNDERCUT']), nights: { from: inDays(50), to: inDays(52) } }
  const { id } = await job(body)
  await ended(market.url, account.key, id)
  const ask = () =>
    download(market.url, '/v1/export', account.key, {
      method: 'POST',
      body: { ...body, format: 'parquet' },
      headers: { 'idempotency-key': 'a file of bytes' },
    })
  const first = await ask()
  expect([first.status, first.headers['x-credits-charged']]).toEqual([200, '0.75'])
  const [[sum] = []] = await askParquet(first.bytes, 'select sum(lowest_bar) as bar from read_parquet($file)')
  expect(Number(sum?.['bar'])).toBe(510)
  const second = await ask()
  expect([second.headers['idempotent-replay'], second.headers['x-credits-charged']]).toEqual(['true', '0'])
  expect(second.bytes.equals(first.bytes)).toBe(true)
})

test('an unknown format is refused', async () => {
  const answer = await download(market.url, '/v1/export', account.key, {
    method: 'POST',
    body: { hotels, nights: { from: inDays(30), to: inDays(30) }, format: 'xls' },
  })
  expect([answer.status, answer.bytes.toString()]).toEqual([
    400,
    expect.stringContaining('`format` must be one of csv, jsonl, parquet, xlsx.'),
  ])
})

/** The largest grid, whose lines count how far they were read. */
function largest() {
  const source = findSource(
    loadCatalog({
      sourcesFile: undefined,
      env: { SANDBOX_URL: 'http://127.0.0.1:1' },
      families: FAMILIES,
    }),
    'aurelia',
  )
  if (!source) throw new Error('no such source')
  const nights = nightsBetween('2027-01-01', '2027-04-10')
  const grid: Grid = {
    hotels: Array.from({ length: 200 }, (_, no) => ({ source, hotelCode: `H${no}` })),
    ...gridNights(nights),
    lengths: [1],
    kind: 'award',
    occupancy: DEFAULT_OCCUPANCY,
    currency: 'USD',
    notBeforeMs: 0,
  }
  const told = { hotels: 0 }
  async function* lines() {
    for (const hotel of grid.hotels.keys()) {
      told.hotels += 1
      yield Buffer.concat(
        nights.map((night, day) =>
          lineOf({
            hotel,
            night,
            los: 1,
            seenMs: 1_790_000_000_000 + day,
            status: 'available',
            minLos: null,
            currency: 'USD',
            bar: 10_000 + hotel * day,
            barAfterTax: 12_000 + hotel * day,
            member: null,
            points: 25_000,
            pointsCash: 10_000,
            copay: 15_000,
            premium: false,
            cpp: 48,
            cppPointsCash: -30,
          }),
        ),
      )
    }
  }
  return { grid, lines, told }
}

test('the largest file is made of many groups of rows, and reads back whole', async () => {
  const { grid, lines } = largest()
  const bytes = await buffer(cellsFile(lines(), grid, { format: 'parquet' }, 1_790_000_060_000))
  const [[found] = [], groups = []] = await askParquet(
    bytes,
    `select count(*)::int as cells, sum(lowest_bar) as bar, min(cpp_points_cash) as cpp, min(cache_age_sec) as age,
       count(distinct hotel_code)::int as hotels from read_parquet($file)`,
    'select distinct row_group_id, row_group_num_rows from parquet_metadata($file)',
  )
  const bar = grid.hotels.flatMap((_, hotel) => grid.nights.map((__, day) => 100 + (hotel * day) / 100))
  expect(found).toMatchObject({ cells: 20_000, hotels: 200, cpp: '-0.30', age: 59 })
  expect(Number(found?.['bar'])).toBeCloseTo(
    bar.reduce((sum, each) => sum + each, 0),
    4,
  )
  expect(groups).toHaveLength(40)
})

test('a client that stops reading stops the reading of cells', async () => {
  const { grid, lines, told } = largest()
  const body = cellsFile(lines(), grid, { format: 'parquet' }, 1_790_000_060_000)
  const pieces = body[Symbol.asyncIterator]()
  await pieces.next()
  const afterOne = told.hotels
  // A few groups are read ahead, which the size of the stream's own buffer limits.
  expect(afterOne).toBeLessThan(60)
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
  expect(told.hotels).toBeLessThan(60)
  await pieces.return?.()
  expect(body.destroyed).toBe(true)
})
