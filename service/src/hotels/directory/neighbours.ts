import { Type } from 'typebox'
import type { Pool } from '../../db/pool.ts'
import { distanceMi } from '../../kernel/great-circle.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { findAround } from '../facts.ts'
import { type HotelFacts, HotelFactsSchema, readHotelFacts } from './facts.ts'

const KM_PER_MI = 1.609344

export const NeighbourSchema = Type.Object(
  {
    ...HotelFactsSchema.properties,
    distance_mi: Type.Number({ description: 'From the hotel, to two decimals.', minimum: 0 }),
  },
  { $id: 'Neighbour' },
)

export interface Neighbour extends HotelFacts {
  distance_mi: number
}

/**
 * Hotels that a guest could book instead: within a few miles and one star, nearest first. Where one of the two has no stars, only the
 * distance counts. None if it is not known where the hotel is.
 */
export async function findNeighbours(
  pool: Pool,
  hotel: HotelFacts,
  chains: readonly string[],
): Promise<Neighbour[]> {
  const { lat, lng, stars } = hotel
  if (lat === null || lng === null) return []
  const around = await findAround(pool, chains, { lat, lng }, LIMITS.neighbourMi * KM_PER_MI)
  const facts = await readHotelFacts(
    pool,
    around.map(({ no }) => no),
  )
  return [...facts.values()]
    .flatMap((other): Neighbour[] => {
      if (other.lat === null || other.lng === null || other.status === 'closed') return []
      if (other.chain === hotel.chain && other.hotel_code === hotel.hotel_code) return []
      const isAlike = stars === null || other.stars === null || Math.abs(other.stars - stars) <= 1
      const miles = Math.round(distanceMi({ lat, lng }, { lat: other.lat, lng: other.lng }) * 100) / 100
      return isAlike && miles <= LIMITS.neighbourMi ? [{ ...other, distance_mi: miles }] : []
    })
    .toSorted(
      (a, b) =>
        a.distance_mi - b.distance_mi ||
        `${a.chain} ${a.hotel_code}`.localeCompare(`${b.chain} ${b.hotel_code}`),
    )
    .slice(0, LIMITS.neighbours)
}
