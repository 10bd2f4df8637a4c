import { Readable } from 'node:stream'
import type { About, Table, TableColumn } from '@vacancy/client/sheets/table'
import { sheets, tableSheets } from '@vacancy/client/sheets/workbook'
import { zipPieces } from '@vacancy/client/sheets/zip'
import type { CellList } from './cell.ts'
import { deflated } from './deflated.ts'
import { createRowEncoder } from './sheet-rows.ts'
import type { HotelNames } from './table.ts'

/** A table as a workbook. */
export function tableWorkbook(table: Table, about: About): Readable {
  return Readable.from(zipPieces(tableSheets(table, about), deflated), { objectMode: false })
}

/** Cells as a workbook, with the names of their hotels. */
export function cellsWorkbook(
  lines: AsyncIterable<Buffer>,
  { list, names, columns }: { list: CellList; names: HotelNames; columns: readonly TableColumn[] },
  nowMs: number,
  about: About,
): Readable {
  const parts = sheets(columns, about, async function* (texts) {
    const encoder = createRowEncoder(list, names, nowMs, columns, texts)
    for await (const piece of lines) yield* encoder.write(piece)
    return encoder.seen()
  })
  return Readable.from(zipPieces(parts, deflated), { objectMode: false })
}
