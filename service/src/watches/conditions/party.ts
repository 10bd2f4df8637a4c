import { invalid } from '../../kernel/errors.ts'
import type { Source } from '../../sources/catalog/catalog.ts'

/** A grid shows the default party where a source cannot be asked for the wanted one; a watch would judge another stay than its own. */
export function requireRooms({ id, mostRooms }: Source, rooms: number): void {
  if (mostRooms !== null && rooms > mostRooms) {
    throw invalid(`\`rooms\` may be at most ${mostRooms} at ${id}`, { chain: id })
  }
}
