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
import { createAccommodationFacts } from './accommodation-facts.ts'
import { type Binding, createBatch } from './batch.ts'
import { createChargeKinds, EVERYTHING_IS_TAX } from './charge-kinds.ts'
import { createClient, type Profile, type Talk } from './client.ts'
import { createContent } from './content.ts'
import { createFind } from './find.ts'
import { listsCharges, parseAvailability } from './parse.ts'

export const booking: Family = {
  name: 'booking',
  credentials: ['token', 'affiliateId'],
  batchSize: 100,
  calendarDays: null,
  requestsPer: () => ({ shop: 2, members: 1 }),
  mostRooms: null,
  pointOfSale: ['country', 'device'],
  bind,
}

function bind(settings: FamilySettings): Adapter {
  const client = createClient(settings, readProfile(settings))
  const facts = createAccommodationFacts(client, settings.now)
  const chargeKinds = createChargeKinds(client, settings.now)
  return {
    shop: (query, call) => shop({ client, facts, chargeKinds }, query, { call, raw: [] }),
    lowest: createBatch({ client, facts, chargeKinds }),
    find: createFind(client, facts, settings.now),
    content: createContent(client, settings.now),
  }
}

const VERSIONS = ['3.1', '3.2', '3.3'] as const

function readProfile({ profile }: FamilySettings): Profile {
  const options = readOptions(profile, ['bookerCountry', 'version'])
  const such = 'a country code in lower case, such as "nl"'
  const named = options.text('version', '3.3', /^3\.[123]$/, '"3.1", "3.2" or "3.3"')
  return {
    bookerCountry: options.text('bookerCountry', 'nl', /^[a-z]{2}$/, such),
    version: VERSIONS.find((version) => version === named) ?? '3.3',
  }
}

async function shop(
  { client, facts, chargeKinds }: Binding,
  query: StayQuery,
  talk: Talk,
): Promise<StayAnswer> {
  const code = query.hotelCode
  const stay = { ...query, member: false }
  // In parallel: available stays nearly always need all three, and in sequence they take three times as long. Only the public
  // prices decide; the others are used if needed.
  const priced = client.availability(code, stay, talk)
  const described = facts([code], true, talk)
  const signedIn = Promise.allSettled([client.availability(code, { ...stay, member: true }, talk)])
  const [open, found] = await Promise.all([priced, described])
  const known = found.get(code) ?? null
  const details = known instanceof SourceFailure ? null : known
  const roomNames = details?.roomNames ?? new Map<string, string>()
  const isTax = listsCharges(open) ? await chargeKinds(talk) : EVERYTHING_IS_TAX
  const reading = { ...query, isTax }
  const offers = parseAvailability(open, code, reading, roomNames)
  if (offers) {
    const [deals] = await signedIn
    if (deals.status === 'rejected') throw deals.reason
    const rooms = withMemberDeals(offers, parseAvailability(deals.value, code, reading, roomNames))
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
    taxIncluded: basisOf(rooms),
    rooms,
    pointsKnown: true,
    raw: talk.raw,
  }
}

/** Null if the rates differ or there are none. */
function basisOf(rooms: readonly Room[]): boolean | null {
  const bases = new Set(rooms.flatMap((room) => room.rates.map((rate) => rate.taxIncluded)))
  const [only = null] = bases
  return bases.size === 1 ? only : null
}
