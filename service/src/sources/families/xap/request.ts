import { randomUUID } from 'node:crypto'
import { addNights } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import type { FamilySettings, FindQuery, HttpRequest, Occupancy, StayQuery } from '../../source.ts'
import { requireWithin, type StayLimits } from '../stay-limits.ts'
import { type Brand, idsParameter } from './codes.ts'

export const STAY_LIMITS: StayLimits = { mostNights: 28, mostRooms: 8 }

/** The radius around a hotel's coordinates, and around a city's. */
const HOTEL_RADIUS_KM = 5
const CITY_RADIUS_KM = 25
const CANDIDATES = 20

export const MEDIA_TYPE = 'application/vnd.exp-hotel.v3+json'
const FEED_MEDIA_TYPE = 'application/vnd.exp-lodging.v1+json'

/** Where the vendor says that a request comes from. */
const SOURCES = { desktop: 'browser', mobile: 'mobileapp' } as const

export type ContentDetails = 'lowest' | 'low' | 'high'

/** The requested stay, without the hotels. */
export type StayAsk = Pick<StayQuery, 'checkin' | 'los' | 'occupancy' | 'currency' | 'pointOfSale'>

/** What the headers of a request are made from. */
export type HeaderSettings = Pick<FamilySettings, 'credentials' | 'newId'>

export function createHeaders({
  credentials,
  newId = randomUUID,
}: HeaderSettings): () => Record<string, string> {
  const basic = Buffer.from(`${credentials['username']}:${credentials['password']}`).toString('base64')
  const key = credentials['apiKey'] ?? ''
  return () => ({
    accept: MEDIA_TYPE,
    authorization: `Basic ${basic}`,
    key,
    'partner-transaction-id': newId().replaceAll('-', ''),
  })
}

/** For the addresses of the vendor's files. */
export function createFeedHeaders(settings: HeaderSettings): () => Record<string, string> {
  const headers = createHeaders(settings)
  return () => ({ ...headers(), accept: FEED_MEDIA_TYPE })
}

/**
 * Every rate of the hotels for the stay. Batches use `allRoomTypes` too: without it the vendor sends only the cheapest offer,
 * and if that is a member deal, the public rate would stay unknown.
 */
export function stayListings(brand: Brand, ids: string[], ask: StayAsk, detail: ContentDetails): HttpRequest {
  requireWithin(STAY_LIMITS, ask)
  return listings({
    [idsParameter(brand)]: ids.join(','),
    checkIn: ask.checkin,
    checkOut: addNights(ask.checkin, ask.los),
    currency: ask.currency,
    ...roomsOf(ask.occupancy),
    ...(ask.pointOfSale?.device && { source: SOURCES[ask.pointOfSale.device] }),
    allRoomTypes: 'true',
    availOnly: 'false',
    contentDetails: detail,
    limit: String(ids.length),
  })
}

/** The same hotels without dates: returns those that exist, available or not. */
export function existingListings(brand: Brand, ids: string[]): HttpRequest {
  return listings({
    [idsParameter(brand)]: ids.join(','),
    contentDetails: 'lowest',
    limit: String(ids.length),
  })
}

/** What the hotels are, without dates. */
export function describedListings(brand: Brand, ids: string[]): HttpRequest {
  return listings({
    [idsParameter(brand)]: ids.join(','),
    contentDetails: 'high',
    limit: String(ids.length),
  })
}

/** Hotels by name, near the coordinates if known, else in the city. */
export function namedListings(query: FindQuery): HttpRequest {
  if (query.lat !== undefined && query.lng !== undefined) {
    return around(query.name, query.lat, query.lng, HOTEL_RADIUS_KM)
  }
  const where = [query.city, query.country].filter((part) => part !== null).join(', ')
  return search(query.name, { locationKeyword: where || query.name })
}

/** The second try, after the vendor answered that the keyword matches several places. */
export function namedListingsInCity(name: string, lat: number, lng: number): HttpRequest {
  return around(name, lat, lng, CITY_RADIUS_KM)
}

function around(name: string, lat: number, lng: number, radiusKm: number): HttpRequest {
  return search(name, { geoLocation: `${lat},${lng}`, radius: String(radiusKm), unit: 'km' })
}

function search(name: string, where: Record<string, string>): HttpRequest {
  return listings({ ...where, queryText: name, contentDetails: 'low', limit: String(CANDIDATES) })
}

/** Occupancy per room: each room has the same party. */
function roomsOf(party: Occupancy): Record<string, string> {
  const ages = childAges(party)
  const parameters: Record<string, string> = {}
  for (let room = 1; room <= party.rooms; room++) {
    parameters[`room${room}.adults`] = String(party.adults)
    if (ages.length > 0) parameters[`room${room}.childAges`] = ages.join(',')
  }
  return parameters
}

function listings(query: Record<string, string>): HttpRequest {
  return { method: 'GET', path: '/hotels/listings', query: { locale: 'en_US', ...query } }
}
