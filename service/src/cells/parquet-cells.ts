import { dayOf } from '../kernel/dates.ts'
import { minorDigits } from '../kernel/money.ts'
import { type CellList, type COLUMNS, type ListedCell, listedView } from './cell.ts'
import { MONEY_DIGITS, type ParquetColumn, parquetPieces, type RowGroup } from './parquet.ts'
import { cellsIn } from './stored.ts'

/** Enough for good compression, few enough that encoding them takes a few milliseconds. */
const GROUP_ROWS = 1000

type CellColumn = ParquetColumn & { name: (typeof COLUMNS)[number] }

/** The columns of a cell, in the order of the CSV file. */
const FILE_COLUMNS = [
  { name: 'chain', type: 'text', nullable: false },
  { name: 'hotel_code', type: 'text', nullable: false },
  { name: 'night', type: 'date', nullable: false },
  { name: 'los', type: 'integer', nullable: false },
  { name: 'kind', type: 'text', nullable: false },
  { name: 'adults', type: 'integer', nullable: false },
  { name: 'children', type: 'integer', nullable: false },
  { name: 'rooms', type: 'integer', nullable: false },
  { name: 'currency', type: 'text', nullable: false },
  { name: 'status', type: 'text', nullable: false },
  { name: 'min_los', type: 'integer', nullable: true },
  { name: 'lowest_bar', type: 'money', nullable: true },
  { name: 'lowest_bar_after_tax', type: 'money', nullable: true },
  { name: 'lowest_member', type: 'money', nullable: true },
  { name: 'lowest_points', type: 'integer', nullable: true },
  { name: 'lowest_points_cash', type: 'integer', nullable: true },
  { name: 'cash_copay', type: 'money', nullable: true },
  { name: 'cpp', type: 'hundredths', nullable: true },
  { name: 'cpp_points_cash', type: 'hundredths', nullable: true },
  { name: 'certs', type: 'text', nullable: true },
  { name: 'from_default_occupancy', type: 'flag', nullable: false },
  { name: 'observed_at', type: 'moment', nullable: false },
  { name: 'cache_age_sec', type: 'integer', nullable: false },
] as const satisfies readonly CellColumn[]

/** Lines of cells as a Parquet file. */
export function parquetOf(
  lines: AsyncIterable<Buffer>,
  list: CellList,
  nowMs: number,
): AsyncGenerator<Buffer> {
  return parquetPieces(FILE_COLUMNS, cellGroups(lines, list, nowMs))
}

async function* cellGroups(
  lines: AsyncIterable<Buffer>,
  list: CellList,
  nowMs: number,
): AsyncGenerator<RowGroup> {
  let group = emptyGroup()
  let rows = 0
  for await (const source of lines) {
    for (const cell of cellsIn(source)) {
      const row = rowOf(cell, list, nowMs)
      for (const [column, { name }] of FILE_COLUMNS.entries()) group[column]?.push(row[name])
      rows += 1
      if (rows < GROUP_ROWS) continue
      yield group
      group = emptyGroup()
      rows = 0
    }
  }
  if (rows > 0) yield group
}

function emptyGroup(): unknown[][] {
  return FILE_COLUMNS.map(() => [])
}

/** As every answer shows the cell, with days, moments and exact decimals instead of texts and numbers. */
function rowOf(cell: ListedCell, list: CellList, nowMs: number): Record<CellColumn['name'], unknown> {
  const factor = 10n ** BigInt(MONEY_DIGITS - minorDigits(cell.currency))
  return {
    ...listedView(cell, list, nowMs),
    night: dayOf(cell.night),
    lowest_bar: times(cell.bar, factor),
    lowest_bar_after_tax: times(cell.barAfterTax, factor),
    lowest_member: times(cell.member, factor),
    cash_copay: times(cell.copay, factor),
    cpp: times(cell.cpp, 1n),
    cpp_points_cash: times(cell.cppPointsCash, 1n),
    observed_at: BigInt(cell.seenMs),
  }
}

function times(amount: number | null, factor: bigint): bigint | null {
  return amount === null ? null : BigInt(amount) * factor
}
