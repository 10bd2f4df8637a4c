import { Type } from 'typebox'
import { startSlices } from '../kernel/event-loop.ts'
import { LIMITS } from '../kernel/limits.ts'
import { withDefault } from './schemas.ts'

/** No cursor of ours is longer. */
const CURSOR_LENGTH = 1000

/** The page size, as a query field. */
export function pageLimit(description: string, usual: number = LIMITS.pageDefault) {
  return withDefault(Type.Integer({ description, minimum: 1, maximum: LIMITS.page }), usual)
}

/** The query fields of a paged list. */
export function pageFields(limitDescription: string) {
  return {
    cursor: Type.Optional(
      Type.String({ description: 'The `next_cursor` of the previous page.', maxLength: CURSOR_LENGTH }),
    ),
    limit: pageLimit(limitDescription),
  }
}

/** Rows per read, where one may have much to it. */
type Steps = { step?: number }

/**
 * A page ends at `limit` entries or, with at least one, before it would have more than `LIMITS.pageBytes`. Reads one row more, to see
 * whether there is a next page. `read` continues after the row that it gets.
 */
export async function readPage<Row extends { id: string }, Entry = Row>(
  limit: number,
  read: (limit: number, after: Row | undefined) => Promise<Row[]>,
  view: (row: Row) => Entry,
  { step = limit + 1 }: Steps = {},
): Promise<{ page: Entry[]; nextCursor: string | null }> {
  const page: Entry[] = []
  const slices = startSlices()
  let last: Row | undefined
  for (let bytes = 0; ; ) {
    const wanted = Math.min(step, limit + 1 - page.length)
    const rows = await read(wanted, last)
    for (const row of rows) {
      const entry = view(row)
      bytes += Buffer.byteLength(JSON.stringify(entry))
      const isFull = page.length === limit || (last !== undefined && bytes > LIMITS.pageBytes)
      if (isFull) return { page, nextCursor: last?.id ?? null }
      page.push(entry)
      last = row
      await slices.pause()
    }
    if (rows.length < wanted) return { page, nextCursor: null }
  }
}
