import { addNights, nightAt } from '../../../kernel/dates.ts'
import type { EntityMatch, HotelEntity, HotelEntityFinder, SearchFamily } from '../../search-engine.ts'
import { type Call, type FamilySettings, type FindQuery, SourceFailure } from '../../source.ts'
import { checkDetails, checkList, checkProperty, type Details, type Property } from './answer.ts'
import { matching } from './match.ts'
import { partnerIds } from './partners.ts'
import { type Partner, readProfile } from './profile.ts'
import { createSearch, type Search } from './search.ts'

/** Partners link only if they have a room: far enough ahead that most have, near enough that all sell the date. */
export const DAYS_AHEAD = 30

/** SerpApi `google_hotels`: the engine's hotel, with the ids in its partners' links. */
export const serp: SearchFamily<HotelEntityFinder> = {
  name: 'serp',
  credentials: ['apiKey'],
  bind: bindSerp,
}

function bindSerp({ sourceId, profile, credentials, now }: FamilySettings): HotelEntityFinder {
  const { partners, gl, hl } = readProfile(sourceId, profile)
  const search = createSearch(credentials['apiKey'] ?? '', now)

  return {
    async findHotel(hotel, call) {
      const checkin = addNights(nightAt(now()), DAYS_AHEAD)
      const ask = {
        q: textOf(hotel),
        check_in_date: checkin,
        check_out_date: addNights(checkin, 1),
        currency: 'USD',
        gl,
        hl,
      }
      const page = await search(ask, call)
      if (!page) return { found: 'none' }
      // A query that matches only one hotel leads straight to its page.
      if (checkProperty.Check(page)) return settle([page], hotel, (only) => entityOf(only, partners))
      if (!checkList.Check(page)) throw new SourceFailure('broken', 'the page has no list of hotels')
      return settle(page.properties, hotel, (only) => withDetails(search, ask, only, partners, call))
    },
  }
}

async function settle(
  properties: readonly Property[],
  hotel: FindQuery,
  entityOfOne: (property: Property) => HotelEntity | Promise<HotelEntity>,
): Promise<EntityMatch> {
  const candidates = matching(properties.filter(hasCoordinates), hotel)
  const [only, ...others] = candidates
  if (!only) return { found: 'none' }
  if (others.length === 0) return { found: 'one', entity: await entityOfOne(only) }
  return { found: 'several', candidates: candidates.map((property) => entityOf(property, [])) }
}

async function withDetails(
  search: Search,
  ask: Record<string, string>,
  property: Property,
  partners: readonly Partner[],
  call: Call,
): Promise<HotelEntity> {
  const page = await search({ ...ask, property_token: property.property_token }, call)
  if (!checkDetails.Check(page)) throw new SourceFailure('broken', 'the page of the hotel is none')
  if ((page.property_token ?? property.property_token) !== property.property_token) {
    throw new SourceFailure('broken', 'the page of another hotel')
  }
  return entityOf({ ...page, property_token: property.property_token }, partners)
}

function entityOf(property: Property, partners: readonly Partner[]): HotelEntity {
  if (!hasCoordinates(property)) throw new SourceFailure('broken', 'a hotel without coordinates')
  return {
    id: property.property_token,
    name: property.name,
    lat: property.gps_coordinates.latitude,
    lng: property.gps_coordinates.longitude,
    partners: partnerIds(linksOf(property), partners),
  }
}

/** Without coordinates nobody could verify the hotel. */
function hasCoordinates<P extends Property>(
  property: P,
): property is P & Required<Pick<P, 'gps_coordinates'>> {
  return property.gps_coordinates !== undefined
}

function linksOf({ featured_prices = [], prices = [] }: Details): string[] {
  return [...featured_prices, ...prices].flatMap(({ link }) => (link === undefined ? [] : [link]))
}

export function textOf({ name, city, country }: FindQuery): string {
  return [name, city, country].filter((part) => part !== null && part !== '').join(', ')
}
