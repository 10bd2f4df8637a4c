const EARTH_MI = 3958.8

/** Along the great circle. */
export function milesBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const rad = Math.PI / 180
  const lat = Math.sin(((b.lat - a.lat) * rad) / 2) ** 2
  const lng = Math.sin(((b.lng - a.lng) * rad) / 2) ** 2
  return 2 * EARTH_MI * Math.asin(Math.sqrt(lat + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * lng))
}
