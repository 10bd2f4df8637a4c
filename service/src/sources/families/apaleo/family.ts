import { addNights } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import {
  type Adapter,
  type Call,
  type Family,
  type FamilySettings,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { recording } from '../http-answer.ts'
import { readOptions } from '../options.ts'
import { type ApaleoClient, createApaleoClient } from './client.ts'
import { createContent, readProperty } from './content.ts'
import { parseOffers, type Sale } from './parse.ts'
import { type PlanVerdict, readIndex, whyUnavailable } from './verdict.ts'

/**
 * Apaleo, a property management system. Its booking API sells what the property's own booking engine sells. Offers that a
 * restriction keeps back are asked for too: only they tell a closed night from a full house.
 */
export const apaleo: Family = {
  name: 'apaleo',
  credentials: ['clientId', 'clientSecret'],
  batchSize: null,
  calendarDays: null,
  mostRooms: null,
  bind,
}

/** The plans of a stay that nobody can book are asked for their restrictions, at most this many. */
const MOST_PLANS_ASKED = 3

function bind(settings: FamilySettings): Adapter {
  const { credentials, now } = settings
  const options = readOptions(settings.profile, ['channelCode', 'identityUrl'])
  const channelCode = options.text(
    'channelCode',
    'Ibe',
    /^[A-Z][A-Za-z]{1,30}$/,
    'a channel such as Ibe or Direct',
  )
  const identityUrl = options.text(
    'identityUrl',
    'https://identity.apaleo.com',
    /^https?:\/\/[^\s/?#]+(?:\/[^\s?#]*)?$/,
    'an http or https address',
  )
  const client = createApaleoClient({
    clientId: credentials['clientId'] ?? '',
    clientSecret: credentials['clientSecret'] ?? '',
    identityUrl,
    now,
  })

  async function shop(query: StayQuery, outer: Call): Promise<StayAnswer> {
    const raw: unknown[] = []
    const call = outer.raw ? { ...outer, http: recording(outer.http, raw) } : outer
    const got = await client.get('/booking/v1/offers', offersQuery(query, channelCode), call)
    const sale = 'body' in got ? parseOffers(got.body, query, now()) : null
    if (sale && sale.rooms.length > 0) return { ...answerOf(sale, 'available', null), raw }
    if ('unknown' in got) {
      await propertyOf(client, query.hotelCode, call)
      throw new SourceFailure('refused', got.detail)
    }
    const property = await propertyOf(client, query.hotelCode, call)
    const { status, minLos } = sale ? await verdictOf(sale, query, call) : NO_OFFERS
    const nothing = { hotel: property.hotel, currency: sale?.currency ?? property.currency, rooms: [] }
    return { ...answerOf(nothing, status, minLos), raw }
  }

  async function verdictOf(sale: Sale, query: StayQuery, call: Call): Promise<PlanVerdict> {
    const verdicts: PlanVerdict[] = []
    for (const ratePlanId of sale.restrictedPlans.slice(0, MOST_PLANS_ASKED)) {
      const range = { from: query.checkin, to: addNights(query.checkin, query.los + 1) }
      const got = await client.get('/booking/v1/offer-index', { ratePlanId, channelCode, ...range }, call)
      verdicts.push(readIndex('body' in got ? got.body : null, query))
    }
    return whyUnavailable(sale.kept, verdicts)
  }

  return { shop, content: createContent(client) }
}

/** The vendor has no offer for this party, not even one that is kept back. */
const NO_OFFERS: PlanVerdict = { status: 'sold_out', minLos: null }

function answerOf(
  sale: Pick<Sale, 'hotel' | 'currency' | 'rooms'>,
  status: StayAnswer['status'],
  minLos: number | null,
): Omit<StayAnswer, 'raw'> {
  const { hotel, currency, rooms } = sale
  const [first] = rooms
  return {
    hotel,
    status,
    minLos,
    currency,
    taxIncluded: first?.rates[0]?.taxIncluded ?? null,
    rooms,
    pointsKnown: true,
  }
}

function offersQuery(query: StayQuery, channelCode: string): Record<string, string> {
  const ages = childAges(query.occupancy)
  return {
    propertyId: query.hotelCode,
    arrival: query.checkin,
    departure: addNights(query.checkin, query.los),
    adults: String(query.occupancy.adults),
    ...(ages.length > 0 && { childrenAges: ages.join(',') }),
    channelCode,
    timeSliceTemplate: 'OverNight',
    // The vendor also lets parking lots and meeting rooms.
    unitGroupTypes: 'BedRoom',
    includeUnavailable: 'true',
  }
}

/** The property's name and currency; throws `not_found` if the account has none under this id. */
async function propertyOf(
  client: ApaleoClient,
  hotelCode: string,
  call: Call,
): Promise<Pick<Sale, 'hotel' | 'currency'>> {
  const property = await readProperty(client, hotelCode, call)
  if (property === null) throw new SourceFailure('not_found', `no property ${hotelCode}`)
  if (property.currency === null)
    throw new SourceFailure('broken', `property ${hotelCode} without a currency`)
  const { name, city, country, lat, lng, currency } = property
  return { hotel: { hotelCode, name, city, country, lat, lng }, currency }
}
