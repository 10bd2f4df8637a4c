import { addNights } from '../../../kernel/dates.ts'
import type { HotelContent } from '../../content.ts'
import {
  type Adapter,
  type Call,
  type Family,
  type FamilySettings,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { createHotelFacts, existing } from '../hotel-facts.ts'
import { recording } from '../http-answer.ts'
import { readOptions } from '../options.ts'
import { readCharges } from './charges.ts'
import { createCloudbedsClient } from './client.ts'
import { readPlans } from './plans.ts'
import { createContent, readProperty } from './property.ts'
import { readAvailable, roomsOf, takes, verdictOf } from './rooms.ts'

/**
 * The PMS API of Cloudbeds. Which rooms take the party comes from the available room types; prices and restrictions come from
 * the rate plans, which have both for every night; taxes and fees are the property's rules.
 */
export const cloudbeds: Family = {
  name: 'cloudbeds',
  credentials: ['apiKey'],
  batchSize: null,
  calendarDays: null,
  requestsPer: () => ({ shop: 3 }),
  mostRooms: null,
  takesAges: false,
  bind,
}

type Property = HotelContent & { currency: string }

function bind({ profile, credentials, now }: FamilySettings): Adapter {
  readOptions(profile, [])
  const client = createCloudbedsClient(credentials['apiKey'] ?? '', now)
  const facts = createHotelFacts<Property>(now)

  async function propertyOf(hotelCode: string, call: Call): Promise<Property> {
    const look = async (): Promise<Map<string, Property>> => {
      try {
        return new Map([[hotelCode, await readProperty(client, hotelCode, call)]])
      } catch (failure) {
        if (failure instanceof SourceFailure && failure.kind === 'not_found') return new Map()
        throw failure
      }
    }
    const [property] = existing(await facts.of([hotelCode], look))
    if (!property) throw new SourceFailure('not_found', `no property ${hotelCode}`)
    return property
  }

  async function shop(query: StayQuery, outer: Call): Promise<StayAnswer> {
    const raw: unknown[] = []
    const call = outer.raw ? { ...outer, http: recording(outer.http, raw) } : outer
    const property = await propertyOf(query.hotelCode, call)
    const { currency } = property
    const [available, charges] = await Promise.all([
      client.get('getAvailableRoomTypes', { ...stay(query), rooms: '1' }, call),
      client.get('getTaxesAndFees', { propertyID: query.hotelCode }, call),
    ])
    // After the rooms, so that a room which is sold meanwhile has no price.
    const answer = await client.get('getRatePlans', { ...stay(query), detailedRates: 'true' }, call)
    const plans = readPlans(answer.data, query, currency, now())
    const roomTypes = readAvailable(available.data, query)
    const terms = { query, currency, charges: readCharges(charges.data, now()) }
    const fitting = (roomTypes ?? []).filter((room) => takes(room, query))
    const rooms = roomsOf(plans, fitting, terms)
    const told = { hotel: recordOf(property), currency, pointsKnown: true, raw }
    if (rooms.length > 0) {
      const bases = new Set(rooms.flatMap((room) => room.rates.map((rate) => rate.taxIncluded)))
      const taxIncluded = bases.size === 1 ? bases.has(true) : null
      return { ...told, status: 'available', minLos: null, taxIncluded, rooms }
    }
    return { ...told, ...verdictOf(plans, roomTypes, fitting), taxIncluded: null, rooms: [] }
  }

  return { shop, content: createContent(client) }
}

function recordOf({ hotelCode, name, city, country, lat, lng }: Property): NonNullable<StayAnswer['hotel']> {
  return { hotelCode, name, city, country, lat, lng }
}

/** The party is that of one room: how many are free is in the answer. */
function stay({ hotelCode, checkin, los, occupancy }: StayQuery): Record<string, string> {
  return {
    propertyIDs: hotelCode,
    startDate: checkin,
    endDate: addNights(checkin, los),
    adults: String(occupancy.adults),
    children: String(occupancy.children),
  }
}
