import { distanceMi, type Point } from '../kernel/great-circle.ts'
import type { Source } from '../sources/catalog/catalog.ts'

/** A hotel as the master knows it. */
export interface KnownHotel {
  no: number
  hotelCode: string
  name: string
  city: string | null
  country: string | null
  lat: number | null
  lng: number | null
}

export interface NearbyHotel extends KnownHotel {
  source: Source
  /** With two decimals; null where the chain does not say where the hotel is. */
  distanceMi: number | null
}

/** The hotels that a chain lists around a place, not measured yet. */
export interface ListedHotels {
  source: Source
  hotels: readonly KnownHotel[]
}

/** A chain's hotels inside the radius, nearest first. */
export interface ChainHotels {
  source: Source
  hotels: NearbyHotel[]
}

/** Measured from the place itself, not from the point under which lookups are stored. */
export function nearby({ source, hotels }: ListedHotels, place: Point, radiusMi: number): ChainHotels {
  const inside = hotels.flatMap((hotel): NearbyHotel[] => {
    const { lat, lng } = hotel
    if (lat === null || lng === null) return [{ ...hotel, source, distanceMi: null }]
    const miles = distanceMi(place, { lat, lng })
    return miles > radiusMi ? [] : [{ ...hotel, source, distanceMi: Math.round(miles * 100) / 100 }]
  })
  return { source, hotels: inside.toSorted(byDistance) }
}

/** The hotels of all chains together; equally near ones by code. */
export function nearestFirst(chains: readonly ChainHotels[]): NearbyHotel[] {
  return chains.flatMap(({ hotels }) => hotels).toSorted(byDistance)
}

/** By the distance as it is shown, so that equally far hotels are listed by code. */
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
