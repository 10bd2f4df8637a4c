import { LRUCache } from 'lru-cache'
import { atMost } from '../../../kernel/at-most.ts'
import {
  type Adapter,
  type Family,
  type FamilySettings,
  type HotelRecord,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { withMemberDeals } from '../member-deals.ts'
import { readOptions } from '../options.ts'
import { createBatch } from './batch.ts'
import { type Client, createClient, occupancies, type Profile, STAY_LIMITS, type Talk } from './client.ts'
import { createContent } from './content.ts'
import { createFind } from './find.ts'
import { byProperty, parseProperty } from './parse.ts'
import { createPropertyFacts, type PropertyFacts } from './property-facts.ts'

/** The maximum per request. */
const ALL_RATES = 250
const MAX_DEALS_SEEN = 20_000

interface Bound {
  client: Client
  facts: PropertyFacts
  now: () => number
  /** Hotels that had lower member prices when last shopped. */
  dealsSeen: LRUCache<string, true>
}

export const rapid: Family = {
  name: 'rapid',
  credentials: ['apiKey', 'sharedSecret'],
  batchSize: 250,
  calendarDays: null,
  requestsPer: () => ({ shop: 2, members: 1 }),
  mostRooms: STAY_LIMITS.mostRooms,
  pointOfSale: ['country', 'device'],
  bind,
}

function bind(settings: FamilySettings): Adapter {
  const client = createClient(settings, readProfile(settings))
  const facts = createPropertyFacts(client, settings.now)
  const { now } = settings
  const bound: Bound = { client, facts, now, dealsSeen: new LRUCache(atMost(MAX_DEALS_SEEN)) }
  return {
    shop: (query, call) => shop(bound, query, { call, raw: [] }),
    lowest: createBatch(client, facts, now),
    find: createFind(client, facts),
    content: createContent(client),
  }
}

function readProfile({ profile }: FamilySettings): Profile {
  const options = readOptions(profile, ['pointOfSale', 'customerIp', 'daysAhead'])
  return {
    pointOfSale: options.text('pointOfSale', 'US', /^[A-Z]{2}$/, 'a country code such as "US"'),
    customerIp: options.text('customerIp', '127.0.0.1', /^[0-9a-f.:]+$/i, 'an address'),
    daysAhead: options.number('daysAhead', 365, 1, 500),
  }
}

async function shop(bound: Bound, query: StayQuery, talk: Talk): Promise<StayAnswer> {
  const { client, facts, dealsSeen } = bound
  client.requireStay(query)
  const code = query.hotelCode
  const priced = ask(bound, query, false, talk)
  const described = facts([code], talk)
  // The public answer says whether members see lower prices; if they did last time, both are requested in parallel.
  const early = dealsSeen.has(code) ? Promise.allSettled([ask(bound, query, true, talk)]) : undefined
  const [property, found] = await Promise.all([priced, described])
  const known = found.get(code) ?? null
  const hotel = known instanceof SourceFailure ? null : known
  if (property?.status === 'available') {
    const { currency, memberDeals } = property
    if (!memberDeals) {
      dealsSeen.delete(code)
      return answer(query, hotel, talk, { status: 'available', rooms: property.rooms, currency })
    }
    dealsSeen.set(code, true)
    const [members] = await (early ?? Promise.allSettled([ask(bound, query, true, talk)]))
    if (members.status === 'rejected') throw members.reason
    const rooms = withMemberDeals(property, members.value?.status === 'available' ? members.value : null)
    return answer(query, hotel, talk, { status: 'available', rooms, currency })
  }
  if (property) return answer(query, hotel, talk, property)
  if (known instanceof SourceFailure) throw known
  if (known === null) throw new SourceFailure('not_found', `no property ${code}`)
  return answer(query, known, talk, { status: 'sold_out' })
}

async function ask({ client, now }: Bound, query: StayQuery, member: boolean, talk: Talk) {
  const { hotelCode, ...stay } = query
  const { checkin, los, occupancy, currency } = stay
  const body = await client.availability(
    { propertyIds: [hotelCode], ...stay, ratesPerProperty: ALL_RATES, member },
    talk,
  )
  const entry = byProperty(body, [hotelCode]).get(hotelCode)
  if (entry === undefined) return undefined
  return parseProperty(entry, { checkin, los, currency, occupancies: occupancies(occupancy), nowMs: now() })
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
