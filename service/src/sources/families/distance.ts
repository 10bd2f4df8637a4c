import type { HotelRecord } from '../source.ts'

const EARTH_RADIUS_KM = 6371

interface Point {
  lat: number
  lng: number
}

/** Along the great circle. */
export function distanceKm(from: Point, to: Point): number {
  const radians = Math.PI / 180
  const north = Math.sin(((to.lat - from.lat) * radians) / 2) ** 2
  const east = Math.sin(((to.lng - from.lng) * radians) / 2) ** 2
  const chord = north + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * east
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** The hotels inside the circle, nearest first. One that does not say where it is stands in none. */
export function within(
  { lat, lng, radiusKm, limit }: Point & { radiusKm: number; limit: number },
  hotels: Iterable<HotelRecord>,
): HotelRecord[] {
  return [...hotels]
    .flatMap((hotel) =>
      hotel.lat === null || hotel.lng === null
        ? []
        : { hotel, km: distanceKm({ lat, lng }, { lat: hotel.lat, lng: hotel.lng }) },
    )
    .filter(({ km }) => km <= radiusKm)
    .toSorted((one, other) => one.km - other.km)
    .slice(0, limit)
    .map(({ hotel }) => hotel)
}
