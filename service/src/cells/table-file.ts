import { Readable } from 'node:stream'
import type { Table, TableColumn, TableValue } from '@vacancy/client/sheets/table'
import { nightOfDay } from '../kernel/dates.ts'
import { csvText } from './csv.ts'

/** A table as text: CSV, or a JSON array of flat objects. Dates and moments are ISO 8601. */
export function tableFile(table: Table, format: 'csv' | 'json'): Readable {
  return Readable.from(format === 'csv' ? csvPieces(table) : jsonPieces(table), { objectMode: false })
}

async function* csvPieces({ columns, rows }: Table): AsyncGenerator<string> {
  yield `${columns.map(({ name }) => name).join(',')}\n`
  for await (const piece of rows) {
    const lines = piece.map((row) => columns.map((column, at) => csvField(row[at] ?? null, column)).join(','))
    if (lines.length > 0) yield `${lines.join('\n')}\n`
  }
}

async function* jsonPieces({ columns, rows }: Table): AsyncGenerator<string> {
  let before = '['
  for await (const piece of rows) {
    if (piece.length === 0) continue
    const objects = piece.map((row) =>
      JSON.stringify(
        Object.fromEntries(columns.map((column, at) => [column.name, plain(row[at] ?? null, column)])),
      ),
    )
    yield `${before}${objects.join(',\n')}`
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

function csvField(value: TableValue, column: TableColumn): string {
  const shown = plain(value, column)
  if (shown === null) return ''
  return typeof value === 'string' ? csvText(value) : String(shown)
}

function plain(value: TableValue, { type }: TableColumn): TableValue {
  if (typeof value !== 'number') return value
  if (type === 'date') return nightOfDay(value)
  return type === 'moment' ? new Date(value).toISOString() : value
}
