import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CellList, COLUMNS, type ListedCell, listedView } from '../../src/cells/cell.ts'
import { createCellEncoder } from '../../src/cells/encoder.ts'
import { cellsIn, lineOf } from '../../src/cells/stored.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { parseCsv } from '../support/csv.ts'
import type { Cell } from '../support/grids.ts'

const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
const [aurelia] = catalog.sources
if (!aurelia) throw new Error('the catalog is empty')

const list: CellList = {
  hotels: [
    { source: aurelia, hotelCode: 'FIRST' },
    { source: aurelia, hotelCode: 'L'.repeat(64) },
  ],
  kind: 'award',
  occupancy: { adults: 2, children: 1, rooms: 3 },
}
const seenMs = Date.parse('2026-11-15T23:59:59.007Z')

const plain: ListedCell = {
  hotel: 0,
  night: '2026-12-31',
  los: 1,
  seenMs,
  status: 'available',
  minLos: null,
  currency: 'USD',
  bar: null,
  barAfterTax: null,
  member: null,
  points: null,
  pointsCash: null,
  copay: null,
  premium: false,
  cpp: null,
  cppPointsCash: null,
}

function jsonOf(cells: ListedCell[], nowMs = seenMs): Cell[] {
  const writer = createCellEncoder(list, nowMs, { form: 'json', before: ',' })
  const text = Buffer.concat(writer.write(Buffer.concat(cells.map(lineOf)))).toString()
  expect(writer.count()).toBe(cells.length)
  return JSON.parse(`[${text.slice(1)}]`) as Cell[]
}

test('every field of a cell is written in its place', () => {
  const full: ListedCell = {
    ...plain,
    los: 7,
    status: 'restricted_los',
    minLos: 3,
    bar: 12_340,
    barAfterTax: 15_005,
    member: 9900,
    points: 42_000,
    pointsCash: 21_000,
    copay: 6000,
    cpp: 36,
    cppPointsCash: 43,
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

const amount = fc.option(fc.integer({ min: -5_000_000, max: 900_000_000 }))
const points = fc.option(fc.nat({ max: 500_000 }))
const anyCell: fc.Arbitrary<ListedCell> = fc.record({
  hotel: fc.nat({ max: 1 }),
  night: fc.constantFrom('2026-12-31', '2027-02-28'),
  los: fc.integer({ min: 1, max: 30 }),
  seenMs: fc.integer({ min: seenMs - 1e9, max: seenMs + 1e9 }),
  status: fc.constantFrom('available', 'sold_out', 'closed', 'restricted_los'),
  minLos: fc.option(fc.integer({ min: 1, max: 30 })),
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  bar: amount,
  barAfterTax: amount,
  member: amount,
  points,
  pointsCash: points,
  copay: amount,
  premium: fc.boolean(),
  cpp: amount,
  cppPointsCash: amount,
})

test('cells are encoded as their views would be, byte for byte, and their lines lose nothing', () => {
  fc.assert(
    fc.property(fc.array(anyCell, { minLength: 1 }), (cells) => {
      const ordered = cells.toSorted((a, b) => a.hotel - b.hotel)
      const lines = Buffer.concat(ordered.map(lineOf))
      expect([...cellsIn(lines)]).toEqual(ordered)
      const written = createCellEncoder(list, seenMs, { form: 'json', after: '\n' }).write(lines)
      expect(Buffer.concat(written).toString()).toBe(
        ordered.map((cell) => `${JSON.stringify(listedView(cell, list, seenMs))}\n`).join(''),
      )
    }),
  )
})

test('minor units are written as the number that they are, in any currency', () => {
  const amounts = [0, 5, 50, 100, 12_340, -5, -12_345, 1_000_000, null]
  const written = (currency: string) =>
    jsonOf(amounts.map((bar) => Object.assign({}, plain, { bar, currency }))).map((cell) => cell.lowest_bar)
  expect(written('USD')).toEqual([0, 0.05, 0.5, 1, 123.4, -0.05, -123.45, 10_000, null])
  expect(written('JPY')).toEqual([0, 5, 50, 100, 12_340, -5, -12_345, 1_000_000, null])
  expect(written('KWD')).toEqual([0, 0.005, 0.05, 0.1, 12.34, -0.005, -12.345, 1000, null])
})

test('no certificate pays for a premium award, and an age is never below nothing', () => {
  const [cell] = jsonOf([{ ...plain, points: 35_000, premium: true }], seenMs - 5000)
  expect(cell).toMatchObject({ lowest_points: 35_000, certs: null, cache_age_sec: 0 })
})

test('a grid of many pieces loses no cell between them', () => {
  const cells = Array.from({ length: 5000 }, (_, index) => ({
    ...plain,
    hotel: Math.floor(index / 2500),
    bar: index,
    seenMs: seenMs - index * 3_600_001,
  }))
  const json = jsonOf(cells)
  expect(json.map((cell) => Math.round((cell.lowest_bar ?? 0) * 100))).toEqual(cells.map(({ bar }) => bar))
  expect(json.map((cell) => Date.parse(cell.observed_at))).toEqual(cells.map((cell) => cell.seenMs))
  expect(json.at(-1)?.hotel_code).toBe('L'.repeat(64))
  const writer = createCellEncoder(list, seenMs, { form: 'csv', after: '\n' })
  const pieces = writer.write(Buffer.concat(cells.map(lineOf)))
  expect(pieces.length).toBeGreaterThan(1)
  const rows = parseCsv(Buffer.concat(pieces).toString())
  expect(rows).toEqual(json.map((cell) => COLUMNS.map((column) => String(cell[column] ?? ''))))
})

test('cells in a wrong order are not passed off as right', () => {
  const writer = createCellEncoder(list, seenMs, { form: 'json' })
  writer.write(lineOf({ ...plain, hotel: 1 }))
  expect(() => writer.write(lineOf(plain))).toThrow('out of order')
})
