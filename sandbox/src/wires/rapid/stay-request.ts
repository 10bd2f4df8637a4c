import { isKnownCurrency } from '../../world/currencies.ts'
import { type Sale, saleOf } from '../../world/points-of-sale.ts'
import type { StayAsk } from '../../world/world.ts'
import type { Fault } from './refusal.ts'

const DAY_MS = 86_400_000
const MAX_NIGHTS = 28
const MAX_DAYS_AHEAD = 500
const MAX_ROOMS = 8
export const MAX_PROPERTIES = 250
const MAX_RATES = 250

const SALES_CHANNELS = ['website', 'agent_tool', 'mobile_app', 'mobile_web', 'meta', 'cache']
const SALES_ENVIRONMENTS = ['hotel_package', 'hotel_only', 'loyalty']
const INCLUDES = [
  'unavailable_reason',
  'sale_scenario.mobile_promotion',
  'rooms.rates.marketing_fee_incentives',
  'rooms.rates.current_refundability',
]
const RATE_OPTIONS = ['member', 'net_rates', 'cross_sell']

export interface StayRequest {
  propertyIds: string[]
  ask: StayAsk & { currency: string }
  /** One per room, as they were given. */
  occupancies: string[]
  ratesPerProperty: number
  withReasons: boolean
  withRefundability: boolean
  member: boolean
}

/** The request as the vendor understands it, or everything it objects to. */
export function readStayRequest(query: URLSearchParams, nowMs: number): StayRequest | Fault[] {
  const faults: Fault[] = []
  const fault = (type: string, message: string, value?: string) => {
    faults.push({
      type,
      message,
      field: type.split('.')[0] ?? type,
      ...(value === undefined ? {} : { value }),
    })
  }
  for (const name of ['currency', 'country_code', 'language', 'sales_channel', 'sales_environment']) {
    if (!query.get(name)) fault(`${name}.required`, `A ${name} is required.`)
  }
  checkChoices(query, fault)
  const currency = query.get('currency') ?? ''
  if (currency !== '' && !isKnownCurrency(currency)) {
    fault('currency.not_supported', 'This currency is not supported.', currency)
  }
  const nights = readNights(query, nowMs, fault)
  const party = readParty(query, fault)
  const propertyIds = query.getAll('property_id')
  if (propertyIds.length === 0) fault('property_id.required', 'A property_id is required.')
  if (propertyIds.length > MAX_PROPERTIES) {
    fault('property_id.above_maximum', `No more than ${MAX_PROPERTIES} property_id may be given.`)
  }
  const ratesPerProperty = Number(query.get('rate_plan_count') ?? Number.NaN)
  if (!Number.isInteger(ratesPerProperty) || ratesPerProperty < 1 || ratesPerProperty > MAX_RATES) {
    fault('rate_plan_count.invalid', `The rate_plan_count must be from 1 to ${MAX_RATES}.`)
  }
  if (faults.length > 0 || !nights || !party) return faults
  return {
    propertyIds,
    ask: { ...nights, ...party, rooms: query.getAll('occupancy').length, currency, ...readSale(query) },
    occupancies: query.getAll('occupancy'),
    ratesPerProperty,
    withReasons: query.getAll('include').includes('unavailable_reason'),
    withRefundability: query.getAll('include').includes('rooms.rates.current_refundability'),
    member: query.getAll('rate_option').includes('member'),
  }
}

type Report = (type: string, message: string, value?: string) => void

function checkChoices(query: URLSearchParams, fault: Report): void {
  const choices: [string, readonly string[]][] = [
    ['sales_channel', SALES_CHANNELS],
    ['sales_environment', SALES_ENVIRONMENTS],
    ['include', INCLUDES],
    ['rate_option', RATE_OPTIONS],
  ]
  for (const [name, allowed] of choices) {
    for (const value of query.getAll(name)) {
      if (!allowed.includes(value)) {
        fault(`${name}.not_supported`, `Supported values are: [${allowed.join(', ')}]`, value)
      }
    }
  }
}

function readNights(
  query: URLSearchParams,
  nowMs: number,
  fault: Report,
): { checkin: string; los: number } | undefined {
  const [checkin, checkout] = ['checkin', 'checkout'].map((name) => {
    const text = query.get(name) ?? ''
    const day = dayOf(text)
    if (text === '') fault(`${name}.required`, `A ${name} is required.`)
    else if (day === undefined) fault(`${name}.invalid_date_format`, 'A date is written YYYY-MM-DD.', text)
    return day
  })
  if (checkin === undefined || checkout === undefined) return undefined
  const today = Math.floor(nowMs / DAY_MS)
  const los = checkout - checkin
  // One day back: it may still be yesterday at the hotel.
  if (checkin < today - 1) fault('checkin.invalid_date_in_the_past', 'The checkin is in the past.')
  if (checkin > today + MAX_DAYS_AHEAD) {
    fault('checkin.invalid_date_too_far_out', `The checkin is more than ${MAX_DAYS_AHEAD} days ahead.`)
  }
  if (los < 1) fault('checkout.invalid_checkout_before_checkin', 'The checkout must be after the checkin.')
  if (los > MAX_NIGHTS) {
    fault('checkout.invalid_length_of_stay_too_long', `A stay has no more than ${MAX_NIGHTS} nights.`)
  }
  return { checkin: new Date(checkin * DAY_MS).toISOString().slice(0, 10), los }
}

/** Days since 1970, or undefined if the text is not a valid date. */
function dayOf(text: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return undefined
  return ms / DAY_MS
}

const HOME = 'US'

function readSale(query: URLSearchParams): { sale?: Sale } {
  const isMobile = ['mobile_app', 'mobile_web'].includes(query.get('sales_channel') ?? '')
  return saleOf(HOME, query.get('country_code') ?? undefined, isMobile)
}

interface RoomParty {
  adults: number
  children: number
  childAges: number[]
}

/** Rooms of one request are priced alike here, by the largest party. */
function readParty(query: URLSearchParams, fault: Report): RoomParty | undefined {
  const rooms = query.getAll('occupancy')
  if (rooms.length === 0) fault('occupancy.required', 'An occupancy is required.')
  if (rooms.length > MAX_ROOMS) {
    fault(
      'number_of_occupancies.invalid_above_maximum',
      `Number of occupancies must be less than ${MAX_ROOMS + 1}.`,
      String(rooms.length),
    )
  }
  const parties: RoomParty[] = []
  for (const room of rooms) {
    const [, adults, ages] = /^([1-9]\d?)(?:-(\d{1,2}(?:,\d{1,2})*))?$/.exec(room) ?? []
    if (adults === undefined || ages?.split(',').some((age) => Number(age) > 17)) {
      fault('occupancy.invalid', 'An occupancy is written adults[-age[,age]].', room)
    } else {
      const childAges = ages?.split(',').map(Number) ?? []
      parties.push({ adults: Number(adults), children: childAges.length, childAges })
    }
  }
  return parties.toSorted((a, b) => b.adults + b.children - a.adults - a.children)[0]
}
