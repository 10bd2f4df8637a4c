import { Type } from 'typebox'
import { LIMITS } from '../kernel/limits.ts'
import { withDefault } from './schemas.ts'

/** The page size, as a query field. */
export function pageLimit(description: string, usual: number = LIMITS.pageDefault) {
  return withDefault(Type.Integer({ description, minimum: 1, maximum: LIMITS.page }), usual)
}

/** The query fields of a paged list. */
export function pageFields(limitDescription: string) {
  return {
    cursor: Type.Optional(Type.String({ description: 'The `next_cursor` of the previous page.' })),
    limit: pageLimit(limitDescription),
  }
}

/** Reads one entry more than the page, to see whether there is a next page. */
export async function readPage<Row extends { id: string }>(
  limit: number,
  read: (limit: number) => Promise<Row[]>,
): Promise<{ page: Row[]; nextCursor: string | null }> {
  const rows = await read(limit + 1)
  const page = rows.slice(0, limit)
  return { page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}
