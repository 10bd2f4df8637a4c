import {
  type Adapter,
  type Family,
  type FamilySettings,
  type HotelRecord,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { createBatch } from './batch.ts'
import { type Client, createClient, occupancies, type Profile, type Talk } from './client.ts'
import { createFind } from './find.ts'
import { type Available, byProperty, parseProperty } from './parse.ts'
import { createPropertyFacts, type PropertyFacts } from './property-facts.ts'

/** The most that one request may ask for. */
const ALL_RATES = 250

export const rapid: Family = {
  name: 'rapid',
  credentials: ['apiKey', 'sharedSecret'],
  batchSize: 250,
  calendarDays: null,
  bind,
}

function bind(settings: FamilySettings): Adapter {
  const client = createClient(settings, readProfile(settings))
  const facts = createPropertyFacts(client, settings.now)
  return {
    shop: (query, call) => shop(client, facts, query, { call, raw: [] }),
    lowest: createBatch(client, facts),
    find: createFind(client, facts),
  }
}

function readProfile({ sourceId, profile }: FamilySettings): Profile {
  const { pointOfSale = 'US', customerIp = '127.0.0.1' } = profile
  if (typeof pointOfSale !== 'string' || !/^[A-Z]{2}$/.test(pointOfSale)) {
    throw new Error(`${sourceId}: pointOfSale must be a country code such as "US"`)
  }
  if (typeof customerIp !== 'string') throw new Error(`${sourceId}: customerIp must be an address`)
  return { pointOfSale, customerIp }
}

async function shop(client: Client, facts: PropertyFacts, query: StayQuery, talk: Talk): Promise<StayAnswer> {
  const code = query.hotelCode
  // Both at once, so that a first look at a hotel takes no longer; prices do not hang on whether the content came.
  const priced = ask(client, query, false, talk)
  const described = Promise.allSettled([facts([code], talk)])
  const property = await priced
  const [content] = await described
  const hotel = content.status === 'fulfilled' ? (content.value.get(code) ?? null) : null
  if (property?.status === 'available') {
    const rooms = property.memberDeals
      ? withMemberRates(property, await ask(client, query, true, talk))
      : property.rooms
    return answer(query, hotel, talk, { status: 'available', rooms, currency: property.currency })
  }
  if (property) return answer(query, hotel, talk, property)
  if (content.status === 'rejected') throw content.reason
  if (hotel === null) throw new SourceFailure('not_found', `no property ${code}`)
  return answer(query, hotel, talk, { status: 'sold_out' })
}

async function ask(client: Client, query: StayQuery, member: boolean, talk: Talk) {
  const { hotelCode, checkin, los, occupancy, currency } = query
  const body = await client.availability(
    { propertyIds: [hotelCode], checkin, los, occupancy, currency, ratesPerProperty: ALL_RATES, member },
    talk,
  )
  const entry = byProperty(body, [hotelCode]).get(hotelCode)
  if (entry === undefined) return undefined
  return parseProperty(entry, { checkin, los, occupancies: occupancies(occupancy) })
}

/**
 * A member's answer shows the discounted price in place of the public one. So the public prices come from a request
 * without membership, and of the members' answer only the rates that are marked as deals are added.
 */
function withMemberRates(open: Available, members: Awaited<ReturnType<typeof ask>>) {
  // Sold out, or in another currency, in the moment between the two requests: there is no deal to show.
  if (members?.status !== 'available' || members.currency !== open.currency) return open.rooms
  const rooms = open.rooms.map((room) => ({ ...room, rates: [...room.rates] }))
  for (const room of members.rooms) {
    const deals = room.rates.filter((rate) => rate.memberOnly)
    if (deals.length === 0) continue
    const same = rooms.find((other) => other.roomCode === room.roomCode)
    if (same) same.rates.push(...deals)
    else rooms.push({ ...room, rates: deals })
  }
  return rooms
}

function answer(
  query: StayQuery,
  hotel: HotelRecord | null,
  talk: Talk,
  found: Pick<StayAnswer, 'status'> & Partial<Pick<StayAnswer, 'minLos' | 'rooms' | 'currency'>>,
): StayAnswer {
  return {
    hotel,
    minLos: null,
    currency: query.currency,
    rooms: [],
    ...found,
    taxIncluded: found.status === 'available' ? false : null,
    pointsKnown: true,
    raw: talk.raw,
  }
}
