import { addNights } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import {
  type HotelRecord,
  type Occupancy,
  type Rate,
  type Room,
  SourceFailure,
  type StayQuery,
} from '../../source.ts'
import { answerCurrency } from '../answer-currency.ts'
import { checkOfferCount } from '../offer-count.ts'
import { roomCodeOf } from '../room-code.ts'
import { priceRate, readAmount } from './price.ts'
import {
  accommodationAnswer,
  ratesAnswer,
  searchAnswer,
  suggestionsAnswer,
  type VendorLocation,
  type VendorRate,
  type VendorResult,
  type VendorRoom,
} from './schema.ts'

/** The id of the only search result, or null if nothing was found. */
export function parseSearch(body: unknown, query: StayQuery): string | null {
  if (!searchAnswer.Check(body)) throw new SourceFailure('broken', 'a search answer of another shape')
  const { results } = body.data
  const [result] = results
  if (!result) return null
  if (results.length > 1) throw new SourceFailure('broken', `${results.length} results for one accommodation`)
  checkEcho(result, query)
  return result.id
}

export interface RatedStay {
  hotel: HotelRecord
  currency: string
  taxIncluded: boolean | null
  rooms: Room[]
  expiresAt: string | null
}

export function parseRates(body: unknown, searchResultId: string, query: StayQuery): RatedStay {
  if (!ratesAnswer.Check(body)) throw new SourceFailure('broken', 'a rates answer of another shape')
  const result = body.data
  if (result.id !== searchResultId)
    throw new SourceFailure('broken', `rates of ${result.id}, which was not requested`)
  checkEcho(result, query)
  const { accommodation } = result
  const rooms = accommodation.rooms
    .map((room) => ({ ...room, rates: room.rates.filter(isLeft) }))
    .filter((room) => room.rates.length > 0)
  const parsed = mergeRooms(rooms, query)
  const currency = answerCurrency(
    parsed.flatMap((room) => room.rates),
    query.currency,
  )
  // The search found something to sell, so an empty list does not mean sold out.
  if (currency === null) throw new SourceFailure('broken', 'a search result without rates')
  return {
    hotel: toRecord(accommodation.id, accommodation.name, accommodation.location),
    currency,
    taxIncluded: commonBasis(parsed),
    rooms: parsed,
    expiresAt: firstExpiry(rooms.flatMap((room) => room.rates)),
  }
}

/** Whether any room is left at this rate; null means that the vendor does not know. */
function isLeft({ quantity_available: left }: VendorRate): boolean {
  return left !== 0
}

/** When the first of the rates can no longer be booked. */
function firstExpiry(rates: readonly VendorRate[]): string | null {
  const times = rates.map((rate) => Date.parse(rate.expires_at ?? '')).filter((at) => !Number.isNaN(at))
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString()
}

export function parseAccommodation(body: unknown, id: string): HotelRecord {
  if (!accommodationAnswer.Check(body)) throw new SourceFailure('broken', 'an accommodation of another shape')
  const { data } = body
  if (data.id !== id) throw new SourceFailure('broken', `accommodation ${data.id} instead of ${id}`)
  return toRecord(data.id, data.name, data.location)
}

export function parseSuggestions(body: unknown): HotelRecord[] {
  if (!suggestionsAnswer.Check(body)) throw new SourceFailure('broken', 'suggestions of another shape')
  return body.data.map((one) =>
    toRecord(one.accommodation_id, one.accommodation_name, one.accommodation_location),
  )
}

function checkEcho(result: VendorResult, query: StayQuery): void {
  const { rooms } = query.occupancy
  const echoed =
    result.accommodation.id === query.hotelCode &&
    result.check_in_date === query.checkin &&
    result.check_out_date === addNights(query.checkin, query.los) &&
    result.rooms === rooms &&
    isParty(result.guests, query.occupancy)
  if (!echoed) throw new SourceFailure('broken', `result ${result.id} is for another hotel, stay or party`)
}

/** The vendor may omit the guests, or their ages; then the rest of the echo must match. */
function isParty(guests: VendorResult['guests'], party: Occupancy): boolean {
  if (!guests) return true
  const { adults, children, rooms } = party
  const young = guests.filter((guest) => guest.type !== 'adult')
  const ages = young.map(({ age }) => age ?? null)
  const asked = Array.from({ length: rooms }, () => childAges(party)).flat()
  return (
    guests.length === (adults + children) * rooms &&
    young.length === children * rooms &&
    (ages.includes(null) || ages.map(Number).toSorted(ascending).join() === asked.toSorted(ascending).join())
  )
}

function ascending(a: number, b: number): number {
  return a - b
}

/** The vendor lists a room once per supplier; rooms have no id, so the name identifies them. */
function mergeRooms(rooms: readonly VendorRoom[], query: StayQuery): Room[] {
  checkOfferCount(rooms.reduce((sum, { rates }) => sum + rates.length, 0))
  const merged = new Map<string, Room>()
  for (const room of rooms) {
    const beds = (room.beds ?? []).map((bed) => `${bed.count} ${bed.type}`).join(', ')
    const known = merged.get(room.name) ?? {
      roomCode: roomCodeOf(room.name),
      name: room.name,
      beds: beds || null,
      maxOccupancy: null,
      rates: [],
    }
    known.rates.push(...room.rates.map((rate) => toRate(rate, query)))
    merged.set(room.name, known)
  }
  return [...merged.values()]
}

const CLOSED_DEALS = /corporate|closed.user.group|negotiated/i

function toRate(rate: VendorRate, query: StayQuery): Rate {
  const forMembers = rate.loyalty_programme_required === true
  // Contract rates have a code or name their negotiated rate; a programme's rate may have a code too.
  const contract = Boolean(rate.negotiated_rate_id) || (Boolean(rate.code) && !forMembers)
  const restricted = contract || (rate.deal_types ?? []).some((type) => CLOSED_DEALS.test(type))
  return {
    rateCode: rate.id,
    name: rate.name || shortened(rate.description) || rate.board_type || rate.id,
    currency: rate.total_currency,
    ...priceRate(rate, query.los, query.occupancy.rooms),
    memberOnly: forMembers && !restricted,
    restricted,
    package: false,
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    ...readCancellation(rate),
    mealPlan: rate.board_type ?? null,
  }
}

/** The supplier's own words, of any length. */
function shortened(description: string | null | undefined): string {
  return (description ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
}

/**
 * A timeline without steps is a non-refundable rate. Cancellation is free while a step refunds everything; a rate that refunds
 * only part counts as non-refundable.
 */
function readCancellation(rate: VendorRate): { refundable: boolean | null; cancelBy: string | null } {
  const steps = rate.cancellation_timeline
  if (!steps || steps.some((step) => step.currency !== rate.total_currency)) {
    return { refundable: null, cancelBy: null }
  }
  const total = readAmount(rate.total_amount, rate.total_currency)
  const free = steps.filter((step) => readAmount(step.refund_amount, step.currency) >= total)
  const until = free.map((step) => Date.parse(step.before ?? '')).filter((at) => !Number.isNaN(at))
  if (free.length === 0) return { refundable: false, cancelBy: null }
  return { refundable: true, cancelBy: until.length > 0 ? new Date(Math.max(...until)).toISOString() : null }
}

/** True or false if all rates agree, otherwise null. */
function commonBasis(rooms: readonly Room[]): boolean | null {
  const bases = new Set(rooms.flatMap((room) => room.rates.map((rate) => rate.taxIncluded)))
  return bases.size === 1 ? bases.has(true) : null
}

function toRecord(hotelCode: string, name: string, location: VendorLocation): HotelRecord {
  return {
    hotelCode,
    name,
    city: location.address?.city_name || null,
    country: location.address?.country_code?.toUpperCase() || null,
    lat: location.geographic_coordinates?.latitude ?? null,
    lng: location.geographic_coordinates?.longitude ?? null,
  }
}
