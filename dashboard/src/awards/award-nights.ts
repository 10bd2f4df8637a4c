import type { AwardSearchResponse, MatrixCell, Place } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'
import type { NamedHotel } from '../hotels/hotel-names.tsx'
import { milesBetween } from '../map/miles.ts'
import type { OwnMoney } from '../wallet/own-currency.ts'

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

/** What the answer listed and what its jobs have fetched since, as one list. A hotel may have nights of both. */
export function awardHotels(
  place: Place,
  found: Found,
  fetched: readonly MatrixCell[],
  named: (hotel: HotelId) => NamedHotel | undefined,
): AwardHotel[] {
  const groups = Map.groupBy(fetched, keyOf)
  const listed = found.map(({ chain, hotel_code, name, lat, lng, distance_mi, nights }) => {
    const since = groups.get(keyOf({ chain, hotel_code })) ?? []
    const isNew = new Set(since.map(({ night }) => night))
    const all = [...nights.filter(({ night }) => !isNew.has(night)), ...since]
    return { chain, hotel_code, name, lat, lng, distance: distance_mi, nights: all }
  })
  const seen = new Set(listed.map(keyOf))
  const others = [...groups].flatMap(([key, nights]) => {
    const [first] = nights
    if (!first || seen.has(key)) return []
    const { chain, hotel_code } = first
    const known = named(first)
    const [lat, lng] = [known?.lat ?? null, known?.lng ?? null]
    const distance = lat === null || lng === null ? null : milesBetween(place, { lat, lng })
    return [{ chain, hotel_code, name: known?.name ?? hotel_code, lat, lng, distance, nights }]
  })
  return [...listed, ...others]
}

/** What a point buys with a night, in hundredths of the person's own currency; null if that is not known. */
export function worthOf({ cpp, currency }: MatrixCell, { inOwn }: OwnMoney): number | null {
  return cpp === null ? null : inOwn(cpp, currency)
}

export interface AwardFilter {
  money: OwnMoney
  /** Hundredths of the person's own currency per point; 0: any. */
  minWorth: number
  cert: string
  isPayable: (cell: MatrixCell) => boolean
}

/** Leaves only nights that cost points alone and pass the filter; hotels without one are left out. */
export function matching(
  hotels: readonly AwardHotel[],
  { money, minWorth, cert, isPayable }: AwardFilter,
): AwardHotel[] {
  const isMatch = (cell: MatrixCell) =>
    cell.lowest_points !== null &&
    (minWorth === 0 || (worthOf(cell, money) ?? 0) >= minWorth) &&
    (cert === '' || (cell.certs ?? '').split(';').some((entry) => entry.split(':')[0] === cert)) &&
    isPayable(cell)
  return byCheapest(hotels, isMatch)
}

/** Of these nights only, hotels with the cheapest one first. */
export function byCheapest(
  hotels: readonly AwardHotel[],
  isKept: (cell: MatrixCell) => boolean,
): AwardHotel[] {
  return hotels
    .map((hotel) => Object.assign({}, hotel, { nights: hotel.nights.filter(isKept).toSorted(byPoints) }))
    .filter(({ nights }) => nights.length > 0)
    .toSorted((a, b) => pointsOf(a.nights[0]) - pointsOf(b.nights[0]))
}

const pointsOf = (cell: MatrixCell | undefined) => cell?.lowest_points ?? Number.POSITIVE_INFINITY
const byPoints = (a: MatrixCell, b: MatrixCell) => pointsOf(a) - pointsOf(b) || (a.night < b.night ? -1 : 1)

/** One night of the calendar. */
export interface AwardNight {
  night: string
  cheapest: MatrixCell
  /** What a point buys at most, in hundredths of the person's own currency. */
  worth: number | null
  hotels: number
}

export function nightsAcross(hotels: readonly AwardHotel[], money: OwnMoney): Map<string, AwardNight> {
  const byNight = Map.groupBy(
    hotels.flatMap(({ nights }) => nights),
    ({ night }) => night,
  )
  const nights = [...byNight].flatMap(([night, cells]): AwardNight[] => {
    const [cheapest] = cells.toSorted(byPoints)
    if (!cheapest) return []
    const worths = cells.flatMap((cell) => worthOf(cell, money) ?? [])
    const worth = worths.length === 0 ? null : Math.max(...worths)
    return [{ night, cheapest, worth, hotels: cells.length }]
  })
  return new Map(nights.map((night) => [night.night, night]))
}
