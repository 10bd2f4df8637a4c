import type { Call, FindQuery, HotelRecord, NearQuery } from '../../source.ts'
import { within } from '../distance.ts'
import type { LiteapiClient } from './client.ts'
import { parseHotelList } from './static-data.ts'

const PAGE = 1000
/** More hotels of one chain than any radius of a hundred miles holds. */
const PAGES_AT_MOST = 5
const SMALLEST_RADIUS_M = 1000
const FOUND_AT_MOST = 20

/** The list has no guaranteed order, so the whole circle is read before the nearest are kept. */
export async function hotelsNear(
  client: LiteapiClient,
  chainIds: string | null,
  near: NearQuery,
  call: Call,
): Promise<HotelRecord[]> {
  const metres = Math.max(SMALLEST_RADIUS_M, Math.ceil(near.radiusKm * 1000))
  const listed: HotelRecord[] = []
  let offset = 0
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const query = { latitude: String(near.lat), longitude: String(near.lng), radius: String(metres) }
    const paging = { offset: String(offset), limit: String(PAGE), ...(chainIds && { chainIds }) }
    const { hotels, lines, total } = parseHotelList(await client.hotels({ ...query, ...paging }, call))
    listed.push(...hotels)
    offset += lines
    const last = total === null ? lines < PAGE : offset >= total
    if (last || lines === 0) break
  }
  return within(near, listed)
}

/** The vendor has no search by name alone; without a country it uses the free-text search. */
export async function findHotels(
  client: LiteapiClient,
  chainIds: string | null,
  { name, city, country }: FindQuery,
  call: Call,
): Promise<HotelRecord[]> {
  const search = country
    ? { hotelName: name, countryCode: country, ...(city && { cityName: city }) }
    : { aiSearch: [name, city].filter((part) => part).join(', ') }
  const paging = { limit: String(FOUND_AT_MOST), ...(chainIds && { chainIds }) }
  return parseHotelList(await client.hotels({ ...search, ...paging }, call)).hotels
}
