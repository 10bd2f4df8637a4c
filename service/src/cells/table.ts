import type { Table, TableColumn, TableValue } from '@vacancy/client/sheets/table'
import { dayOf } from '../kernel/dates.ts'
import { type CellList, listedView } from './cell.ts'
import { FILE_COLUMNS } from './columns.ts'
import { cellsIn } from './stored.ts'

/** The names of the hotels of a list, in its order; null where none is known. */
export type HotelNames = readonly (string | null)[]

export const CELL_TABLE: readonly TableColumn[] = [...FILE_COLUMNS, { name: 'hotel_name', type: 'text' }]

/** Cells with the names of their hotels. */
export function cellTable(
  lines: AsyncIterable<Buffer>,
  list: CellList,
  names: HotelNames,
  nowMs: number,
): Table {
  async function* rows() {
    for await (const piece of lines)
      yield Array.from(cellsIn(piece), (cell): TableValue[] => {
        const { night, observed_at: _seen, ...view } = listedView(cell, list, nowMs)
        const row = { ...view, night: dayOf(night), observed_at: cell.seenMs }
        return [...FILE_COLUMNS.map(({ name }) => row[name]), names[cell.hotel] ?? null]
      })
  }
  return { columns: CELL_TABLE, rows: rows() }
}

/** Only these columns, in this order. */
export function withColumns({ columns, rows }: Table, names: readonly string[]): Table {
  const places = names.map((name) => columns.findIndex((column) => column.name === name))
  async function* picked() {
    for await (const piece of rows) yield piece.map((row) => places.map((place) => row[place] ?? null))
  }
  return { columns: places.flatMap((place) => columns[place] ?? []), rows: picked() }
}
