import { expect, test } from 'vitest'
import { COLUMNS, type RawCell } from '../../src/grids/cell.ts'
import { createCellWriter, lineOf } from '../../src/grids/cell-writer.ts'
import type { Grid } from '../../src/grids/grid.ts'
import { currencyNo } from '../../src/kernel/money.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { parseCsv } from '../support/csv.ts'
import type { Cell } from '../support/grids.ts'

const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
const [aurelia] = catalog.sources
if (!aurelia) throw new Error('the catalog is empty')

const grid: Grid = {
  hotels: [
    { source: aurelia, hotelCode: 'FIRST' },
    { source: aurelia, hotelCode: 'L'.repeat(64) },
  ],
  nights: ['2026-12-31'],
  lengths: [1],
  kind: 'award',
  occupancy: { adults: 2, children: 1, rooms: 3 },
  currency: 'USD',
  notBeforeMs: 0,
}
const seenMs = Date.parse('2026-11-15T23:59:59.007Z')

const plain: RawCell = {
  hotel: 0,
  night: '2026-12-31',
  los: '1',
  seenMs,
  status: 'a',
  minLos: '',
  quoted: currencyNo('USD'),
  bar: '',
  barAfterTax: '',
  member: '',
  points: '',
  pointsCash: '',
  copay: '',
  premium: false,
  cpp: '',
  cppPointsCash: '',
}

function priced(bar: string, currency: string): RawCell {
  return { ...plain, bar, quoted: currencyNo(currency) }
}

function jsonOf(cells: RawCell[], nowMs = seenMs): Cell[] {
  const writer = createCellWriter(grid, nowMs, { form: 'json', before: ',' })
  const text = Buffer.concat(writer.write(Buffer.concat(cells.map(lineOf)))).toString()
  expect(writer.count()).toBe(cells.length)
  return JSON.parse(`[${text.slice(1)}]`) as Cell[]
}

test('every field of a cell is written in its place', () => {
  const full: RawCell = {
    ...plain,
    los: '7',
    status: 'r',
    minLos: '3',
    bar: '12340',
    barAfterTax: '15005',
    member: '9900',
    points: '42000',
    pointsCash: '21000',
    copay: '6000',
    cpp: '36',
    cppPointsCash: '43',
  }
  expect(jsonOf([full], seenMs + 61_999)).toEqual([
    {
      chain: 'aurelia',
      hotel_code: 'FIRST',
      night: '2026-12-31',
      los: 7,
      kind: 'award',
      adults: 2,
      children: 1,
      rooms: 3,
      currency: 'USD',
      status: 'restricted_los',
      min_los: 3,
      lowest_bar: 123.4,
      lowest_bar_after_tax: 150.05,
      lowest_member: 99,
      lowest_points: 42_000,
      lowest_points_cash: 21_000,
      cash_copay: 60,
      cpp: 0.36,
      cpp_points_cash: 0.43,
      certs: '50k:0;85k:0;40k:2000;35k:7000',
      from_default_occupancy: false,
      observed_at: '2026-11-15T23:59:59.007Z',
      cache_age_sec: 61,
    },
  ])
})

test('minor units are written as the number that they are, in any currency', () => {
  const amounts = ['0', '5', '50', '100', '12340', '-5', '-12345', '1000000', '']
  const written = (currency: string) =>
    jsonOf(amounts.map((bar) => priced(bar, currency))).map((cell) => cell.lowest_bar)
  expect(written('USD')).toEqual([0, 0.05, 0.5, 1, 123.4, -0.05, -123.45, 10_000, null])
  expect(written('JPY')).toEqual([0, 5, 50, 100, 12_340, -5, -12_345, 1_000_000, null])
  expect(written('KWD')).toEqual([0, 0.005, 0.05, 0.1, 12.34, -0.005, -12.345, 1000, null])
})

test('no certificate pays for a premium award, and an age is never below nothing', () => {
  const [cell] = jsonOf([{ ...plain, points: '35000', premium: true }], seenMs - 5000)
  expect(cell).toMatchObject({ lowest_points: 35_000, certs: null, cache_age_sec: 0 })
})

test('a grid of many pieces loses no cell between them', () => {
  const cells = Array.from({ length: 5000 }, (_, index) => ({
    ...plain,
    hotel: Math.floor(index / 2500),
    bar: String(index),
    seenMs: seenMs - index * 3_600_001,
  }))
  const json = jsonOf(cells)
  expect(json.map((cell) => Math.round((cell.lowest_bar ?? 0) * 100))).toEqual(
    cells.map(({ bar }) => Number(bar)),
  )
  expect(json.map((cell) => Date.parse(cell.observed_at))).toEqual(cells.map((cell) => cell.seenMs))
  expect(json.at(-1)?.hotel_code).toBe('L'.repeat(64))
  const writer = createCellWriter(grid, seenMs, { form: 'csv', after: '\n' })
  const pieces = writer.write(Buffer.concat(cells.map(lineOf)))
  expect(pieces.length).toBeGreaterThan(1)
  const rows = parseCsv(Buffer.concat(pieces).toString())
  expect(rows).toEqual(json.map((cell) => COLUMNS.map((column) => String(cell[column] ?? ''))))
})

test('cells in a wrong order are not passed off as right', () => {
  const writer = createCellWriter(grid, seenMs, { form: 'json' })
  writer.write(lineOf({ ...plain, hotel: 1 }))
  expect(() => writer.write(lineOf(plain))).toThrow('out of order')
})
