import type { TextTable } from '@vacancy/client/sheets/in-memory'

type Row = Record<string, unknown>
type Flat = Record<string, string | number | boolean | null>

/** The rows of an answer: its rates, nights, hotels, channels or cells. Empty if it has none. */
function rowsOf(answer: Row): Row[] {
  const list = LISTS.map((name) => answer[name]).find((value) => Array.isArray(value))
  if (list === undefined && Array.isArray(answer['rooms'])) {
    const rooms = answer['rooms'] as { name: string; room_code: string; rates: Row[] }[]
    return rooms.flatMap(({ room_code, name: room, rates }) =>
      rates.map((rate) => ({ room_code, room, ...rate })),
    )
  }
  return (list ?? []) as Row[]
}

const LISTS = ['cells', 'channels', 'nights', 'hotels']

/** One table with a column per figure. Null if the answer has no rows. */
export function tableOf(answer: unknown): TextTable | null {
  const rows = rowsOf(answer as Row).map((row) => flat(row))
  if (rows.length === 0) return null
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) }
}

/** Nested figures become columns of their own: `lowest_bar`. Lists inside a row are left out. */
function flat(row: Row, prefix = ''): Flat {
  const entries = Object.entries(row).flatMap(
    ([name, value]): [string, string | number | boolean | null][] => {
      const column = prefix + name
      if (typeof value === 'object' && value !== null) {
        return Array.isArray(value) ? [] : Object.entries(flat(value as Row, `${column}_`))
      }
      return [[column, value as string | number | boolean | null]]
    },
  )
  return Object.fromEntries(entries)
}
