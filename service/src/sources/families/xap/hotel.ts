import { alpha2Of } from '../../../kernel/countries.ts'
import type { Minor } from '../../../kernel/money.ts'
import {
  type HotelRecord,
  type LowestAnswer,
  type Rate,
  SourceFailure,
  type StayAnswer,
} from '../../source.ts'
import type { Hotel } from './answer.ts'
import { hotelCodeOf } from './codes.ts'
import { type Extent, roomsOf } from './rates.ts'
import type { StayAsk } from './request.ts'

/** What a source says about one hotel for one stay, before it becomes a shop or a lowest figure. */
type HotelStay = Pick<StayAnswer, 'status' | 'currency' | 'rooms'> & { memberKnown: boolean }

export function stayAnswerOf(hotel: Hotel, hotelCode: string, ask: StayAsk, extent: Extent): StayAnswer {
  const { status, currency, rooms } = hotelStayOf(hotel, ask, extent)
  return {
    hotel: recordOf(hotel, hotelCode),
    status,
    minLos: null,
    currency,
    taxIncluded: true,
    rooms,
    pointsKnown: true,
    raw: [],
  }
}

export function lowestAnswerOf(hotel: Hotel, hotelCode: string, ask: StayAsk, extent: Extent): LowestAnswer {
  const { status, currency, rooms, memberKnown } = hotelStayOf(hotel, ask, extent)
  const rates = rooms.flatMap((room) => room.rates).filter((rate) => !rate.restricted && !rate.package)
  const bar = cheapest(rates.filter((rate) => !rate.memberOnly))
  const member = cheapest(rates.filter((rate) => rate.memberOnly))
  return {
    hotelCode,
    checkin: ask.checkin,
    los: ask.los,
    status,
    minLos: null,
    currency,
    taxIncluded: true,
    bar,
    barAfterTax: bar,
    member,
    memberAfterTax: member,
    memberKnown,
  }
}

function hotelStayOf(hotel: Hotel, ask: StayAsk, extent: Extent): HotelStay {
  if (isSoldOut(hotel)) return { status: 'sold_out', currency: ask.currency, rooms: [], memberKnown: true }
  const { rooms, currency, memberMarked } = roomsOf(hotel.RoomTypes ?? [], extent)
  return { status: 'available', currency, rooms, memberKnown: memberMarked }
}

/**
 * The vendor has neither closed nights nor minimum stays: both are "not available". If no room fits the number of guests, the
 * stay is sold out for this party. Every other status is a failure, never a sold-out night.
 */
function isSoldOut({ Status }: Hotel): boolean {
  switch (Status ?? 'none') {
    case 'AVAILABLE':
      return false
    case 'NOT_AVAILABLE':
    case 'NUMBER_OF_ADULTS_NOT_ACCEPTED':
    case 'NUMBER_OF_CHILDREN_NOT_ACCEPTED':
    case 'NUMBER_OF_INFANTS_NOT_ACCEPTED':
    case 'NUMBER_OF_PERSONS_NOT_ACCEPTED':
      return true
    case 'ERROR':
      throw new SourceFailure('refused', 'the source could not price this hotel')
    default:
      throw new SourceFailure('broken', `a hotel of unreadable status: ${String(Status).slice(0, 60)}`)
  }
}

/** With this vendor the nightly price is all-in, so one minimum serves both figures. */
function cheapest(rates: Rate[]): Minor | null {
  const prices = rates.flatMap(({ pricePerNight }) => (pricePerNight === null ? [] : [pricePerNight]))
  return prices.length > 0 ? Math.min(...prices) : null
}

/** The second brand's number is present only if the account or request is of that brand, and then takes precedence. */
export function codeOf({ Id, HcomId }: Pick<Hotel, 'Id' | 'HcomId'>): string {
  return HcomId === undefined
    ? hotelCodeOf({ brand: 'ecom', id: Id })
    : hotelCodeOf({ brand: 'hcom', id: HcomId })
}

export function recordOf(hotel: Hotel, hotelCode: string): HotelRecord | null {
  if (hotel.Name === undefined) return null
  const { Address, GeoLocation } = hotel.Location ?? {}
  // Obfuscated coordinates are deliberately wrong, by up to a few streets.
  const spot = GeoLocation?.Obfuscated === true ? undefined : GeoLocation
  return {
    hotelCode,
    name: hotel.Name,
    city: Address?.City ?? null,
    country: Address?.Country === undefined ? null : alpha2Of(Address.Country),
    lat: degrees(spot?.Latitude, 90),
    lng: degrees(spot?.Longitude, 180),
  }
}

export function degrees(text: string | number | undefined, most: number): number | null {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return Math.abs(value) <= most ? value : null
}
