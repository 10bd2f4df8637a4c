/** Rows as aligned columns for a terminal. */
export function table<Row extends object>(columns: readonly (keyof Row & string)[], rows: Row[]): string {
  const text = rows.map((row) => columns.map((column) => cell(row[column])))
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...text.map((cells) => cells[index]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `${cells
      .map((value, index) => value.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd()}\n`
  return [columns, ...text].map(line).join('')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
