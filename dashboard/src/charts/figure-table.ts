/** The numbers behind a chart. */
export interface FigureTable {
  columns: readonly { title: string; isNumber?: boolean }[]
  /** The first value names the row. Numbers stay numbers, so that a spreadsheet can use them. */
  rows: readonly (readonly FigureValue[])[]
  /** How a number is shown; by column. */
  show?: (value: number, column: number) => string
}

export type FigureValue = string | number | null
