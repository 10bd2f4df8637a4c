export const EARTH_MI = 3958.7613
const KM_PER_MI = 1.609344
const RADIANS = Math.PI / 180

/** Degrees north and east. */
export interface Point {
  lat: number
  lng: number
}

/** Uses only the sine of half the angle, so it is right across the antimeridian and at the poles. */
export function distanceMi(from: Point, to: Point): number {
  const north = Math.sin(((to.lat - from.lat) * RADIANS) / 2) ** 2
  const east = Math.sin(((to.lng - from.lng) * RADIANS) / 2) ** 2
  const chord = north + Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * east
  return 2 * EARTH_MI * Math.asin(Math.min(1, Math.sqrt(chord)))
}

export function distanceKm(from: Point, to: Point): number {
  return toKm(distanceMi(from, to))
}

export function toKm(miles: number): number {
  return miles * KM_PER_MI
}
