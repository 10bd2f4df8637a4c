import { dateOf } from '../../world/days.ts'
import type { Quote, World } from '../../world/world.ts'

/** How far back to look for a night open to arrivals. */
const LOOK_BACK_DAYS = 7

/** PAR's house-level restrictions of a range of dates. */
export function restrictionsBody(
  world: World,
  source: string,
  hotelId: string,
  first: number,
  last: number,
): object | null {
  const book = createBook(world, source, hotelId)
  const restrictionSets: object[] = []
  for (let day = first; day <= last; day += 1) {
    const status = book.restrictionOn(day)
    if (status === null) continue
    const date = dateOf(day)
    restrictionSets.push({
      restrictionControl: { house: true },
      restrictionStatus: status,
      start: date,
      end: date,
    })
  }
  if (restrictionSets.length === 0) return null
  const found = { hotelId, hasMore: false, count: restrictionSets.length, restrictionSets }
  return { restrictionsByDateRange: { restrictionsByDateRange: found } }
}

function createBook(world: World, source: string, hotelId: string) {
  const quoteOf = (day: number, los: number): Quote | undefined =>
    world.quote(source, hotelId, { checkin: dateOf(day), los, adults: 1, children: 0, rooms: 1 })

  /**
   * Whether a stay may include the night or just not begin on it: checked with a stay that begins on an earlier, open night.
   * Without such a night no stay can include it, so the difference does not matter.
   */
  const isShut = (day: number): boolean => {
    for (let back = 1; back <= LOOK_BACK_DAYS; back += 1) {
      if (quoteOf(day - back, 1)?.status !== 'closed')
        return quoteOf(day - back, back + 1)?.status === 'closed'
    }
    return true
  }

  return {
    restrictionOn(day: number): object | null {
      const quote = quoteOf(day, 1)
      if (quote?.status === 'closed') return { code: isShut(day) ? 'Closed' : 'ClosedForArrival' }
      // A night without rooms has no minimum stay.
      if (quote?.status === 'restricted_los') return { code: 'MinimumLengthOfStay', unit: quote.minLos }
      return null
    },
  }
}
