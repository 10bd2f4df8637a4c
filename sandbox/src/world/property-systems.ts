import { brand, CHAINS, type Chain } from './chains.ts'
import { type City, marqueeCities } from './cities.ts'
import type { Hotel } from './hotel.ts'
import { buildHotel, type Ground } from './hotels.ts'
import { buildTestHotels } from './test-hotels.ts'

const HOUSES = 40

/**
 * Houses that belong to no chain. Each is known only to the property management system that it works with, under its id
 * there: no agency lists them. What a chain has is one such system and its customers here.
 */
export const SYSTEMS: readonly Chain[] = [
  customersOf('quillhouse', 'Quillhouse', 'city5', 'QH', [
    brand('Hotel Goldene Feder', 4, 17_000, 2),
    brand('Gasthof Tintenfass', 3, 11_500, 2),
    brand('The Copperplate', 4, 19_500, 1),
  ]),
  customersOf('rosewater', 'Rosewater', 'uuid', 'RW', [
    brand('Hotel U Růže', 4, 16_000, 2),
    brand('Maison Rosée', 4, 21_000, 1),
    brand('Rosewater Hostel', 2, 6_500, 1),
  ]),
  customersOf('saltmarsh', 'Saltmarsh', 'number', 'SM', [
    brand('Posada Salinas', 3, 9_500, 2),
    brand('The Tide House', 4, 18_000, 2),
    brand('Saltmarsh Lodge', 3, 13_000, 1),
  ]),
]

/** One house in each of the well-known cities, and the test hotels. */
export function buildCustomers(ground: Ground, towns: readonly City[], testCity: City): Hotel[] {
  const cities = marqueeCities(towns).slice(0, HOUSES)
  const houses = SYSTEMS.flatMap((system) => {
    const names = new Set<string>()
    const codes = new Set<string>()
    return cities.map((city) => buildHotel(system, ground, city, 0, names, codes))
  })
  const tests = buildTestHotels(ground.seed, ground.country, testCity, SYSTEMS, CHAINS.length)
  return [...houses, ...tests]
}

function customersOf(
  id: string,
  name: string,
  codeStyle: Chain['codeStyle'],
  mark: string,
  subBrands: Chain['subBrands'],
): Chain {
  return {
    id,
    name,
    hotels: HOUSES,
    codeStyle,
    mark,
    subBrands,
    home: {},
    memberDiscountBasisPoints: null,
    points: null,
    offPeakPercent: 100,
    peakPercent: 100,
    pointsAndCash: false,
  }
}
