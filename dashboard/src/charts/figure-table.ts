/** The numbers behind a chart. */
export interface FigureTable {
  columns: readonly { title: string; isNumber?: boolean }[]
  /** The first value names the row. Numbers stay numbers, so that a spreadsheet can use them. */
  rows: readonly (readonly FigureValue[])[]
  /** How a number is shown; by column. */
  show?: (value: number, column: number) => string
}

export type FigureValue = string | number | null

/** Spreadsheets run what begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/

export function csvOf({ columns, rows }: FigureTable): string {
  const lines = [columns.map(({ title }) => title), ...rows]
  return lines.map((line) => `${line.map(csvValue).join(',')}\n`).join('')
}

function csvValue(value: FigureValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
