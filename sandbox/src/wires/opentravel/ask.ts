import { isKnownCurrency } from '../../world/currencies.ts'
import { dayAt, dayOf } from '../../world/days.ts'
import { saleOf } from '../../world/points-of-sale.ts'
import type { StayAsk } from '../../world/world.ts'
import type { Complaint } from './errors.ts'
import { at, childrenOf, type Node } from './read-xml.ts'
import type { Chain } from './source.ts'

/** What an OTA_HotelAvailRQ asks for. */
export interface AvailAsk {
  hotelCodes: string[]
  stay: StayAsk
  checkout: string
  bestOnly: boolean
  membersOnly: boolean
}

const MAX_NIGHTS = 30
const HOME = 'US'
const SCHOOL_AGE = 8
const MAX_ROOMS = 9
const HORIZON_DAYS = 540

export function hotelCodesOf(message: Node): string[] {
  const criterion = at(
    message,
    'AvailRequestSegments',
    'AvailRequestSegment',
    'HotelSearchCriteria',
    'Criterion',
  )
  return childrenOf(criterion, 'HotelRef').flatMap((ref) => ref.attributes['HotelCode'] ?? [])
}

export function readAvail(message: Node, chain: Chain): AvailAsk | Complaint {
  const segment = at(message, 'AvailRequestSegments', 'AvailRequestSegment')
  const hotelCodes = hotelCodesOf(message)
  const range = at(segment, 'StayDateRange')?.attributes ?? {}
  const candidate = at(segment, 'RoomStayCandidates', 'RoomStayCandidate')
  const { Start: checkin, End: checkout } = range
  if (hotelCodes.length === 0 || checkin === undefined || checkout === undefined || !candidate)
    return 'missing'
  if (hotelCodes.length > chain.maxHotels) return 'tooMany'
  if (!isDate(checkin)) return 'startDate'
  if (!isDate(checkout) || checkout <= checkin) return 'endDate'
  const los = dayOf(checkout) - dayOf(checkin)
  const ahead = dayOf(checkin) - dayAt(chain.world.now())
  // It is still yesterday somewhere.
  if (ahead < -1) return 'startDate'
  if (ahead > HORIZON_DAYS) return 'outside'
  if (los > MAX_NIGHTS) return 'nights'
  const rooms = Number(candidate.attributes['Quantity'] ?? 1)
  if (!(rooms >= 1 && rooms <= MAX_ROOMS)) return 'rooms'
  const adults = guestsOf(candidate, '10').reduce((sum, guest) => sum + countOf(guest), 0)
  if (!(adults >= 1)) return 'adults'
  const childAges = agesOf(candidate)
  const wanted = message.attributes['RequestedCurrency']
  const currency = wanted !== undefined && isKnownCurrency(wanted) ? { currency: wanted } : {}
  const filters = childrenOf(at(segment, 'RatePlanCandidates'), 'RatePlanCandidate')
  const sale = saleOf(HOME, at(message, 'POS', 'Source')?.attributes['ISOCountry'], false)
  return {
    hotelCodes,
    stay: { checkin, los, adults, children: childAges.length, childAges, rooms, ...currency, ...sale },
    checkout,
    bestOnly: isTrue(message.attributes['BestOnly']),
    membersOnly: filters.some((filter) => filter.attributes['RatePlanFilterCode'] === 'MEMBER'),
  }
}

function guestsOf(candidate: Node, code: string): Node[] {
  return childrenOf(at(candidate, 'GuestCounts'), 'GuestCount').filter(
    (guest) => guest.attributes['AgeQualifyingCode'] === code,
  )
}

function countOf(guest: Node): number {
  return Number(guest.attributes['Count'] ?? 1)
}

/** A child without an age pays as a child. */
function agesOf(candidate: Node): number[] {
  return guestsOf(candidate, '8').flatMap((guest) =>
    Array<number>(countOf(guest)).fill(Number(guest.attributes['Age'] ?? SCHOOL_AGE)),
  )
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

function isTrue(text: string | undefined): boolean {
  return text === 'true' || text === '1'
}

/** What an OTA_HotelSearchRQ asks for. */
export interface SearchAsk {
  lat: number
  lng: number
  radiusKm: number
  maxResponses: number
  offset: number
}

/** Miles, kilometres and metres, by their codes of the OpenTravel table UOM. */
const KM_PER_UNIT: Readonly<Record<string, number>> = { 1: 1.609344, 2: 1, 3: 0.001 }
const PAGE_SIZE = 50
const CHAIN_PAGE_SIZE = 100

export function readSearch(message: Node): SearchAsk | Complaint {
  const criterion = at(message, 'Criteria', 'Criterion')
  const { Latitude, Longitude } = at(criterion, 'Position')?.attributes ?? {}
  const { Distance, UnitOfMeasureCode = '1' } = at(criterion, 'Radius')?.attributes ?? {}
  if (Latitude === undefined || Longitude === undefined || Distance === undefined) return 'missing'
  const [lat, lng] = [Number(Latitude), Number(Longitude)]
  const radiusKm = Number(Distance) * (KM_PER_UNIT[UnitOfMeasureCode] ?? Number.NaN)
  const token = criterion?.attributes['MoreDataEchoToken']
  const offset = token === undefined ? 0 : Number(/^after-(\d{1,6})$/.exec(token)?.[1] ?? Number.NaN)
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && radiusKm > 0 && offset >= 0)) return 'format'
  const wanted = Number(message.attributes['MaxResponses'] ?? PAGE_SIZE)
  return { lat, lng, radiusKm, offset, maxResponses: Math.min(wanted > 0 ? wanted : PAGE_SIZE, PAGE_SIZE) }
}

export function readChainSearch(
  message: Node,
  chain: Chain,
): Pick<SearchAsk, 'offset' | 'maxResponses'> | Complaint {
  const criterion = at(message, 'Criteria', 'Criterion')
  if (at(criterion, 'HotelRef')?.attributes['ChainCode'] !== chain.chainCode) return 'nothingFound'
  const token = criterion?.attributes['MoreDataEchoToken']
  const offset = token === undefined ? 0 : Number(/^after-(\d{1,6})$/.exec(token)?.[1] ?? Number.NaN)
  if (!(offset >= 0)) return 'format'
  const wanted = Number(message.attributes['MaxResponses'] ?? PAGE_SIZE)
  return { offset, maxResponses: Math.min(wanted > 0 ? wanted : PAGE_SIZE, CHAIN_PAGE_SIZE) }
}

/** Tells the next page where this one ended. */
export function moreToken(offset: number): string {
  return `after-${offset}`
}
