import type { FoundPlace } from '../../sources/search-engine.ts'
import { fold } from '../fold.ts'
import { COUNTRY_NAMES, OTHER_NAMES, STATE_NAMES } from './names.ts'

/** A town from GeoNames. */
export interface Town {
  cityId: number
  name: string
  country: string
  /** GeoNames code of the state or province. */
  adminCode: string
  population: number
  /** Longitude first. */
  loc: { coordinates: [number, number] }
}

export interface Towns {
  /** Best match first; empty if there is no such town. */
  find(text: string): FoundPlace[]
  byId(placeId: string): FoundPlace | null
}

const MOST = 10
/** How much more an exact name counts than a prefix: Paris comes before a larger Paris-Something. */
const WHOLE_NAME = 10
const ID = /^geonames:(\d{1,10})$/

/** Whether an id is ours and not the search engine's. */
export function isTownId(placeId: string): boolean {
  return ID.test(placeId)
}

/** Finds towns by queries like `Lisbon`, `paris, france`, `Springfield IL` or `東京`. */
export function createTowns(list: readonly Town[]): Towns {
  const whole = new Map<string, Town[]>()
  const beginning = new Map<string, Town[]>()
  const byId = new Map(list.map((town) => [town.cityId, town]))
  const nameTown = (town: Town, name: string): void => {
    const words = wordsOf(name)
    add(whole, words.join(' '), town)
    for (let count = 1; count < words.length; count += 1)
      add(beginning, words.slice(0, count).join(' '), town)
  }
  for (const town of list) nameTown(town, town.name)
  for (const [town, name] of otherNames(list)) add(whole, wordsOf(name).join(' '), town)
  const countries = countryNames(list)

  const isIn = (town: Town, part: string): boolean =>
    town.country.toLowerCase() === part ||
    countries.get(part) === town.country ||
    town.adminCode.toLowerCase() === part ||
    (town.country === 'US' && STATE_NAMES[part] === town.adminCode)

  const matching = (name: string, within: readonly string[]): Town[] => {
    const weights = new Map<Town, number>()
    for (const town of beginning.get(name) ?? []) weights.set(town, town.population)
    for (const town of whole.get(name) ?? []) weights.set(town, town.population * WHOLE_NAME)
    return [...weights]
      .filter(([town]) => within.every((part) => isIn(town, part)))
      .toSorted(([a, weightA], [b, weightB]) => weightB - weightA || a.cityId - b.cityId)
      .map(([town]) => town)
  }

  return {
    find: (text) => {
      const parts = text.split(/[,،，、]/).map((part) => wordsOf(part).join(' '))
      const [name = '', ...within] = parts.filter((part) => part !== '')
      const found = matching(name, within)
      return (found.length > 0 || within.length > 0 ? found : splitting(name, matching))
        .slice(0, MOST)
        .map(placeOf)
    },
    byId: (placeId) => {
      const town = byId.get(Number(ID.exec(placeId)?.[1]))
      return town ? placeOf(town) : null
    },
  }
}

/** Without a comma, the last words may name the region: takes the longest town name that leaves a valid region. */
function splitting(text: string, matching: (name: string, within: string[]) => Town[]): Town[] {
  const words = text.split(' ')
  for (let count = words.length - 1; count > 0; count -= 1) {
    const found = matching(words.slice(0, count).join(' '), [words.slice(count).join(' ')])
    if (found.length > 0) return found
  }
  return []
}

/** Each other name belongs to the largest town with the listed name. */
function* otherNames(list: readonly Town[]): Generator<[Town, string]> {
  const largest = new Map<string, Town>()
  for (const town of list) {
    const key = `${town.country} ${town.name}`
    if (!(key in OTHER_NAMES)) continue
    if (town.population >= (largest.get(key)?.population ?? 0)) largest.set(key, town)
  }
  for (const [key, town] of largest) for (const name of OTHER_NAMES[key]?.split('|') ?? []) yield [town, name]
}

function countryNames(list: readonly Town[]): Map<string, string> {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const codes = new Set(list.map(({ country }) => country))
  return new Map([
    ...[...codes].map((code) => [wordsOf(english.of(code) ?? code).join(' '), code] as const),
    ...Object.entries(COUNTRY_NAMES),
  ])
}

/** Most names are plain ASCII and need no folding. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/

/** Dots and dashes separate words; an apostrophe does not. */
function wordsOf(name: string): string[] {
  if (PLAIN.test(name)) return name.toLowerCase().split(' ')
  return fold(name)
    .replaceAll(/['’‘`]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

function add(index: Map<string, Town[]>, name: string, town: Town): void {
  const towns = index.get(name)
  if (towns) towns.push(town)
  else index.set(name, [town])
}

function placeOf({ cityId, name, country, loc }: Town): FoundPlace {
  const [lng, lat] = loc.coordinates
  return { placeId: `geonames:${cityId}`, name, lat, lng, country }
}
