import { distanceMi, type Point } from '../kernel/great-circle.ts'
import type { Source } from '../sources/catalog/catalog.ts'

/** A hotel from the master table. */
export interface KnownHotel {
  no: number
  hotelCode: string
  name: string
  city: string | null
  country: string | null
  lat: number | null
  lng: number | null
  /** The hotel's own, from the directory. */
  currency: string | null
  timezone: string | null
}

export interface NearbyHotel extends KnownHotel {
  source: Source
  /** Two decimals; null if the chain gives no coordinates. */
  distanceMi: number | null
}

/** The hotels that a chain lists around a place, without distances. */
export interface ListedHotels {
  source: Source
  hotels: readonly KnownHotel[]
}

/** A chain's hotels inside the radius, nearest first. */
export interface ChainHotels {
  source: Source
  hotels: NearbyHotel[]
}

/** Measured from the place itself, not from the rounded point of the cache key. */
export function nearby({ source, hotels }: ListedHotels, place: Point, radiusMi: number): ChainHotels {
  const inside = hotels.flatMap((hotel): NearbyHotel[] => {
    const { lat, lng } = hotel
    if (lat === null || lng === null) return [{ ...hotel, source, distanceMi: null }]
    const miles = distanceMi(place, { lat, lng })
    return miles > radiusMi ? [] : [{ ...hotel, source, distanceMi: Math.round(miles * 100) / 100 }]
  })
  return { source, hotels: inside.toSorted(byDistance) }
}

/** The hotels of all chains, nearest first, then by code. */
export function nearestFirst(chains: readonly ChainHotels[]): NearbyHotel[] {
  return chains.flatMap(({ hotels }) => hotels).toSorted(byDistance)
}

/** Compares the displayed distance, so that hotels at the same distance are sorted by code. */
function byDistance(one: NearbyHotel, other: NearbyHotel): number {
  return (
    (one.distanceMi ?? Number.MAX_VALUE) - (other.distanceMi ?? Number.MAX_VALUE) ||
    byText(one.hotelCode, other.hotelCode) ||
    byText(one.source.id, other.source.id)
  )
}

function byText(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
