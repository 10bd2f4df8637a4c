import { between, mix, pick } from './hash.ts'

const STREETS = [
  'Alder',
  'Amber',
  'Basilica',
  'Beacon',
  'Bellmere',
  'Canal',
  'Cathedral',
  'Cedar',
  'Clarendon',
  'Clock Tower',
  'Concord',
  'Elm',
  'Exchange',
  'Fountain',
  'Garden',
  'Granary',
  'Guild',
  'Harbour',
  'Hazel',
  'Ivory',
  'Lantern',
  'Liberty',
  'Linden',
  'Magnolia',
  'Market',
  'Meridian',
  'Mill',
  'Museum',
  'Observatory',
  'Old Bridge',
  'Opera',
  'Orchard',
  'Park',
  'Poplar',
  'Quarry',
  'Republic',
  'River',
  'Rosewood',
  'Saffron',
  'Silver',
  'Station',
  'Sycamore',
  'Terrace',
  'Theatre',
  'Union',
  'Victory',
  'Willow',
  'Windmill',
]

/** How a street is written: `#` the number, `@` the name. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  AT: ['@gasse #', '@straße #'],
  BR: ['Rua @, #', 'Avenida @, #'],
  CH: ['@strasse #', 'Rue @ #'],
  DE: ['@straße #', '@platz #'],
  ES: ['Calle @, #', 'Avenida @, #', 'Plaza @, #'],
  FR: ['# Rue @', '# Avenue @', '# Boulevard @'],
  IT: ['Via @, #', 'Piazza @, #'],
  MX: ['Calle @ #', 'Avenida @ #'],
  NL: ['@straat #', '@gracht #'],
  PT: ['Rua @ #', 'Avenida @ #', 'Largo @ #'],
  SE: ['@gatan #'],
}
const ENGLISH = ['# @ Street', '# @ Avenue', '# @ Road', '# @ Boulevard', '# @ Square']

export function streetAddress(country: string, h: number): string {
  const form = pick(mix(h, 21), FORMS[country] ?? ENGLISH)
  return form.replace('@', pick(mix(h, 22), STREETS)).replace('#', String(between(mix(h, 23), 1, 280)))
}

export function phoneNumber(dial: string, h: number): string {
  return `+${dial} ${between(mix(h, 24), 20, 99)} ${between(mix(h, 25), 1_000_000, 9_999_999)}`
}
