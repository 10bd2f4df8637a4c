import { type Call, type FindQuery, type HotelRecord, SourceFailure } from '../../source.ts'
import { checkHotel } from './answer.ts'
import { VendorRefusal } from './failures.ts'
import { codeOf, degrees, recordOf } from './hotel.ts'
import { type AskListings, type ListingsAnswer, nothingAsNull } from './listings.ts'
import { namedListings, namedListingsInCity } from './request.ts'

/** Hotels by name, without dates, whether available or not. */
export function createFind(ask: AskListings) {
  return async (query: FindQuery, call: Call): Promise<HotelRecord[]> => {
    const answer = await search(ask, query, call)
    return (answer?.hotels ?? []).flatMap((entry) => {
      if (!checkHotel.Check(entry)) throw new SourceFailure('broken', 'a hotel record is not valid')
      return recordOf(entry, codeOf(entry)) ?? []
    })
  }
}

/** Null if nothing has that name there. */
async function search(ask: AskListings, query: FindQuery, call: Call): Promise<ListingsAnswer | null> {
  try {
    return await ask(namedListings(query), call)
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error
    if (error.nothingFound) return null
    if (!error.errors.some(({ Code }) => Code === 'AMBIGUOUS_LOCATION')) throw error
    const city = meantCity(error, query.country)
    return city && nothingAsNull(ask(namedListingsInCity(query.name, city.lat, city.lng), call))
  }
}

/** Of places with the same name, the vendor's first in the right country. */
function meantCity(refusal: VendorRefusal, country: string | null): { lat: number; lng: number } | null {
  const options = refusal.errors.flatMap(({ LocationOptions }) => LocationOptions ?? [])
  for (const { Country, GeoLocation } of options) {
    const lat = degrees(GeoLocation?.Latitude, 90)
    const lng = degrees(GeoLocation?.Longitude, 180)
    if (lat === null || lng === null) continue
    if (country === null || Country?.IsoCode2 === country) return { lat, lng }
  }
  return null
}
