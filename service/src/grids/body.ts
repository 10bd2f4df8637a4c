import { Readable } from 'node:stream'
import type { Reads } from '../db/replica/reads.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { COLUMNS, type RawCell } from './cell.ts'
import { createCellWriter, lineOf } from './cell-writer.ts'
import type { Grid } from './grid.ts'
import { streamCells } from './job-cells.ts'
import { CELL_COLUMNS, cellGroups } from './parquet/cells.ts'
import { parquetPieces } from './parquet/file.ts'
import type { HotelNos, Span } from './store.ts'

export const FILE_FORMATS = ['csv', 'jsonl', 'parquet'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const FILE_TYPE: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** Cells in COPY format, in memory or as a stream. */
type Lines = Iterable<Buffer> | AsyncIterable<Buffer>

/** About five hundred cells, which take less than a millisecond to encode. */
const SLICE_BYTES = 48 * 1024
const LINE_END = 10

/** Cut at ends of lines, with pauses: a reader that never waits, such as a store in memory, must not block the process. */
async function* inSlices(cells: Lines): AsyncGenerator<Buffer> {
  const slices = startSlices()
  for await (const lines of cells) {
    for (let from = 0; from < lines.length; ) {
      const end = lines.indexOf(LINE_END, from + SLICE_BYTES) + 1
      const to = end === 0 ? lines.length : end
      yield lines.subarray(from, to)
      from = to
      await slices.pause()
    }
  }
}

/** `{"cells":[…],"count":n}`, written as a stream. */
export function cellsBody(cells: Lines, grid: Grid, nowMs: number): Readable {
  const writer = createCellWriter(grid, nowMs, { form: 'json', before: ',' })
  return Readable.from(
    (async function* body() {
      let open = '{"cells":['
      for await (const lines of inSlices(cells)) {
        for (const piece of writer.write(lines)) {
          if (open !== '') yield open
          yield open === '' ? piece : piece.subarray(1)
          open = ''
        }
      }
      yield `${open}],"count":${writer.count()}}`
    })(),
    { objectMode: false },
  )
}

/** One line per cell; CSV starts with a header line. Parquet: groups of rows. */
export function fileBody(cells: Lines, grid: Grid, format: FileFormat, nowMs: number): Readable {
  if (format === 'parquet') {
    const groups = cellGroups(inSlices(cells), grid, nowMs)
    return Readable.from(parquetPieces(CELL_COLUMNS, groups), { objectMode: false })
  }
  const form = format === 'csv' ? 'csv' : 'json'
  const writer = createCellWriter(grid, nowMs, { form, after: '\n' })
  return Readable.from(
    (async function* body() {
      if (format === 'csv') yield `${COLUMNS.join(',')}\n`
      for await (const lines of inSlices(cells)) yield* writer.write(lines)
    })(),
    { objectMode: false },
  )
}

/** A page of a job's cells as JSON, without the list's brackets. */
export async function pageOfCells(
  reads: Reads,
  job: number,
  grid: Grid,
  nos: HotelNos,
  span: Span,
  nowMs: number,
): Promise<string> {
  const writer = createCellWriter(grid, nowMs, { form: 'json', before: ',' })
  const pieces: Buffer[] = []
  for await (const lines of inSlices(streamCells(reads, job, grid, nos, span)))
    pieces.push(...writer.write(lines))
  return Buffer.concat(pieces).toString().slice(1)
}

/** Each of a few cells as JSON, in the order of the grid's hotels. */
export function cellTexts(grid: Grid, cells: readonly RawCell[], nowMs: number): string[] {
  const writer = createCellWriter(grid, nowMs, { form: 'json', after: '\n' })
  const written = Buffer.concat(writer.write(Buffer.concat(cells.map(lineOf)))).toString()
  return written.split('\n').slice(0, -1)
}

export function fileHeaders(grid: Grid, format: FileFormat): Record<string, string> {
  return {
    'content-type': FILE_TYPE[format],
    'content-disposition': `attachment; filename="${fileName(grid, format)}"`,
  }
}

/** `vacancy-aurelia-2026-12-01-2026-12-31.csv`; for several chains, their number instead of a name. */
function fileName({ hotels, nights }: Grid, format: FileFormat): string {
  const chains = [...new Set(hotels.map(({ source }) => source.id))]
  const who = chains.length === 1 ? chains[0] : `${chains.length}-chains`
  return `vacancy-${who}-${nights[0]}-${nights.at(-1)}.${format}`
}
