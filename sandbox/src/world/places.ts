import { type City, everyCity } from './cities.ts'
import { opaqueId } from './codes.ts'
import { mix } from './hash.ts'
import { fold } from './text.ts'
import type { Place } from './world.ts'

interface Known {
  city: City
  folded: string
}

/** Cities by the first letters of each word of their names. */
type Index = Map<string, Known[]>

const INDEXED_LETTERS = 3

/**
 * Finds towns by name, as `Lisbon`, `paris, france`, `Springfield, IL` or a place id. Exact names come first, then names
 * with a word that begins so, each by population.
 */
export function createPlaces(seed: number): (text: string, limit: number) => Place[] {
  let index: Index | undefined
  let byId: Map<string, City> | undefined
  let countryNames: Intl.DisplayNames | undefined
  const placeId = (city: City): string => opaqueId('ChIJ', mix(seed, city.id, 171), 23)
  const toPlace = (city: City): Place => ({
    placeId: placeId(city),
    name: city.name,
    country: city.country,
    lat: city.lat,
    lng: city.lng,
    population: city.population,
  })
  const isIn = (city: City, part: string): boolean => {
    countryNames ??= new Intl.DisplayNames(['en'], { type: 'region' })
    const country = countryNames.of(city.country) ?? ''
    return [city.country, country, city.region].some((name) => fold(name) === part)
  }

  return (text, limit) => {
    if (/^ChIJ[0-9A-Za-z]{23}$/.test(text.trim())) {
      byId ??= new Map(everyCity().map((city) => [placeId(city), city]))
      const city = byId.get(text.trim())
      return city ? [toPlace(city)] : []
    }
    const [name = '', ...within] = text.split(',').map(fold)
    if (name === '') return []
    index ??= indexOf(everyCity())
    const qualifiers = within.filter((part) => part !== '')
    return matching(index, name)
      .filter((city) => qualifiers.every((part) => isIn(city, part)))
      .slice(0, limit)
      .map(toPlace)
  }
}

function indexOf(cities: readonly City[]): Index {
  const index: Index = new Map()
  for (const city of cities) {
    const known = { city, folded: fold(city.name) }
    for (const word of new Set(known.folded.split(' ').map((part) => part.slice(0, INDEXED_LETTERS)))) {
      const list = index.get(word)
      if (list) list.push(known)
      else index.set(word, [known])
    }
  }
  return index
}

function matching(index: Index, name: string): City[] {
  const [first = ''] = name.split(' ')
  const candidates = index.get(first.slice(0, INDEXED_LETTERS)) ?? []
  return candidates
    .filter(({ folded }) => folded.startsWith(name) || folded.includes(` ${name}`))
    .toSorted(
      (a, b) =>
        Number(b.folded === name) - Number(a.folded === name) ||
        b.city.population - a.city.population ||
        a.city.id - b.city.id,
    )
    .map(({ city }) => city)
}
