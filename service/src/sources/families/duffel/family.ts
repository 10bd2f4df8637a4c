import { LRUCache } from 'lru-cache'
import { atMost } from '../../../kernel/at-most.ts'
import { addNights } from '../../../kernel/dates.ts'
import { isCurrency } from '../../../kernel/money.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import {
  type Adapter,
  type Call,
  type Family,
  type FamilySettings,
  type FindQuery,
  type HotelRecord,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { recording } from '../http-answer.ts'
import { readOptions } from '../options.ts'
import { requireDaysAhead } from '../stay-limits.ts'
import { createDuffelClient, type DuffelClient } from './client.ts'
import { createContent } from './content.ts'
import { parseAccommodation, parseRates, parseSearch, parseSuggestions } from './parse.ts'

/**
 * Duffel Stays. A stay takes two requests: the search, whose results have one price for display only, and the rates of its
 * result. The account decides the currency; a request cannot choose it.
 */
export const duffel: Family = {
  name: 'duffel',
  credentials: ['token'],
  batchSize: null,
  calendarDays: null,
  requestsPer: () => ({ shop: 2 }),
  mostRooms: null,
  pointOfSale: ['device'],
  bind,
}

/** The vendor refuses a later check-in as a bad request. */
const MOST_DAYS_AHEAD = 330

const REMEMBERED = 20_000
const REMEMBERED_FOR_MS = 24 * 3_600_000

function bind(settings: FamilySettings): Adapter {
  const client = createDuffelClient(settings.credentials.token ?? '', settings.now)
  const accountCurrency = readCurrency(settings)
  const known = new LRUCache<string, HotelRecord>({
    ...atMost(REMEMBERED),
    ttl: REMEMBERED_FOR_MS,
    ttlResolution: 0,
    perf: { now: settings.now },
  })

  /** An empty search means either a full hotel or an unknown id. */
  async function hotelOf(id: string, call: Call): Promise<HotelRecord> {
    const held = known.get(id)
    if (held) return held
    const body = await client.accommodation(id, call)
    if (body === null) throw new SourceFailure('not_found', `no accommodation ${id}`)
    const hotel = parseAccommodation(body, id)
    known.set(id, hotel)
    return hotel
  }

  async function shop(query: StayQuery, outer: Call): Promise<StayAnswer> {
    requireDaysAhead(MOST_DAYS_AHEAD, query.checkin, settings.now())
    const raw: unknown[] = []
    const call = outer.raw ? { ...outer, http: recording(outer.http, raw) } : outer
    const nothing = { minLos: null, pointsKnown: true, rooms: [], raw }
    const resultId = parseSearch(await client.search(searchData(query), call), query)
    if (resultId === null) {
      const hotel = await hotelOf(query.hotelCode, call)
      return { ...nothing, hotel, status: 'sold_out', currency: accountCurrency, taxIncluded: null }
    }
    const stay = parseRates(await client.fetchAllRates(resultId, call), resultId, query)
    known.set(query.hotelCode, stay.hotel)
    return {
      ...nothing,
      hotel: stay.hotel,
      status: 'available',
      currency: stay.currency,
      taxIncluded: stay.taxIncluded,
      rooms: stay.rooms,
      ...(stay.expiresAt !== null && { expiresAt: stay.expiresAt }),
    }
  }

  return { shop, find: (query, call) => find(client, query, call), content: createContent(client) }
}

/** The account's currency; used only for answers without a price. */
function readCurrency({ profile }: FamilySettings): string {
  const currency = readOptions(profile, ['currency']).text('currency', 'USD', /^[A-Z]{3}$/, CURRENCY)
  if (!isCurrency(currency)) throw new Error(`currency must be ${CURRENCY}`)
  return currency
}

const CURRENCY = 'an ISO 4217 code'

function searchData({ hotelCode, checkin, los, occupancy, pointOfSale }: StayQuery): Record<string, unknown> {
  const { adults, rooms } = occupancy
  const children = childAges(occupancy).map((age) => ({ type: 'child', age }))
  // Guests are listed for all rooms together.
  const guests = [
    ...Array.from({ length: adults * rooms }, () => ({ type: 'adult' })),
    ...Array.from({ length: rooms }, () => children).flat(),
  ]
  return {
    accommodation: { ids: [hotelCode] },
    check_in_date: checkin,
    check_out_date: addNights(checkin, los),
    rooms,
    guests,
    ...(pointOfSale?.device && { mobile: pointOfSale.device === 'mobile' }),
  }
}

async function find(client: DuffelClient, query: FindQuery, call: Call): Promise<HotelRecord[]> {
  const text = [query.name, query.city].filter((part) => part).join(' ')
  const hotels = parseSuggestions(await client.suggestions(text, call))
  return hotels.filter((hotel) => !query.country || !hotel.country || hotel.country === query.country)
}
