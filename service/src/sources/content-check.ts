import { isCurrency } from '../kernel/money.ts'
import { HOTEL_CODE } from './answer-check.ts'
import type { ContentPage, HotelContent, ReadPage } from './content.ts'
import { SourceFailure } from './source.ts'

/**
 * The check of a page before it is stored, the same for all families. A hotel without a usable code or name is left out; any
 * other fact that cannot be true becomes unknown. Both are counted, and neither fails the page.
 */
export function checkPage(page: ReadPage): ContentPage {
  const hotels = new Map<string, HotelContent>()
  let { skipped } = page
  let blanked = 0
  for (const read of page.hotels) {
    const checked = checkContent(read)
    if (checked === null || hotels.has(read.hotelCode)) skipped += 1
    else {
      hotels.set(read.hotelCode, checked.hotel)
      blanked += checked.blanked
    }
  }
  // A vendor with a few bad hotels is usual; a page without a good one is a page we cannot read.
  if (skipped > 0 && hotels.size === 0) {
    throw new SourceFailure('broken', `none of the ${skipped} hotels of a page is usable`)
  }
  const gone = page.gone.filter((code) => HOTEL_CODE.test(code) && !hotels.has(code))
  const { next, restarted = false } = page
  return { hotels: [...hotels.values()], gone: [...new Set(gone)], skipped, blanked, next, restarted }
}

/** One hotel's facts; throws if they belong to another hotel or cannot be used. */
export function checkOne(hotelCode: string, read: HotelContent | null): HotelContent | null {
  if (read === null) return null
  const checked = checkContent(read)
  if (checked === null || read.hotelCode !== hotelCode) {
    throw new SourceFailure('broken', `not an answer to the question: about ${read.hotelCode.slice(0, 80)}`)
  }
  return checked.hotel
}

const LONGEST = { name: 200, text: 300 } as const
const MOST_ROOMS = 20_000
const MOST_STARS = 7

function checkContent(read: HotelContent): { hotel: HotelContent; blanked: number } | null {
  const name = textOrNull(read.name, LONGEST.name)
  if (name === null || !HOTEL_CODE.test(read.hotelCode)) return null
  const isPlaced = isWithin(read.lat, 90) && isWithin(read.lng, 180) && !(read.lat === 0 && read.lng === 0)
  const hotel: HotelContent = {
    hotelCode: read.hotelCode,
    name,
    brand: textOrNull(read.brand),
    address: textOrNull(read.address),
    city: textOrNull(read.city),
    region: textOrNull(read.region),
    postalCode: textOrNull(read.postalCode),
    country: read.country !== null && /^[A-Z]{2}$/.test(read.country) ? read.country : null,
    lat: isPlaced ? read.lat : null,
    lng: isPlaced ? read.lng : null,
    stars: read.stars !== null && read.stars > 0 && read.stars <= MOST_STARS ? read.stars : null,
    currency: read.currency !== null && isCurrency(read.currency) ? read.currency : null,
    timezone: read.timezone !== null && isTimezone(read.timezone) ? read.timezone : null,
    roomsTotal: isRoomCount(read.roomsTotal) ? read.roomsTotal : null,
    status: read.status,
  }
  return { hotel, blanked: blankedIn(read, hotel) }
}

function blankedIn(read: HotelContent, checked: HotelContent): number {
  const before: Record<string, unknown> = { ...read }
  return Object.entries(checked).filter(
    ([field, value]) => value === null && before[field] !== null && before[field] !== '',
  ).length
}

/** Line breaks and tabs are spaces to a reader; other control characters mean that the text is damaged. */
function textOrNull(text: string | null, longest: number = LONGEST.text): string | null {
  if (text === null) return null
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return plain === '' || plain.length > longest || DAMAGED.test(plain) ? null : plain
}

const DAMAGED = /[\p{Cc}\p{Co}\p{Cs}\uFFFD]/u

function isWithin(degrees: number | null, most: number): boolean {
  return degrees !== null && Math.abs(degrees) <= most
}

function isRoomCount(count: number | null): boolean {
  return count !== null && Number.isSafeInteger(count) && count > 0 && count <= MOST_ROOMS
}

const ZONES = new Map<string, boolean>()

/** Remembered: asking the runtime takes longer than all other checks of a hotel together. */
function isTimezone(name: string): boolean {
  const known = ZONES.get(name)
  if (known !== undefined) return known
  const valid = /^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name) && isKnownToRuntime(name)
  if (ZONES.size < 2_000) ZONES.set(name, valid)
  return valid
}

function isKnownToRuntime(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
