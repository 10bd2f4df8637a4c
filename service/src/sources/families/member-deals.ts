import type { Room } from '../source.ts'

interface Priced {
  currency: string
  rooms: Room[]
}

/**
 * An agency shows a signed-in member the deal in place of the public price. So the public prices come from a request
 * without membership, and of the members' answer only the rates that are marked as deals are added. It may be missing,
 * or in another currency, where something changed between the two requests: then there is no deal to show.
 */
export function withMemberDeals(open: Priced, members: Priced | null): Room[] {
  if (members?.currency !== open.currency) return open.rooms
  const rooms = open.rooms.map((room) => ({ ...room, rates: [...room.rates] }))
  for (const room of members.rooms) {
    const deals = room.rates.filter((rate) => rate.memberOnly)
    if (deals.length === 0) continue
    const same = rooms.find((other) => other.roomCode === room.roomCode)
    if (same) same.rates.push(...deals)
    else rooms.push({ ...room, rates: deals })
  }
  return rooms
}
