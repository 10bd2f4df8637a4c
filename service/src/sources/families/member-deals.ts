import type { Room } from '../source.ts'

interface Priced {
  currency: string
  rooms: Room[]
}

/**
 * An agency shows signed-in members the deal instead of the public price. So public prices come from a request without
 * membership, and only rates marked as deals are added from the member answer. If that is missing or in another currency,
 * there is no deal to show.
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
