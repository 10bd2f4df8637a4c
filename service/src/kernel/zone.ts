import lookUpZone from '@photostructure/tz-lookup'

/** The time zone at a place, as an IANA name; null without coordinates. */
export function zoneOf({ lat, lng }: { lat: number | null; lng: number | null }): string | null {
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null
  return lookUpZone(lat, lng)
}
