import { dayAt, dayOf } from '../../world/days.ts'
import type { StayAsk } from '../../world/world.ts'
import { refuse } from './answers.ts'

const MAX_IDS = 1000
const MAX_LOS = 28
const MAX_DAYS_AHEAD = 500
const MAX_ROOMS = 8
const MAX_RADIUS_KM = 200
const MAX_CHILD_AGE = 17

const CRITERIA = ['geoLocation', 'regionIds', 'ecomHotelIds', 'hcomHotelIds', 'locationKeyword'] as const

export type Brand = 'ecom' | 'hcom'

export type Where =
  | { by: 'ids'; brand: Brand; ids: string[] }
  | { by: 'spot'; lat: number; lng: number; radiusKm: number }
  | { by: 'keyword'; keyword: string; radiusKm: number }
  | { by: 'region' }

export interface Party {
  adults: number
  childAges: number[]
}

export type ContentDetails = 'lowest' | 'low' | 'medium' | 'high'

export interface Ask {
  where: Where
  /** Null for a search without dates. */
  stay: { checkIn: string; checkOut: string; los: number } | null
  parties: Party[]
  currency: string | null
  isMobile: boolean
  detail: ContentDetails
  allRoomTypes: boolean
  availOnly: boolean
  queryText: string
  limit: number
}

/** Everything a listings request says, checked as the vendor checks it; what is wrong is thrown as its refusal. */
export function readAsk(query: URLSearchParams, nowMs: number): Ask {
  const detail = oneOf(query, 'contentDetails', ['lowest', 'low', 'medium', 'high'], 'low')
  const allRoomTypes = flag(query, 'allRoomTypes')
  const stay = readStay(query, nowMs)
  if (allRoomTypes && !stay) throw refuse('INVALID_PARAMETER', 'allRoomTypes needs checkIn and checkOut.')
  return {
    where: readWhere(query),
    stay,
    parties: readParties(query),
    currency: query.get('currency'),
    isMobile: oneOf(query, 'source', ['browser', 'mobileapp'], 'browser') === 'mobileapp',
    detail,
    allRoomTypes,
    availOnly: flag(query, 'availOnly'),
    queryText: query.get('queryText') ?? '',
    limit: Math.min(
      readLimit(query),
      detail === 'high' ? 5 : detail === 'medium' || allRoomTypes ? 200 : 1000,
    ),
  }
}

export function stayAskOf({ stay, parties, currency, isMobile }: Ask): StayAsk | null {
  const [first] = parties
  if (!stay || !first) return null
  return {
    checkin: stay.checkIn,
    los: stay.los,
    adults: first.adults,
    children: first.childAges.length,
    childAges: first.childAges,
    rooms: parties.length,
    ...(isMobile && { sale: { mobile: true } }),
    ...(currency === null ? {} : { currency }),
  }
}

export function idsOf(query: URLSearchParams, name: 'ecomHotelIds' | 'hcomHotelIds'): string[] {
  return (query.get(name) ?? '').split(',').filter((id) => id !== '')
}

function readWhere(query: URLSearchParams): Where {
  const [criterion, ...others] = CRITERIA.filter((name) => query.has(name))
  if (others.length > 0) {
    throw refuse('COMBINED_HOTEL_SELECT_CRITERIA', 'Only one way to select hotels is supported per request.')
  }
  if (criterion === 'ecomHotelIds' || criterion === 'hcomHotelIds') {
    const ids = idsOf(query, criterion)
    if (ids.length === 0 || ids.length > MAX_IDS) {
      throw refuse('INVALID_PARAMETER', `${criterion} must name 1 to ${MAX_IDS} hotels.`)
    }
    return { by: 'ids', brand: criterion === 'hcomHotelIds' ? 'hcom' : 'ecom', ids }
  }
  if (criterion === 'geoLocation') return { by: 'spot', ...readSpot(query), radiusKm: readRadius(query) }
  if (criterion === 'locationKeyword') {
    return { by: 'keyword', keyword: query.get(criterion) ?? '', radiusKm: readRadius(query) }
  }
  if (criterion === 'regionIds') return { by: 'region' }
  throw refuse('MISSING_HOTEL_SELECT_CRITERIA', 'Say which hotels: by id, location, keyword or region.')
}

function readSpot(query: URLSearchParams): { lat: number; lng: number } {
  const pair = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(query.get('geoLocation') ?? '')
  const [lat, lng] = [Number(pair?.[1]), Number(pair?.[2])]
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { lat, lng }
  throw refuse('INVALID_PARAMETER', 'geoLocation must be a latitude and a longitude.')
}

function readRadius(query: URLSearchParams): number {
  const radius = Number(query.get('radius') ?? '25')
  const km = oneOf(query, 'unit', ['km', 'mi'], 'km') === 'mi' ? radius * 1.609344 : radius
  if (!Number.isInteger(radius) || radius < 1 || km >= MAX_RADIUS_KM) {
    throw refuse('INVALID_PARAMETER', `radius must be a whole number below ${MAX_RADIUS_KM} km.`)
  }
  return km
}

function readStay(query: URLSearchParams, nowMs: number): Ask['stay'] {
  const [checkIn, checkOut] = [query.get('checkIn'), query.get('checkOut')]
  if (checkIn === null && checkOut === null) return null
  if (checkIn === null || checkOut === null) {
    throw refuse('INVALID_PARAMETER', 'checkIn and checkOut go together.')
  }
  const [first, last] = [day('checkIn', checkIn), day('checkOut', checkOut)]
  const today = dayAt(nowMs)
  // It is still yesterday west of UTC.
  if (first < today - 1) throw refuse('INVALID_PARAMETER', 'checkIn is in the past.', 'PAST_DATE')
  if (first > today + MAX_DAYS_AHEAD) throw refuse('INVALID_PARAMETER', 'checkIn is too far ahead.')
  const los = last - first
  if (los < 1 || los > MAX_LOS) throw refuse('INVALID_PARAMETER', `A stay has 1 to ${MAX_LOS} nights.`)
  return { checkIn, checkOut, los }
}

function day(name: string, text: string): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const parsed = new Date(`${text}T00:00:00Z`)
    if (!Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)) return dayOf(text)
  }
  throw refuse('INVALID_PARAMETER', `${name} must be a date as YYYY-MM-DD.`)
}

/** Default: one room with two adults. */
function readParties(query: URLSearchParams): Party[] {
  const parties: Party[] = []
  for (let room = 1; room <= MAX_ROOMS && query.has(`room${room}.adults`); room++) {
    const adults = Number(query.get(`room${room}.adults`))
    const ages = (query.get(`room${room}.childAges`) ?? '').split(',').filter((age) => age !== '')
    const childAges = ages.map(Number)
    const isAge = (age: number): boolean => Number.isInteger(age) && age >= 0 && age <= MAX_CHILD_AGE
    if (!Number.isInteger(adults) || adults < 1 || adults > 14 || !childAges.every(isAge)) {
      throw refuse('INVALID_PARAMETER', `The party of room ${room} is not understood.`)
    }
    parties.push({ adults, childAges })
  }
  for (const name of query.keys()) {
    const room = Number(/^room(\d+)\./.exec(name)?.[1] ?? 1)
    if (room > Math.max(parties.length, 1)) throw refuse('INVALID_PARAMETER', `${name} is one room too many.`)
  }
  return parties.length > 0 ? parties : [{ adults: 2, childAges: [] }]
}

function readLimit(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? '1000')
  if (!Number.isInteger(limit) || limit < 1) throw refuse('INVALID_PARAMETER', 'limit must be above 0.')
  return limit
}

function flag(query: URLSearchParams, name: string): boolean {
  return oneOf(query, name, ['true', 'false'], 'false') === 'true'
}

function oneOf<T extends string>(query: URLSearchParams, name: string, allowed: readonly T[], usual: T): T {
  const text = query.get(name) ?? usual
  const value = allowed.find((candidate) => candidate === text.toLowerCase())
  if (value === undefined) throw refuse('INVALID_PARAMETER', `${name} must be one of ${allowed.join(', ')}.`)
  return value
}
