import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import type { SourceContent } from '../../content.ts'
import { readCursor } from '../content-page.ts'
import { inParallel } from '../parallel.ts'
import type { MewsClient } from './client.ts'
import { contentOf, readHotel } from './hotel.ts'

const PAGE_SIZE = 10
const AT_ONCE = 2
const Cursor = shapeOf(Type.Object({ from: Type.Integer({ minimum: 0 }) }))

/** The vendor describes single hotels and lists none, so the list is the operator's. */
export function createContent(client: MewsClient, hotelIds: readonly string[]): SourceContent {
  return {
    async one(hotelCode, call) {
      const hotel = await readHotel(client, hotelCode, call)
      return hotel === null ? null : contentOf(hotel)
    },
    async list(cursor, call) {
      const from = readCursor(Cursor, cursor)?.from ?? 0
      const page = hotelIds.slice(from, from + PAGE_SIZE)
      const found = await inParallel(page, AT_ONCE, (id) => readHotel(client, id, call))
      const until = from + page.length
      return {
        hotels: found.flatMap((hotel) => (hotel === null ? [] : contentOf(hotel))),
        gone: page.filter((_, index) => found[index] === null),
        skipped: 0,
        next: until < hotelIds.length ? JSON.stringify({ from: until }) : null,
      }
    },
  }
}
