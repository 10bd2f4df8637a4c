import {
  type Adapter,
  addNights,
  type BatchQuery,
  type BatchRow,
  type Call,
  type Family,
  type FamilySettings,
  lowestOfStay,
  readOptions,
  recording,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from 'vacancy/family'
import { type Client, createClient } from './client.ts'
import { knownCodes, offersOf } from './read.ts'
import { stayOf } from './stay.ts'

/** The vendor takes 2,000 hotels per request; answers for that many are larger than a service should hold at once. */
const BATCH_SIZE = 100
/** The age of children: their number is all that is asked for. */
const CHILD_AGE = 8

/** Hotelbeds (HBX Group): the availability of the Hotel Booking API. */
export default {
  api: 1,
  name: 'hotelbeds',
  credentials: ['apiKey', 'secret'],
  batchSize: BATCH_SIZE,
  calendarDays: null,
  // For several rooms, the documentation leaves open what a price covers.
  mostRooms: 1,
  bind,
} satisfies Family

function bind({ profile, credentials, now }: FamilySettings): Adapter {
  const options = readOptions(profile, ['sourceMarket'])
  const sourceMarket = options.text('sourceMarket', null, /^[A-Z]{2}$/, 'a country code such as "US"')
  const client = createClient(credentials['apiKey'] ?? '', credentials['secret'] ?? '', now)
  return {
    shop: (query, call) => shop(client, sourceMarket, query, call, now()),
    lowest: (query, call) => lowest(client, sourceMarket, query, call, now()),
  }
}

async function shop(
  client: Client,
  sourceMarket: string | null,
  query: StayQuery,
  outer: Call,
  nowMs: number,
): Promise<StayAnswer> {
  const raw: unknown[] = []
  const call = outer.raw ? { ...outer, http: recording(outer.http, raw) } : outer
  const offers = offersOf(
    await client.availability(request([query.hotelCode], query, sourceMarket), call),
    query,
  )
  const offer = offers.get(query.hotelCode)
  if (offer) return { ...stayOf(offer, query, nowMs), raw }
  // A full hotel and one that does not exist look the same here. The content tells them apart.
  const known = knownCodes(await client.content([query.hotelCode], call))
  if (!known.has(query.hotelCode)) throw new SourceFailure('not_found', `no hotel ${query.hotelCode}`)
  return { ...soldOut(query), raw }
}

async function lowest(
  client: Client,
  sourceMarket: string | null,
  query: BatchQuery,
  call: Call,
  nowMs: number,
): Promise<BatchRow[]> {
  const offers = offersOf(
    await client.availability(request(query.hotelCodes, query, sourceMarket), call),
    query,
  )
  const absent = query.hotelCodes.filter((code) => !offers.has(code))
  const known = absent.length === 0 ? new Set() : knownCodes(await client.content(absent, call))
  return query.hotelCodes.map((hotelCode): BatchRow => {
    const asked = { ...query, hotelCode }
    const offer = offers.get(hotelCode)
    if (!offer && !known.has(hotelCode))
      return { hotelCode, failure: new SourceFailure('not_found', `no hotel ${hotelCode}`) }
    try {
      const stay = offer ? stayOf(offer, asked, nowMs) : soldOut(asked)
      return { hotelCode, lowest: lowestOfStay(asked, stay, true) }
    } catch (error) {
      // One hotel that cannot be read fails alone.
      const failure = error instanceof SourceFailure ? error : new SourceFailure('broken', String(error))
      return { hotelCode, failure }
    }
  })
}

function request(
  hotelCodes: readonly string[],
  { checkin, los, occupancy }: Omit<StayQuery, 'hotelCode'>,
  sourceMarket: string | null,
): object {
  const { adults, children, rooms } = occupancy
  if (rooms > 1) throw new SourceFailure('unsupported', '`rooms` may be at most 1')
  // To the vendor codes are numbers; anything else is a hotel that it does not know.
  if (hotelCodes.some((code) => !/^\d{1,9}$/.test(code)))
    throw new SourceFailure('not_found', 'codes are numbers')
  const paxes = Array.from({ length: children }, () => ({ type: 'CH', age: CHILD_AGE }))
  return {
    stay: { checkIn: checkin, checkOut: addNights(checkin, los) },
    occupancies: [{ rooms: 1, adults, children, ...(children > 0 ? { paxes } : {}) }],
    hotels: { hotel: hotelCodes.map(Number) },
    ...(sourceMarket === null ? {} : { sourceMarket }),
  }
}

function soldOut({ currency }: { currency: string }): StayAnswer {
  return {
    hotel: null,
    status: 'sold_out',
    minLos: null,
    currency,
    taxIncluded: null,
    rooms: [],
    pointsKnown: true,
    raw: [],
  }
}
