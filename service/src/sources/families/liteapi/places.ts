import type { Call, FindQuery, HotelRecord, NearQuery } from '../../source.ts'
import type { LiteapiClient } from './client.ts'
import { parseHotelList } from './static-data.ts'

const PAGE = 1000
/** More hotels than any radius of a hundred miles holds of one chain. */
const PAGES_AT_MOST = 5
const SMALLEST_RADIUS_M = 1000
const FOUND_AT_MOST = 20
const EARTH_KM = 6371

/** The list comes in no promised order, so all of the circle is read before the nearest are kept. */
export async function hotelsNear(
  client: LiteapiClient,
  chainIds: string | null,
  { lat, lng, radiusKm, limit }: NearQuery,
  call: Call,
): Promise<HotelRecord[]> {
  const metres = Math.max(SMALLEST_RADIUS_M, Math.ceil(radiusKm * 1000))
  const inside: { hotel: HotelRecord; km: number }[] = []
  let offset = 0
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const query = { latitude: String(lat), longitude: String(lng), radius: String(metres) }
    const paging = { offset: String(offset), limit: String(PAGE), ...(chainIds && { chainIds }) }
    const { hotels, lines, total } = parseHotelList(await client.hotels({ ...query, ...paging }, call))
    for (const hotel of hotels) {
      if (hotel.lat === null || hotel.lng === null) continue
      const km = distanceKm(lat, lng, hotel.lat, hotel.lng)
      if (km <= radiusKm) inside.push({ hotel, km })
    }
    offset += lines
    const last = total === null ? lines < PAGE : offset >= total
    if (last || lines === 0) break
  }
  inside.sort((one, other) => one.km - other.km)
  return inside.slice(0, limit).map(({ hotel }) => hotel)
}

/** A name alone is no search of its own with this vendor; without a country it goes to the free-text search. */
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

function distanceKm(lat1: number, lng1: number, lat2: number, lng2: number): number {
  const rad = Math.PI / 180
  const dLat = ((lat2 - lat1) * rad) / 2
  const dLng = ((lng2 - lng1) * rad) / 2
  const a = Math.sin(dLat) ** 2 + Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * Math.sin(dLng) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(a)))
}
