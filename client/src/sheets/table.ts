/** What the file of a table says, before it has a form. */

/** Dates are days since 1970, moments milliseconds since 1970. */
export type TableValue = string | number | boolean | null

export interface TableColumn {
  name: string
  type: 'text' | 'integer' | 'number' | 'money' | 'hundredths' | 'flag' | 'date' | 'moment'
}

export interface Table {
  columns: readonly TableColumn[]
  /** In pieces, each row in the order of the columns. */
  rows: AsyncIterable<readonly (readonly TableValue[])[]>
}

/** A line of the sheet `about`. */
export interface Fact {
  label: string
  value: TableValue
  type: TableColumn['type']
}

export interface About {
  facts: readonly Fact[]
  /** What a column says; null if its name says all. */
  meaningOf(column: string): string | null
}
