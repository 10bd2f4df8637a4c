import { addNights, nightAt } from '../../../kernel/dates.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import { zoneOf } from '../../../kernel/zone.ts'
import {
  type Adapter,
  type Call,
  type Family,
  type FamilySettings,
  type FindQuery,
  type HotelRecord,
  type Occupancy,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { recording } from '../http-answer.ts'
import { requireWithin } from '../stay-limits.ts'
import {
  checkLooseList,
  checkPage,
  checkProperty,
  type Envelope,
  type Page,
  type Property,
} from './answer.ts'
import { signsOf } from './currency-signs.ts'
import { DAYS_AHEAD, textOf } from './family.ts'
import { roomsOf } from './offers.ts'
import { readProfile } from './profile.ts'
import { createQuota } from './quota.ts'
import { createSearch } from './search.ts'

/** The engine's page has no choice of rooms, and shows stays of up to 30 nights. */
const LIMITS = { mostNights: 30, mostRooms: 1 }

/** The engine takes a child under 1 as 1. */
const YOUNGEST = 1

/** A query is required, although the token decides. */
const ANY_QUERY = 'hotels'

/** The prices of SerpApi `google_hotels`: what all sellers of a hotel ask for a stay. */
export const serpRates: Family = {
  name: 'serp',
  credentials: ['apiKey'],
  batchSize: null,
  calendarDays: null,
  mostRooms: LIMITS.mostRooms,
  pointOfSale: ['country'],
  bind,
}

function bind({ sourceId, profile, credentials, now }: FamilySettings): Adapter {
  const { partners, gl, hl } = readProfile(sourceId, profile)
  const apiKey = credentials['apiKey'] ?? ''
  const search = createSearch(apiKey, now)

  async function pageOf(
    hotelCode: string,
    ask: Record<string, string>,
    call: Call,
  ): Promise<Envelope & Page> {
    const page = await search({ q: ANY_QUERY, property_token: hotelCode, gl, hl, ...ask }, call)
    if (page === null) throw new SourceFailure('not_found', `no hotel with the token ${hotelCode}`)
    if (!checkPage.Check(page)) throw new SourceFailure('broken', 'the page of the hotel is none')
    if ((page.property_token ?? hotelCode) !== hotelCode) {
      throw new SourceFailure('broken', 'the page of another hotel')
    }
    return page
  }

  async function shop(query: StayQuery, outer: Call): Promise<StayAnswer> {
    requireWithin(LIMITS, query)
    const raw: unknown[] = []
    const call = outer.raw ? { ...outer, http: recording(outer.http, raw) } : outer
    const { hotelCode, checkin, los, currency, occupancy } = query
    const country = query.pointOfSale?.country?.toLowerCase() ?? gl
    const live = call.live ? { no_cache: 'true' } : {}
    const page = await pageOf(hotelCode, { gl: country, ...askOf(query), ...live }, call)
    requireTerms(page, query)
    const hotel = recordOf(hotelCode, page)
    const rooms = roomsOf(page, {
      checkin,
      los,
      currency,
      signs: signsOf(currency, { gl: country, hl }),
      guests: occupancy.adults + occupancy.children,
      partners,
      zone: zoneOf(hotel),
    })
    const answer = { hotel, status: 'available' as const, minLos: null, currency, taxIncluded: null }
    return { ...answer, rooms, pointsKnown: true, raw }
  }

  const someNight = () => {
    const checkin = addNights(nightAt(now()), DAYS_AHEAD)
    return { check_in_date: checkin, check_out_date: addNights(checkin, 1), currency: 'USD' }
  }

  async function find(query: FindQuery, call: Call): Promise<HotelRecord[]> {
    const page = await search({ q: textOf(query), ...someNight(), gl, hl }, call)
    if (page === null) return []
    if (checkProperty.Check(page)) return [recordOf(page.property_token, page)]
    if (!checkLooseList.Check(page)) throw new SourceFailure('broken', 'the page has no list of hotels')
    return page.properties
      .filter((property): property is Property => checkProperty.Check(property))
      .filter(({ type }) => type === undefined || type === 'hotel')
      .map((property) => recordOf(property.property_token, property))
  }

  return {
    shop,
    find,
    hotel: async (hotelCode, call) => recordOf(hotelCode, await pageOf(hotelCode, someNight(), call)),
    quota: createQuota(apiKey),
  }
}

function askOf({ checkin, los, occupancy, currency }: StayQuery): Record<string, string> {
  const { adults, children } = occupancy
  return {
    check_in_date: checkin,
    check_out_date: addNights(checkin, los),
    currency,
    adults: String(adults),
    children: String(children),
    ...(children > 0 && { children_ages: agesOf(occupancy) }),
  }
}

function agesOf(party: Occupancy): string {
  return childAges(party)
    .map((age) => Math.max(YOUNGEST, age))
    .join(',')
}

/** The page's prices have no currency of their own, so it must repeat the one that was asked for, and the party. */
function requireTerms({ search_parameters: echoed }: Envelope, { currency, occupancy }: StayQuery): void {
  const { adults, children } = occupancy
  if (echoed.currency !== currency) {
    throw new SourceFailure('broken', `prices in ${echoed.currency ?? 'no currency'} instead of ${currency}`)
  }
  if (Number(echoed.adults ?? adults) !== adults || Number(echoed.children ?? children) !== children) {
    throw new SourceFailure('broken', 'prices for another party')
  }
  const ages = agesOf(occupancy)
  if (children > 0 && String(echoed.children_ages ?? ages) !== ages) {
    throw new SourceFailure('broken', 'prices for children of other ages')
  }
}

function recordOf(
  hotelCode: string,
  { name, gps_coordinates: at }: Pick<Property, 'name' | 'gps_coordinates'>,
) {
  return {
    hotelCode,
    name,
    city: null,
    country: null,
    lat: at?.latitude ?? null,
    lng: at?.longitude ?? null,
  }
}
