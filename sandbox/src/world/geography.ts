const EARTH_KM = 6371.0088
const KM_PER_DEGREE = 111.195
const RADIANS = Math.PI / 180

/** Great-circle distance; right across the antimeridian and at the poles. */
export function distanceKm(latA: number, lngA: number, latB: number, lngB: number): number {
  const halfLat = ((latB - latA) * RADIANS) / 2
  const halfLng = ((lngB - lngA) * RADIANS) / 2
  const h =
    Math.sin(halfLat) ** 2 + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * Math.sin(halfLng) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** Whether two latitudes alone are already further apart than that: saves the trigonometry. */
export function isLatitudeBeyond(latA: number, latB: number, km: number): boolean {
  return Math.abs(latA - latB) * KM_PER_DEGREE > km + 1
}

/** The point so many metres east and north, with five decimals and the longitude within ±180. */
export function shifted(
  lat: number,
  lng: number,
  eastM: number,
  northM: number,
): { lat: number; lng: number } {
  const cosine = Math.max(0.05, Math.cos(lat * RADIANS))
  const movedLng = lng + eastM / 1000 / (KM_PER_DEGREE * cosine)
  return {
    lat: rounded(Math.max(-89.9, Math.min(89.9, lat + northM / 1000 / KM_PER_DEGREE))),
    lng: rounded(((movedLng + 540) % 360) - 180),
  }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}
