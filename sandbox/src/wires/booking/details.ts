import type { Listing, RoomOffer, World } from '../../world/world.ts'
import type { WireAnswer } from '../wire.ts'
import { idOf, roomIdOf } from './products.ts'
import { json, refuse } from './refusal.ts'
import { checkIds, type Fields, idsOf } from './stay-request.ts'

const DAY_MS = 86_400_000
/** The world lists rooms only with prices, so they come from the first of these days that is not sold out. */
const DAYS_AHEAD = [30, 31, 37, 53, 90]

export function answerDetails(body: Fields, world: World, source: string): WireAnswer {
  const ids = idsOf(body)
  const fault = checkIds(ids)
  if (fault) return refuse(400, fault)
  const withRooms = Array.isArray(body['extras']) && body['extras'].includes('rooms')
  const listings = ids.map((id) => world.listing(source, id)).filter((listing) => listing !== undefined)
  return json(200, {
    data: listings.map((listing) => detailsOf(listing, withRooms ? roomsOf(world, listing) : null)),
    next_page: null,
  })
}

function detailsOf(listing: Listing, rooms: RoomOffer[] | null): object {
  return {
    id: idOf(listing.code),
    contacts: { general: { email: null, telephone: listing.phone } },
    currency: listing.currency,
    location: {
      address: { 'en-gb': `${listing.address}, ${listing.city}` },
      coordinates: { latitude: listing.lat, longitude: listing.lng },
      country: listing.country.toLowerCase(),
    },
    name: { 'en-gb': listing.name },
    ...(rooms ? { rooms: rooms.map(roomDetails) } : {}),
  }
}

function roomsOf(world: World, listing: Listing): RoomOffer[] {
  for (const days of DAYS_AHEAD) {
    const checkin = new Date(world.now() + days * DAY_MS).toISOString().slice(0, 10)
    const ask = { checkin, los: 1, adults: 1, children: 0, rooms: 1 }
    const rooms = world.quote(listing.source, listing.code, ask)?.rooms ?? []
    if (rooms.length > 0) return rooms
  }
  return []
}

function roomDetails(room: RoomOffer): object {
  return {
    id: roomIdOf(room),
    maximum_occupancy: { adults: room.maxOccupancy, children: room.maxOccupancy },
    name: { 'en-gb': room.name },
  }
}
