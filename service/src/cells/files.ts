import { Readable } from 'node:stream'
import type { About } from '@vacancy/client/sheets/table'
import { fileBody, streamBody } from '../edge/body.ts'
import type { Served } from '../edge/served.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { type CellList, COLUMNS, listedView } from './cell.ts'
import { type CellShape, createCellEncoder } from './encoder.ts'
import { parquetOf } from './parquet-cells.ts'
import { cellsIn } from './stored.ts'
import { CELL_TABLE, type HotelNames } from './table.ts'
import { cellsWorkbook } from './workbook.ts'

export const FILE_FORMATS = ['csv', 'jsonl', 'parquet', 'xlsx'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const FILE_TYPE: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A format with what it needs beside the cells: a workbook always tells the names of hotels, and what was asked. */
export type CellsForm =
  | { format: Exclude<FileFormat, 'xlsx'>; names?: HotelNames }
  | { format: 'xlsx'; names: HotelNames; about: About }

export function fileHeaders(name: string, format: FileFormat): Record<string, string> {
  return {
    'content-type': FILE_TYPE[format],
    'content-disposition': `attachment; filename="vacancy-${name}.${format}"`,
  }
}

/** Cells as lines of COPY, in memory or as a stream. */
export type Lines = Iterable<Buffer> | AsyncIterable<Buffer>

/** Every cell as JSON, `{"cells":[…],"count":n}` with `more`: large, so it is written as it is sent. */
export function cellsAnswer(cells: Lines, list: CellList, nowMs: number, more: object = {}): Served {
  const body = streamBody(
    () => Readable.from(textPieces(inSlices(cells), list, SHAPES.json, nowMs, more), { objectMode: false }),
    async () => ({ ...(await cellsValue(inSlices(cells), list, nowMs)), ...more }),
  )
  return { status: 200, headers: {}, body }
}

export function fileAnswer(
  cells: Lines,
  list: CellList,
  name: string,
  form: CellsForm,
  nowMs: number,
): Served {
  const body = fileBody(() => cellsFile(cells, list, form, nowMs))
  return { status: 200, headers: fileHeaders(name, form.format), body }
}

export function cellsFile(cells: Lines, list: CellList, form: CellsForm, nowMs: number): Readable {
  const lines = inSlices(cells)
  if (form.format === 'xlsx')
    return cellsWorkbook(lines, { list, names: form.names, columns: CELL_TABLE }, nowMs, form.about)
  const pieces =
    form.format === 'parquet'
      ? parquetOf(lines, list, nowMs, form.names)
      : textPieces(lines, list, { ...SHAPES[form.format], names: form.names }, nowMs)
  return Readable.from(pieces, { objectMode: false })
}

async function cellsValue(cells: AsyncIterable<Buffer>, list: CellList, nowMs: number) {
  const views: ReturnType<typeof listedView>[] = []
  for await (const lines of cells)
    for (const cell of cellsIn(lines)) views.push(listedView(cell, list, nowMs))
  return { cells: views, count: views.length }
}

const SHAPES = {
  json: { form: 'json', before: ',' },
  jsonl: { form: 'json', after: '\n' },
  csv: { form: 'csv', after: '\n' },
} as const satisfies Record<string, CellShape>

async function* textPieces(
  cells: AsyncIterable<Buffer>,
  list: CellList,
  shape: CellShape,
  nowMs: number,
  more: object = {},
): AsyncGenerator<Buffer | string> {
  const encoder = createCellEncoder(list, nowMs, shape)
  const isArray = shape === SHAPES.json
  if (shape.form === 'csv') yield `${[...COLUMNS, ...(shape.names ? ['hotel_name'] : [])].join(',')}\n`
  if (isArray) yield '{"cells":['
  let isFirst = true
  for await (const lines of cells) {
    for (const piece of encoder.write(lines)) {
      // Every cell of JSON begins with a comma.
      yield isFirst && isArray ? piece.subarray(1) : piece
      isFirst = false
    }
  }
  if (isArray) yield `],${JSON.stringify({ count: encoder.count(), ...more }).slice(1)}`
}

/** About five hundred cells, which take less than a millisecond to encode. */
const SLICE_BYTES = 48 * 1024
const LINE_END = 10

/** Cut at ends of lines, with pauses: a reader that never waits, such as a store in memory, must not block the process. */
export async function* inSlices(cells: Lines): AsyncGenerator<Buffer> {
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
