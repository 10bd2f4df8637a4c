import type { AwardSearchResponse, MatrixCell, Place } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'
import type { NamedHotel } from '../hotels/hotel-names.tsx'
import { milesBetween } from '../map/miles.ts'

/** A hotel with its award nights, cheapest first. */
export interface AwardHotel extends HotelId {
  name: string
  lat: number | null
  lng: number | null
  distance: number | null
  nights: MatrixCell[]
}

type Found = AwardSearchResponse['hotels']

const keyOf = ({ chain, hotel_code }: HotelId) => `${chain} ${hotel_code}`

/** What the answer listed and what its jobs have fetched since, as one list. */
export function awardHotels(
  place: Place,
  found: Found,
  fetched: readonly MatrixCell[],
  named: (hotel: HotelId) => NamedHotel | undefined,
): AwardHotel[] {
  const listed = found.map(({ chain, hotel_code, name, lat, lng, distance_mi, nights }) => ({
    chain,
    hotel_code,
    name,
    lat,
    lng,
    distance: distance_mi,
    nights,
  }))
  const seen = new Set(listed.map(keyOf))
  const groups = Map.groupBy(
    fetched.filter((cell) => !seen.has(keyOf(cell))),
    keyOf,
  )
  const others = [...groups.values()].flatMap((nights) => {
    const [first] = nights
    if (!first) return []
    const { chain, hotel_code } = first
    const known = named(first)
    const [lat, lng] = [known?.lat ?? null, known?.lng ?? null]
    const distance = lat === null || lng === null ? null : milesBetween(place, { lat, lng })
    return [{ chain, hotel_code, name: known?.name ?? hotel_code, lat, lng, distance, nights }]
  })
  return [...listed, ...others]
}

export interface AwardFilter {
  /** Hundredths of the cell's currency per point; 0: any. */
  minCpp: number
  cert: string
}

/** Leaves only nights that cost points alone and pass the filter; hotels without one are left out. */
export function matching(hotels: readonly AwardHotel[], { minCpp, cert }: AwardFilter): AwardHotel[] {
  const isMatch = ({ lowest_points, cpp, certs }: MatrixCell) =>
    lowest_points !== null &&
    (minCpp === 0 || (cpp ?? 0) >= minCpp) &&
    (cert === '' || (certs ?? '').split(';').some((entry) => entry.split(':')[0] === cert))
  return hotels
    .map((hotel) => Object.assign({}, hotel, { nights: hotel.nights.filter(isMatch).toSorted(byPoints) }))
    .filter(({ nights }) => nights.length > 0)
    .toSorted((a, b) => pointsOf(a.nights[0]) - pointsOf(b.nights[0]))
}

const pointsOf = (cell: MatrixCell | undefined) => cell?.lowest_points ?? Number.POSITIVE_INFINITY
const byPoints = (a: MatrixCell, b: MatrixCell) => pointsOf(a) - pointsOf(b) || (a.night < b.night ? -1 : 1)

/** One night of the calendar. */
export interface AwardNight {
  night: string
  cheapest: MatrixCell
  /** The cell with the most value per point. */
  best: MatrixCell
  hotels: number
}

/** By night. Values per point are compared only as far as their currencies are equal to the cheapest one's. */
export function nightsAcross(hotels: readonly AwardHotel[]): Map<string, AwardNight> {
  const byNight = Map.groupBy(
    hotels.flatMap(({ nights }) => nights),
    ({ night }) => night,
  )
  const nights = [...byNight].flatMap(([night, cells]): AwardNight[] => {
    const [cheapest] = cells.toSorted(byPoints)
    if (!cheapest) return []
    const alike = cells.filter(({ currency }) => currency === cheapest.currency)
    const [best = cheapest] = alike.toSorted((a, b) => (b.cpp ?? 0) - (a.cpp ?? 0))
    return [{ night, cheapest, best, hotels: cells.length }]
  })
  return new Map(nights.map((night) => [night.night, night]))
}
