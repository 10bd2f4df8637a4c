import type { TextTable } from '@vacancy/client/sheets/in-memory'
import type { TableValue } from '@vacancy/client/sheets/table'

/** Spreadsheets run what begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/

export function csvOf({ columns, rows }: TextTable): string {
  return [columns, ...rows].map((row) => `${row.map(csvField).join(',')}\n`).join('')
}

function csvField(value: TableValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
