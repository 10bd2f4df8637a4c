/** The row of a statement that always returns one. */
export function one<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (row === undefined) throw new Error('a statement that must return a row returned none')
  return row
}
