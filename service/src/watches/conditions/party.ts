import { invalid } from '../../kernel/errors.ts'
import { agesNo, type Occupancy } from '../../kernel/occupancy.ts'
import type { Source } from '../../sources/catalog/catalog.ts'

/** A grid falls back to the default occupancy; a watch must not, because it would judge a different stay. */
export function requireParty({ id, mostRooms, takesAges }: Source, party: Occupancy): void {
  if (mostRooms !== null && party.rooms > mostRooms) {
    throw invalid(`\`rooms\` must be at most ${mostRooms} at ${id}.`, { chain: id })
  }
  if (!takesAges && agesNo(party) > 0) {
    throw invalid(`\`children_ages\` is not taken by ${id}.`, { chain: id })
  }
}
