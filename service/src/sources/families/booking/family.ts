import {
  type Adapter,
  type Family,
  type FamilySettings,
  type HotelRecord,
  type Room,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { withMemberDeals } from '../member-deals.ts'
import { readOptions } from '../options.ts'
import { type AccommodationFacts, createAccommodationFacts } from './accommodation-facts.ts'
import { createBatch } from './batch.ts'
import { type Client, createClient, type Profile, type Talk } from './client.ts'
import { createFind } from './find.ts'
import { parseAvailability } from './parse.ts'

export const booking: Family = {
  name: 'booking',
  credentials: ['token', 'affiliateId'],
  batchSize: 100,
  calendarDays: null,
  mostRooms: null,
  bind,
}

function bind(settings: FamilySettings): Adapter {
  const client = createClient(settings, readProfile(settings))
  const facts = createAccommodationFacts(client, settings.now)
  return {
    shop: (query, call) => shop(client, facts, query, { call, raw: [] }),
    lowest: createBatch(client, facts),
    find: createFind(client, facts, settings.now),
  }
}

function readProfile({ profile }: FamilySettings): Profile {
  const options = readOptions(profile, ['bookerCountry'])
  const such = 'a country code in lower case, such as "nl"'
  return { bookerCountry: options.text('bookerCountry', 'nl', /^[a-z]{2}$/, such) }
}

async function shop(
  client: Client,
  facts: AccommodationFacts,
  query: StayQuery,
  talk: Talk,
): Promise<StayAnswer> {
  const code = query.hotelCode
  const stay = { ...query, member: false }
  // All at once: what is on offer nearly always needs all three, and one after the other takes three times as long.
  // The public prices decide alone; the others are looked at where they are needed.
  const priced = client.availability(code, stay, talk)
  const described = facts([code], true, talk)
  const signedIn = Promise.allSettled([client.availability(code, { ...stay, member: true }, talk)])
  const [open, found] = await Promise.all([priced, described])
  const known = found.get(code) ?? null
  const details = known instanceof SourceFailure ? null : known
  const roomNames = details?.roomNames ?? new Map<string, string>()
  const offers = parseAvailability(open, code, query, roomNames)
  if (offers) {
    const [deals] = await signedIn
    if (deals.status === 'rejected') throw deals.reason
    const rooms = withMemberDeals(offers, parseAvailability(deals.value, code, query, roomNames))
    return answer(details?.hotel ?? null, offers.currency, rooms, talk)
  }
  if (known instanceof SourceFailure) throw known
  if (known === null) throw new SourceFailure('not_found', `no accommodation ${code}`)
  return answer(known.hotel, query.currency, [], talk)
}

function answer(hotel: HotelRecord | null, currency: string, rooms: Room[], talk: Talk): StayAnswer {
  const available = rooms.length > 0
  return {
    hotel,
    status: available ? 'available' : 'sold_out',
    minLos: null,
    currency,
    taxIncluded: available ? true : null,
    rooms,
    pointsKnown: true,
    raw: talk.raw,
  }
}
