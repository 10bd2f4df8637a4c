import type { HotelDescription } from '../../world/description.ts'
import type { Listing } from '../../world/listing.ts'
import type { RoomOffer, World } from '../../world/world.ts'
import type { WireAnswer } from '../wire.ts'
import { brandId, cityId, nextPage, offsetOf, pageToken } from './lists.ts'
import { idOf, roomIdOf } from './products.ts'
import { invalid, json, refuse } from './refusal.ts'
import { checkIds, type Fields, idsOf } from './stay-request.ts'

const DAY_MS = 86_400_000
const USUAL_ROWS = 100
const MOST_ROWS = 1_000
/** The world lists rooms only with prices, so they come from the first of these days that is not sold out. */
const DAYS_AHEAD = [30, 31, 37, 53, 90]

export function answerDetails(body: Fields, world: World, source: string, later: boolean): WireAnswer {
  if (body['country'] !== undefined) return answerCountry(body, world, source, later)
  const ids = idsOf(body)
  const fault = checkIds(ids)
  if (fault) return refuse(400, fault)
  const withRooms = Array.isArray(body['extras']) && body['extras'].includes('rooms')
  // Later versions still describe what has closed, if it is asked for by its id.
  const listed = ids.flatMap((id) => {
    const description = world.description(source, id)
    return description && (later || description.closedAtMs === null) ? description : []
  })
  const data = listed.map((each) => {
    const details = detailsOf(each, withRooms ? roomsOf(world, each.listing) : null, later)
    const status = each.closedAtMs === null ? 'open' : 'closed_permanently'
    return later ? Object.assign(details, { accommodation_status: status }) : details
  })
  return json(200, { data, ...nextPage(null, later) })
}

/** The accommodations of a country, page by page. */
function answerCountry(body: Fields, world: World, source: string, later: boolean): WireAnswer {
  const rows = body['rows'] === undefined ? USUAL_ROWS : Number(body['rows'])
  if (!(rows >= 10 && rows <= MOST_ROWS && rows % 10 === 0)) {
    return refuse(400, invalid('rows', `a multiple of 10 up to ${MOST_ROWS}`))
  }
  const found = world
    .descriptions(source)
    .filter(
      ({ listing, closedAtMs }) => closedAtMs === null && listing.country.toLowerCase() === body['country'],
    )
  const offset = offsetOf(body['page'])
  const end = offset + rows
  return json(200, {
    data: found.slice(offset, end).map((each) => detailsOf(each, null, later)),
    ...nextPage(end < found.length ? pageToken(end) : null, later),
  })
}

function detailsOf(
  { listing, brand, postalCode, roomsTotal }: HotelDescription,
  rooms: RoomOffer[] | null,
  later: boolean,
): object {
  return {
    id: idOf(listing.code),
    brands: [brandId(brand)],
    contacts: { general: { email: null, telephone: listing.phone } },
    currency: listing.currency,
    location: {
      address: { 'en-gb': `${listing.address}, ${listing.city}` },
      city: cityId(listing),
      coordinates: { latitude: listing.lat, longitude: listing.lng },
      country: listing.country.toLowerCase(),
      postal_code: postalCode,
    },
    name: { 'en-gb': listing.name },
    number_of_rooms: roomsTotal,
    rating: { review_score: listing.rating, stars: listing.stars, stars_type: 'official' },
    ...(rooms ? { rooms: rooms.map((room) => roomDetails(room, later)) } : {}),
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

function roomDetails(room: RoomOffer, later: boolean): object {
  return {
    id: later ? String(roomIdOf(room)) : roomIdOf(room),
    maximum_occupancy: { adults: room.maxOccupancy, children: room.maxOccupancy },
    name: { 'en-gb': room.name },
  }
}
