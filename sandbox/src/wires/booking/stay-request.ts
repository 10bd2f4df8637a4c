import { isKnownCurrency } from '../../world/currencies.ts'
import { saleOf } from '../../world/points-of-sale.ts'
import type { StayAsk } from '../../world/world.ts'
import { type Fault, invalid, missing } from './refusal.ts'

const DAY_MS = 86_400_000
const MAX_NIGHTS = 90
const MAX_DAYS_AHEAD = 500
const MAX_ACCOMMODATIONS = 100
const PLATFORMS = ['android', 'desktop', 'ios', 'mobile', 'tablet']
const ON_PHONES = new Set(['android', 'ios', 'mobile'])
const HOME = 'NL'

export type Fields = Readonly<Record<string, unknown>>

export interface StayRequest {
  ask: StayAsk
  checkout: string
  /** A signed-in booker is shown the deals of members. */
  signedIn: boolean
  withCharges: boolean
  withProducts: boolean
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function readJson(body: string): Fields {
  try {
    return fieldsOf(JSON.parse(body))
  } catch {
    return {}
  }
}

/** Ids as the world writes them: text. */
export function idsOf(body: Fields): string[] {
  const { accommodation, accommodations } = body
  const ids: unknown[] = Array.isArray(accommodations) ? accommodations : [accommodation]
  return ids.filter((id) => typeof id === 'number' || typeof id === 'string').map(String)
}

export function checkIds(ids: readonly string[]): Fault | null {
  if (ids.length === 0) return missing('accommodations')
  if (ids.length > MAX_ACCOMMODATIONS) return invalid('accommodations', `at most ${MAX_ACCOMMODATIONS} items`)
  return null
}

/** The request as the vendor understands it, or the first thing it objects to. */
export function readStayRequest(body: Fields, nowMs: number): StayRequest | Fault {
  for (const name of ['booker', 'checkin', 'checkout', 'guests']) {
    if (body[name] === undefined) return missing(name)
  }
  const booker = fieldsOf(body['booker'])
  if (typeof booker['country'] !== 'string' || !/^[a-z]{2}$/.test(booker['country'])) {
    return invalid('booker.country', 'two letters in lower case')
  }
  if (!PLATFORMS.includes(String(booker['platform']))) return invalid('booker.platform', PLATFORMS.join(', '))
  const { currency } = body
  if (currency !== undefined && (typeof currency !== 'string' || !isKnownCurrency(currency))) {
    return invalid('currency', 'not a supported currency')
  }
  const nights = readNights(body, nowMs)
  if ('id' in nights) return nights
  const guests = readGuests(fieldsOf(body['guests']))
  if ('id' in guests) return guests
  const { rows } = body
  if (rows !== undefined && (typeof rows !== 'number' || rows % 10 !== 0 || rows < 10 || rows > 100)) {
    return invalid('rows', 'a multiple of 10 up to 100')
  }
  const extras = listOf(body['extras'])
  return {
    ask: {
      checkin: nights.checkin,
      los: nights.los,
      ...guests,
      ...saleOf(HOME, booker['country'].toUpperCase(), ON_PHONES.has(String(booker['platform']))),
      ...(typeof currency === 'string' ? { currency } : {}),
    },
    checkout: nights.checkout,
    signedIn: listOf(booker['user_groups']).includes('authenticated'),
    withCharges: extras.includes('extra_charges'),
    withProducts: extras.includes('products'),
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function readNights(body: Fields, nowMs: number): { checkin: string; checkout: string; los: number } | Fault {
  const checkin = dayOf(body['checkin'])
  const checkout = dayOf(body['checkout'])
  if (checkin === undefined) return invalid('checkin', 'a date, yyyy-mm-dd')
  if (checkout === undefined) return invalid('checkout', 'a date, yyyy-mm-dd')
  const today = Math.floor(nowMs / DAY_MS)
  const los = checkout - checkin
  // One day back: it may still be yesterday at the hotel.
  if (checkin < today - 1) return invalid('checkin', 'it is in the past')
  if (checkin > today + MAX_DAYS_AHEAD) return invalid('checkin', `within ${MAX_DAYS_AHEAD} days`)
  if (los < 1 || los > MAX_NIGHTS) return invalid('checkout', `1 to ${MAX_NIGHTS} days after the checkin`)
  return { checkin: dateOf(checkin), checkout: dateOf(checkout), los }
}

/** Days since 1970, or undefined if the value is not a valid date. */
function dayOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const ms = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(ms) || dateOf(ms / DAY_MS) !== value ? undefined : ms / DAY_MS
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Rooms of one request are priced alike here: by the first of the allocation, else by an even share. */
function readGuests(guests: Fields): Pick<StayAsk, 'adults' | 'children' | 'childAges' | 'rooms'> | Fault {
  const adults = guests['number_of_adults']
  const rooms = guests['number_of_rooms']
  if (!isCount(adults)) return missing('guests.number_of_adults')
  if (!isCount(rooms)) return missing('guests.number_of_rooms')
  if (adults < rooms) return invalid('guests.number_of_adults', 'at least one for each room')
  const allocation = listOf(guests['allocation'])
  if (allocation.length === 0) {
    const ages = agesOf(guests)
    if (!ages) return invalid('guests.children', 'ages from 0 to 17')
    const childAges = ages.slice(0, Math.ceil(ages.length / rooms))
    return { adults: Math.ceil(adults / rooms), children: childAges.length, childAges, rooms }
  }
  const first = fieldsOf(allocation[0])
  if (allocation.length !== rooms || !isCount(first['number_of_adults'])) {
    return { id: 'conflicting_parameters', message: 'The allocation and number_of_rooms differ.' }
  }
  const childAges = agesOf(first)
  if (!childAges) return invalid('guests.allocation.children', 'ages from 0 to 17')
  return { adults: first['number_of_adults'], children: childAges.length, childAges, rooms }
}

function agesOf({ children }: Fields): number[] | null {
  const ages = listOf(children)
  const isAge = (age: unknown): age is number => typeof age === 'number' && age >= 0 && age <= 17
  return ages.every(isAge) ? ages : null
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1
}
