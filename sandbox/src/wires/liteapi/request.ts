import { isKnownCurrency } from '../../world/currencies.ts'
import { type Sale, saleOf } from '../../world/points-of-sale.ts'

/** A well-formed question of `/hotels/rates` or `/hotels/min-rates`. */
export interface RatesRequest {
  hotelIds: string[]
  checkin: string
  los: number
  adults: number
  childrenAges: number[]
  rooms: number
  sale?: Sale
  /** Undefined if the vendor cannot quote it and uses the property's own. */
  currency: string | undefined
  maxRatesPerHotel: number
  includeHotelData: boolean
}

export interface BadRequest {
  problem: string
  code: number
}

const HOTELS_AT_MOST = 200
const NIGHTS_AT_MOST = 30
const DAY_MS = 86_400_000
const HOME = 'US'
const REQUIRED = ['occupancies', 'currency', 'guestNationality', 'checkin', 'checkout'] as const

export function readRatesRequest(body: string, nowMs: number): RatesRequest | BadRequest {
  const asked = parseObject(body)
  if (!asked) return { code: 4000, problem: 'the body is not a JSON object' }
  for (const name of REQUIRED) {
    if (asked[name] === undefined) return { code: 4002, problem: `${name} is missing or invalid` }
  }
  const hotelIds = asked.hotelIds
  if (!Array.isArray(hotelIds) || hotelIds.length === 0 || !hotelIds.every((id) => typeof id === 'string')) {
    return { code: 4002, problem: 'hotelIds is missing or invalid' }
  }
  if (hotelIds.length > HOTELS_AT_MOST) {
    return { code: 4000, problem: `at most ${HOTELS_AT_MOST} hotelIds in one request` }
  }
  const first = readDay(asked.checkin)
  const last = readDay(asked.checkout)
  // A check-in of yesterday is still today somewhere west of here.
  if (first === null || first < Math.floor(nowMs / DAY_MS) - 1) {
    return { code: 4002, problem: 'checkin is missing or invalid' }
  }
  if (last === null || last <= first || last - first > NIGHTS_AT_MOST) {
    return { code: 4002, problem: 'checkout is missing or invalid' }
  }
  const party = readParty(asked.occupancies)
  if (!party) return { code: 4002, problem: 'occupancies is missing or invalid' }
  const currency = String(asked.currency)
  return {
    hotelIds,
    checkin: String(asked.checkin),
    los: last - first,
    ...party,
    ...saleOf(HOME, String(asked.guestNationality), false),
    currency: isKnownCurrency(currency) ? currency : undefined,
    maxRatesPerHotel: typeof asked.maxRatesPerHotel === 'number' ? asked.maxRatesPerHotel : Infinity,
    includeHotelData: asked.includeHotelData === true,
  }
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function readDay(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  const ms = Date.parse(`${value}T00:00:00Z`)
  const real = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
  return real ? ms / DAY_MS : null
}

/** Rooms of one size only: the market has no prices for a mixed party. */
function readParty(value: unknown): Pick<RatesRequest, 'adults' | 'childrenAges' | 'rooms'> | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > 9) return null
  const rooms = value as { adults?: unknown; children?: unknown }[]
  const [first] = rooms
  if (!first || !rooms.every((room) => JSON.stringify(room) === JSON.stringify(first))) return null
  const { adults, children = [] } = first
  if (!Number.isInteger(adults) || Number(adults) < 1) return null
  if (!Array.isArray(children) || !children.every((age) => Number.isInteger(age) && age >= 0 && age < 18)) {
    return null
  }
  return { adults: Number(adults), childrenAges: children as number[], rooms: rooms.length }
}
