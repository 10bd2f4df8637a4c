import type { City } from './cities.ts'
import { opaqueId } from './codes.ts'
import { mix } from './hash.ts'
import { fold } from './text.ts'
import type { Place } from './world.ts'

interface Known {
  city: City
  folded: string
}

/**
 * Finds towns by name, as `Lisbon`, `paris, france`, `Springfield, IL` or a place id. Exact names come first, then names
 * with a word that begins so, each by population.
 */
export function createPlaces(
  seed: number,
  cities: readonly City[],
): (text: string, limit: number) => Place[] {
  let known: Known[] | undefined
  let byId: Map<string, City> | undefined
  const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })
  const placeId = (city: City): string => opaqueId('ChIJ', mix(seed, city.id, 171), 23)
  const toPlace = (city: City): Place => ({
    placeId: placeId(city),
    name: city.name,
    country: city.country,
    lat: city.lat,
    lng: city.lng,
    population: city.population,
  })
  const isIn = (city: City, part: string): boolean =>
    fold(city.country) === part ||
    fold(countryNames.of(city.country) ?? '') === part ||
    fold(city.region) === part

  return (text, limit) => {
    if (/^ChIJ[0-9A-Za-z]{23}$/.test(text.trim())) {
      byId ??= new Map(cities.map((city) => [placeId(city), city]))
      const city = byId.get(text.trim())
      return city ? [toPlace(city)] : []
    }
    const [name = '', ...within] = text.split(',').map(fold)
    if (name === '') return []
    known ??= cities.map((city) => ({ city, folded: fold(city.name) }))
    const qualifiers = within.filter((part) => part !== '')
    const found = matching(known, name).filter((city) => qualifiers.every((part) => isIn(city, part)))
    return found.slice(0, limit).map(toPlace)
  }
}

/** The cities are sorted by population already. */
function matching(known: readonly Known[], name: string): City[] {
  const exact: City[] = []
  const partial: City[] = []
  for (const { city, folded } of known) {
    if (folded === name) exact.push(city)
    else if (folded.startsWith(name) || folded.includes(` ${name}`)) partial.push(city)
  }
  return [...exact, ...partial]
}
