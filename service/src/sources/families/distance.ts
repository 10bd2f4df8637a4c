import { distanceKm, type Point } from '../../kernel/great-circle.ts'
import type { HotelRecord } from '../source.ts'

/** The hotels within the circle, nearest first. Hotels without coordinates are left out. */
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
