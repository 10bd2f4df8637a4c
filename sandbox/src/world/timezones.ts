/** The zone of countries that have only one; the others are left out, as many vendors do. */
const ZONES =
  'AE:Asia/Dubai AT:Europe/Vienna BE:Europe/Brussels BG:Europe/Sofia CH:Europe/Zurich CZ:Europe/Prague DE:Europe/Berlin ' +
  'DK:Europe/Copenhagen EG:Africa/Cairo FI:Europe/Helsinki FR:Europe/Paris GB:Europe/London GR:Europe/Athens ' +
  'HK:Asia/Hong_Kong HR:Europe/Zagreb HU:Europe/Budapest IE:Europe/Dublin IL:Asia/Jerusalem IN:Asia/Kolkata ' +
  'IT:Europe/Rome JP:Asia/Tokyo KE:Africa/Nairobi KR:Asia/Seoul MA:Africa/Casablanca NL:Europe/Amsterdam ' +
  'NO:Europe/Oslo PE:America/Lima PH:Asia/Manila PL:Europe/Warsaw QA:Asia/Qatar RO:Europe/Bucharest ' +
  'SA:Asia/Riyadh SE:Europe/Stockholm SG:Asia/Singapore TH:Asia/Bangkok TR:Europe/Istanbul TW:Asia/Taipei ' +
  'VN:Asia/Ho_Chi_Minh ZA:Africa/Johannesburg'

const BY_COUNTRY = new Map(ZONES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(3)]))

export function timezoneOf(country: string): string | null {
  return BY_COUNTRY.get(country) ?? null
}
