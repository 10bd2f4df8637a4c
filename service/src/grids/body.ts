import { Readable } from 'node:stream'
import type { Pool } from '../db/pool.ts'
import { COLUMNS, createCellWriter } from './cell.ts'
import type { Grid } from './grid.ts'
import { type HotelNos, type Span, streamCells } from './store.ts'

export type FileFormat = 'csv' | 'jsonl'

export const FILE_TYPE: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/** `{"cells":[…],"count":n}`, written while it is read. */
export function cellsBody(pool: Pool, grid: Grid, nos: HotelNos, nowMs: number): Readable {
  const writer = createCellWriter(grid, nowMs)
  return Readable.from(
    (async function* body() {
      let count = 0
      let open = '{"cells":['
      for await (const cells of streamCells(pool, grid, nos)) {
        yield open + cells.map(writer.json).join(',')
        open = ','
        count += cells.length
      }
      yield `${count === 0 ? open : ''}],"count":${count}}`
    })(),
    { objectMode: false },
  )
}

/** One line per cell; CSV has a first line of column names. */
export function fileBody(pool: Pool, grid: Grid, nos: HotelNos, format: FileFormat, nowMs: number): Readable {
  const writer = createCellWriter(grid, nowMs)
  return Readable.from(
    (async function* body() {
      if (format === 'csv') yield `${COLUMNS.join(',')}\n`
      for await (const cells of streamCells(pool, grid, nos)) {
        yield format === 'csv' ? cells.map(writer.csv).join('') : `${cells.map(writer.json).join('\n')}\n`
      }
    })(),
    { objectMode: false },
  )
}

/** A page of cells as JSON texts. */
export async function pageOfCells(
  pool: Pool,
  grid: Grid,
  nos: HotelNos,
  span: Span,
  nowMs: number,
): Promise<string[]> {
  const writer = createCellWriter(grid, nowMs)
  const page: string[] = []
  for await (const cells of streamCells(pool, grid, nos, span)) page.push(...cells.map(writer.json))
  return page
}

/** `vacancy-aurelia-2026-12-01-2026-12-31.csv`; several chains are counted instead of named. */
export function fileName({ hotels, nights }: Grid, format: FileFormat): string {
  const chains = [...new Set(hotels.map(({ source }) => source.id))]
  const who = chains.length === 1 ? chains[0] : `${chains.length}-chains`
  return `vacancy-${who}-${nights[0]}-${nights.at(-1)}.${format}`
}
