import { readTowns, type Town } from './town-file.ts'

/** A real town with real coordinates (GeoNames). */
export interface City {
  id: number
  name: string
  country: string
  /** State or province, in GeoNames' code. */
  region: string
  lat: number
  lng: number
  population: number
}

/** Islands that GeoNames' town list leaves out; the first lies on the antimeridian. */
const ISLANDS: readonly City[] = [
  {
    id: 900_000_001,
    name: 'Taveuni',
    country: 'FJ',
    region: '03',
    lat: -16.80139,
    lng: -179.99306,
    population: 9_000,
  },
  {
    id: 900_000_002,
    name: 'Savusavu',
    country: 'FJ',
    region: '03',
    lat: -16.77806,
    lng: 179.33194,
    population: 7_000,
  },
]

/** Names that people usually shorten. */
const SHORT_NAMES: Readonly<Record<number, string>> = {
  5128581: 'New York',
  4140963: 'Washington',
  2660646: 'Geneva',
}

/** Tourist cities: several hotels of most chains, regardless of population. */
const MARQUEE: Readonly<Record<string, string>> = {
  AE: 'Dubai|Abu Dhabi',
  AR: 'Buenos Aires',
  AT: 'Vienna|Salzburg',
  AU: 'Sydney|Melbourne|Brisbane|Perth',
  BE: 'Brussels',
  BR: 'São Paulo|Rio de Janeiro',
  CA: 'Toronto|Vancouver|Montréal',
  CH: 'Zürich|Geneva',
  CN: 'Shanghai|Beijing|Guangzhou|Shenzhen',
  CZ: 'Prague',
  DE: 'Berlin|Munich|Hamburg|Frankfurt am Main',
  DK: 'Copenhagen',
  EG: 'Cairo',
  ES: 'Madrid|Barcelona|Sevilla|Palma',
  FI: 'Helsinki',
  FJ: 'Nadi|Suva|Taveuni|Savusavu',
  FR: 'Paris|Nice|Lyon',
  GB: 'London|Edinburgh|Manchester',
  GR: 'Athens',
  HK: 'Hong Kong',
  HU: 'Budapest',
  ID: 'Jakarta|Denpasar',
  IE: 'Dublin',
  IN: 'Mumbai|Delhi|Bengaluru',
  IS: 'Reykjavík',
  IT: 'Rome|Milan|Florence|Venice',
  JP: 'Tokyo|Osaka|Kyoto',
  KR: 'Seoul|Busan',
  KW: 'Kuwait City',
  MA: 'Marrakesh',
  MX: 'Mexico City|Cancún',
  MY: 'Kuala Lumpur',
  NL: 'Amsterdam',
  NO: 'Oslo',
  NZ: 'Auckland',
  PL: 'Warsaw|Kraków',
  PT: 'Lisbon|Porto',
  QA: 'Doha',
  SE: 'Stockholm',
  SG: 'Singapore',
  TH: 'Bangkok',
  TR: 'Istanbul',
  TW: 'Taipei',
  US: 'New York|Los Angeles|Chicago|San Francisco|Las Vegas|Miami|Boston|Seattle|Washington|Orlando|Honolulu|San Diego|Denver|New Orleans|Austin|Nashville',
  VN: 'Ho Chi Minh City|Hanoi',
  ZA: 'Cape Town|Johannesburg',
}

const WITHOUT_CHAINS = new Set('AF AQ BY CU ER IR KP LY MM RU SD SO SS SY VE YE'.split(' '))

/** Below this a town has no chain hotel. */
const SMALLEST_TOWN = 40_000

/** All towns, unsorted: about 138,000, so avoid copying or sorting them. */
export function everyCity(): City[] {
  return [...ISLANDS, ...readTowns(() => true).map(toCity)]
}

/** Nome, Alaska: the town of the test hotels. Prices in dollars, and no ordinary hotel within any radius a client may ask for. */
const TEST_CITY_ID = 5_870_133

export interface HotelTowns {
  /** Where a chain may have a hotel, largest first, then by id, so that nothing depends on the list's order. */
  towns: City[]
  testCity: City
}

/** In one go, because reading the list takes a while. */
export function readHotelTowns(): HotelTowns {
  const read = readTowns((id, population) => population >= SMALLEST_TOWN || id === TEST_CITY_ID)
  const testTown = read.find(({ id }) => id === TEST_CITY_ID)
  if (!testTown) throw new Error('the town of the test hotels is missing from the list of cities')
  const towns = read
    .filter((town) => town !== testTown && town.kind !== 'PPLX' && !WITHOUT_CHAINS.has(town.country))
    .map(toCity)
    .toSorted((a, b) => b.population - a.population || a.id - b.id)
  return { towns, testCity: toCity(testTown) }
}

/** The well-known cities, each the largest of its name in its country. */
export function marqueeCities(towns: readonly City[]): City[] {
  const wanted = new Set<string>()
  for (const [country, names] of Object.entries(MARQUEE)) {
    for (const name of names.split('|')) wanted.add(`${country} ${name}`)
  }
  return [...towns, ...ISLANDS].filter((city) => wanted.delete(`${city.country} ${city.name}`))
}

function toCity({ id, name, country, region, lat, lng, population }: Town): City {
  return { id, name: SHORT_NAMES[id] ?? name, country, region, lat, lng, population }
}
