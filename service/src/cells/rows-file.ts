import { Readable } from 'node:stream'
import type { About, Table, TableValue } from '@vacancy/client/sheets/table'
import type { JobRow } from '../jobs/job-rows.ts'
import { dayOf } from '../kernel/dates.ts'
import { csvText } from './csv.ts'
import type { FileFormat } from './files.ts'
import { type ParquetColumn, parquetPieces } from './parquet.ts'
import { tableWorkbook } from './workbook.ts'

/** A column of a file of rows. Money is a decimal number here, because its currency differs by row. */
export type RowColumn = ParquetColumn & {
  type: Exclude<ParquetColumn['type'], 'money' | 'hundredths'>
}

/** The request of a job whose answer is rows. */
export interface RowsRequest {
  columns: RowColumn[]
  /** The name of its files. */
  name: string
  /** What was asked, in words. Jobs of older versions have none. */
  question?: [label: string, value: string | number][]
}

export type RowsForm = { format: Exclude<FileFormat, 'xlsx'> } | { format: 'xlsx'; about: About }

/** The rows of a job as a file, in the order of the columns. */
export function rowsFile(
  pieces: AsyncIterable<readonly JobRow[]>,
  columns: readonly RowColumn[],
  form: RowsForm,
): Readable {
  if (form.format === 'xlsx') return tableWorkbook(rowsTable(pieces, columns), form.about)
  const written =
    form.format === 'parquet' ? parquetRows(pieces, columns) : lines(pieces, columns, form.format)
  return Readable.from(written, { objectMode: false })
}

export function rowsTable(pieces: AsyncIterable<readonly JobRow[]>, columns: readonly RowColumn[]): Table {
  async function* rows() {
    for await (const piece of pieces)
      yield piece.map((row) => columns.map((column) => tableValue(row[column.name] ?? null, column)))
  }
  return { columns, rows: rows() }
}

function tableValue(value: JobRow[string], { type }: RowColumn): TableValue {
  if (typeof value !== 'string') return value
  if (type === 'date') return dayOf(value)
  return type === 'moment' ? Date.parse(value) : value
}

async function* lines(
  pieces: AsyncIterable<readonly JobRow[]>,
  columns: readonly RowColumn[],
  format: 'csv' | 'jsonl',
): AsyncGenerator<string> {
  const line = format === 'csv' ? csvLine : jsonLine
  if (format === 'csv') yield `${columns.map(({ name }) => name).join(',')}\n`
  for await (const rows of pieces) yield rows.map((row) => `${line(row, columns)}\n`).join('')
}

function csvLine(row: JobRow, columns: readonly RowColumn[]): string {
  return columns
    .map(({ name }) => {
      const value = row[name] ?? null
      if (value === null) return ''
      return typeof value === 'string' ? csvText(value) : String(value)
    })
    .join(',')
}

function jsonLine(row: JobRow, columns: readonly RowColumn[]): string {
  return JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])))
}

async function* parquetRows(
  pieces: AsyncIterable<readonly JobRow[]>,
  columns: readonly RowColumn[],
): AsyncGenerator<Buffer> {
  async function* groups() {
    for await (const rows of pieces)
      yield columns.map((column) => rows.map((row) => parquetValue(row[column.name] ?? null, column)))
  }
  yield* parquetPieces(columns, groups())
}

function parquetValue(value: JobRow[string], column: RowColumn): unknown {
  const read = tableValue(value, column)
  return column.type === 'moment' && typeof read === 'number' ? BigInt(read) : read
}
