import { distanceKm } from '../../../kernel/great-circle.ts'
import { type Call, type HotelRecord, type NearQuery, SourceFailure } from '../../source.ts'
import type { Element } from '../read-xml.ts'
import { exchange } from './client.ts'
import { errorsOf, failureOf, isEmptySearch } from './errors.ts'
import { hotelOf } from './hotel.ts'
import type { Binding } from './profile.ts'
import { searchRequest } from './request.ts'
import { all, at, attribute } from './xml.ts'

/** The page size, and the maximum number of pages per search. */
const PAGE_SIZE = 100
const MAX_PAGES = 10

/** The hotels around a point, nearest first, over as many pages as the limit needs. */
export async function near(binding: Binding, query: NearQuery, call: Call): Promise<HotelRecord[]> {
  const found = new Map<string, HotelRecord>()
  const tokens = new Set<string>()
  let more: string | undefined
  do {
    const properties = await page(binding, query, call, more)
    for (const property of properties) {
      const hotel = hotelOf(property)
      if (hotel && kmTo(hotel, query) <= query.radiusKm) found.set(hotel.hotelCode, hotel)
    }
    more = properties
      .map((property) => attribute(property, 'MoreDataEchoToken'))
      .findLast((token) => token !== undefined)
    if (more !== undefined && tokens.has(more))
      throw new SourceFailure('broken', 'the search repeats its pages')
    if (more !== undefined) tokens.add(more)
  } while (more !== undefined && found.size < query.limit && tokens.size < MAX_PAGES)
  return [...found.values()]
    .toSorted((one, other) => kmTo(one, query) - kmTo(other, query))
    .slice(0, query.limit)
}

async function page(
  binding: Binding,
  query: NearQuery,
  call: Call,
  more: string | undefined,
): Promise<Element[]> {
  const ask = { echoToken: binding.newId(), more, maxResponses: Math.min(query.limit, PAGE_SIZE) }
  const { root, echoed } = await exchange(binding, searchRequest(binding, query, ask), call)
  const [error] = errorsOf(root)
  if (error !== undefined) {
    if (isEmptySearch(error) && echoed) return []
    throw isEmptySearch(error)
      ? new SourceFailure('broken', 'an empty search result without our token')
      : failureOf(error)
  }
  if (at(root, 'Success') === undefined)
    throw new SourceFailure('broken', 'an answer that is neither success nor error')
  return all(root, 'Properties', 'Property')
}

/** Zero without a position: the source placed the hotel inside the radius. */
function kmTo({ lat, lng }: HotelRecord, from: NearQuery): number {
  return lat === null || lng === null ? 0 : distanceKm(from, { lat, lng })
}
