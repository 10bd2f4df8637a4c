import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { placeView } from '../hotels/schemas.ts'
import { withText } from '../kernel/json-text.ts'

/** A hotel around a place, as answers show it. */
export function hotelView(hotel: NearbyHotel) {
  const { source, hotelCode, name, lat, lng, timezone, distanceMi } = hotel
  return { chain: source.id, hotel_code: hotelCode, name, lat, lng, timezone, distance_mi: distanceMi }
}

/** A place, its hotels as JSON, and the jobs that fetch the rest. */
export function hotelsBody(place: Place, hotels: readonly string[], jobs: object | undefined): string {
  const text = withText({ place: placeView(place) }, 'hotels', `[${hotels.join(',')}]`)
  return jobs ? `${text.slice(0, -1)},${JSON.stringify(jobs).slice(1)}` : text
}
