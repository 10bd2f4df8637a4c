import { invalid } from '../../kernel/errors.ts'
import type { Source } from '../../sources/catalog/catalog.ts'

/** A grid falls back to the default occupancy; a watch must not, because it would judge a different stay. */
export function requireRooms({ id, mostRooms }: Source, rooms: number): void {
  if (mostRooms !== null && rooms > mostRooms) {
    throw invalid(`\`rooms\` must be at most ${mostRooms} at ${id}.`, { chain: id })
  }
}
