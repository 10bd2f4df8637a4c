import { between, chance, mix } from './hash.ts'
import type { Channel, Hotel } from './hotel.ts'
import type { Listing } from './listing.ts'
import { timezoneOf } from './timezones.ts'

/** What a source's static content says of a property, beyond its listing. */
export interface HotelDescription {
  listing: Listing
  brand: string
  /** Null where the country's provinces are only numbers to us. */
  region: string | null
  postalCode: string
  /** Null in countries with several zones. */
  timezone: string | null
  roomsTotal: number
  updatedAtMs: number
  /** When it left the source; null while it is there. */
  closedAtMs: number | null
}

const DAY_MS = 86_400_000
/** How far back the last updates of the contents reach. */
const UPDATES_DAYS = 400
/** How many of ten thousand hotels are joined in the content by one that has closed. */
const FORMER = 60
const FORMER_DAYS = [5, 50] as const

export function describe(property: Hotel | Channel, todayMs: number): HotelDescription {
  const hotel = 'hotel' in property ? property.hotel : property
  const { listing, key } = property
  const age = between(mix(key, 191), 0, UPDATES_DAYS) * DAY_MS + between(mix(key, 192), 1, DAY_MS - 1)
  return {
    listing,
    brand: hotel.brand,
    region: /[A-Z]/.test(hotel.region) ? hotel.region : null,
    postalCode: postalCode(listing.country, hotel.key),
    timezone: timezoneOf(listing.country),
    roomsTotal: between(mix(hotel.key, 193), 40, 620),
    updatedAtMs: todayMs - age,
    closedAtMs: null,
  }
}

/** A hotel that closed before the world began, described from its neighbour; null at most hotels. */
export function formerHotel(
  neighbour: HotelDescription,
  key: number,
  todayMs: number,
): HotelDescription | null {
  if (!chance(mix(key, 194), FORMER)) return null
  const { listing } = neighbour
  const code = /^\d+$/.test(listing.code) ? `9${listing.code}` : `${listing.code}9`
  const closedAtMs = todayMs - between(mix(key, 195), ...FORMER_DAYS) * DAY_MS
  return {
    ...neighbour,
    listing: {
      ...listing,
      code,
      name: `${listing.name} Annexe`,
      chainHotel: { ...listing.chainHotel, code },
    },
    updatedAtMs: closedAtMs,
    closedAtMs,
  }
}

function postalCode(country: string, key: number): string {
  const number = String(between(mix(key, 196), 10_000, 99_999))
  const letter = (salt: number) => 'ABCDEHJKLMNPRSTVWX'.charAt(mix(key, salt) % 18)
  switch (country) {
    case 'GB':
      return `${letter(197)}${letter(198)}${number.slice(0, 1)} ${number.slice(1, 2)}${letter(199)}${letter(200)}`
    case 'CA':
      return `${letter(197)}${number.slice(0, 1)}${letter(198)} ${number.slice(1, 2)}${letter(199)}${number.slice(2, 3)}`
    case 'NL':
      return `${number.slice(0, 4)} ${letter(197)}${letter(198)}`
    default:
      return number
  }
}
