import { LIMITS } from '../kernel/limits.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { NearQuery } from '../sources/source.ts'
import { distanceMi, type Point, toKm } from './great-circle.ts'
import type { Circle, KnownHotel } from './store.ts'

export interface NearbyHotel extends KnownHotel {
  source: Source
  /** With two decimals; null where nobody has told where the hotel is. */
  distanceMi: number | null
}

/** One chain's hotels inside the radius, nearest first. */
export interface ChainHotels {
  source: Source
  hotels: NearbyHotel[]
}

const GRID = 10_000
/** What lies at the edge of the radius must be in the answer for every place that shares it. */
const GRID_SLACK_KM = 0.02

/** The circle that a lookup is kept under; places a few metres apart share one. */
export function circleAround({ lat, lng }: Point, radiusMi: number): Circle {
  const east = Math.round(lng * GRID)
  return {
    // Adding 0 makes a negative zero plain.
    lat: Math.round(lat * GRID) + 0,
    lng: (east === -180 * GRID ? 180 * GRID : east) + 0,
    radiusMi,
  }
}

export function nearQuery({ lat, lng, radiusMi }: Circle): NearQuery {
  return {
    lat: lat / GRID,
    lng: lng / GRID,
    radiusKm: toKm(radiusMi) + GRID_SLACK_KM,
    limit: LIMITS.placeHotels,
  }
}

/** Measured from the place itself, not from the point that it shares with others. */
export function nearby(
  source: Source,
  hotels: readonly KnownHotel[],
  place: Point,
  radiusMi: number,
): NearbyHotel[] {
  return hotels
    .map((hotel) => ({ hotel, miles: milesTo(hotel, place) }))
    .filter(({ miles }) => miles === null || miles <= radiusMi)
    .map(({ hotel, miles }) =>
      Object.assign({}, hotel, { source, distanceMi: miles === null ? null : Math.round(miles * 100) / 100 }),
    )
    .toSorted(byDistance)
}

/** By the distance as it is shown, so that nobody sees equally far hotels in a strange order. */
export function byDistance(one: NearbyHotel, other: NearbyHotel): number {
  return (
    (one.distanceMi ?? Number.MAX_VALUE) - (other.distanceMi ?? Number.MAX_VALUE) ||
    byText(one.hotelCode, other.hotelCode) ||
    byText(one.source.id, other.source.id)
  )
}

function byText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}

function milesTo({ lat, lng }: KnownHotel, place: Point): number | null {
  return lat === null || lng === null ? null : distanceMi(place, { lat, lng })
}
