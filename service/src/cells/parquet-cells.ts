import { dayOf } from '../kernel/dates.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { minorDigits } from '../kernel/money.ts'
import { type CellList, type ListedCell, listedView } from './cell.ts'
import { type CellColumn, FILE_COLUMNS } from './columns.ts'
import { MONEY_DIGITS, parquetPieces, type RowGroup } from './parquet.ts'
import { cellsIn } from './stored.ts'
import type { HotelNames } from './table.ts'

/** Enough for good compression, few enough that the process is kept from others for a few milliseconds. */
const GROUP_ROWS = 500

/** Lines of cells as a Parquet file. */
export function parquetOf(
  lines: AsyncIterable<Buffer>,
  list: CellList,
  nowMs: number,
  names?: HotelNames,
): AsyncGenerator<Buffer> {
  const columns = names ? [...FILE_COLUMNS, NAME_COLUMN] : FILE_COLUMNS
  return parquetPieces(columns, cellGroups(lines, list, nowMs, names))
}

const NAME_COLUMN = { name: 'hotel_name', type: 'text', nullable: true } as const

async function* cellGroups(
  lines: AsyncIterable<Buffer>,
  list: CellList,
  nowMs: number,
  names: HotelNames | undefined,
): AsyncGenerator<RowGroup> {
  const emptyGroup = (): unknown[][] => [...FILE_COLUMNS, ...(names ? [NAME_COLUMN] : [])].map(() => [])
  let group = emptyGroup()
  let rows = 0
  const slices = startSlices()
  for await (const source of lines) {
    for (const cell of cellsIn(source)) {
      const row = rowOf(cell, list, nowMs)
      for (const [column, { name }] of FILE_COLUMNS.entries()) group[column]?.push(row[name])
      if (names) group[FILE_COLUMNS.length]?.push(names[cell.hotel] ?? null)
      rows += 1
      await slices.pause()
      if (rows < GROUP_ROWS) continue
      yield group
      group = emptyGroup()
      rows = 0
    }
  }
  if (rows > 0) yield group
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
