import { distanceKm } from '../../../kernel/great-circle.ts'
import type { FindQuery } from '../../source.ts'
import type { Property } from './answer.ts'

const SAME_HOTEL_KM = 3
const SAME_BUILDING_KM = 0.5

/**
 * The candidates for the hotel on a page, by name, or name and coordinates. The order of the page proves nothing: the engine
 * fills it with neighbours, often of the same chain, whose names differ only in the last word. So a name must be the same, or
 * contain every word of the other while both are in the same spot.
 */
export function matching(properties: readonly Property[], hotel: FindQuery): Property[] {
  const asked = wordsOf(hotel.name)
  const alike = properties.flatMap((property) => {
    const words = wordsOf(property.name)
    const isSame = words.size === asked.size && words.isSubsetOf(asked)
    if (!isSame && !words.isSubsetOf(asked) && !asked.isSubsetOf(words)) return []
    const km = kmBetween(property, hotel)
    const isNear = km === null || km <= (isSame ? SAME_HOTEL_KM : SAME_BUILDING_KM)
    return isNear ? [{ property, isSame, km }] : []
  })
  const same = alike.filter(({ isSame }) => isSame)
  const candidates = same.length > 0 ? same : alike
  const [nearest] = candidates
    .flatMap(({ property, km }) => (km === null ? [] : [{ property, km }]))
    .toSorted((a, b) => a.km - b.km)
  return nearest ? [nearest.property] : candidates.map(({ property }) => property)
}

/** Without case, accents, punctuation and very common hotel words. */
function wordsOf(name: string): Set<string> {
  const words = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’‘`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !EMPTY_WORDS.has(word))
  return new Set(telling.length > 0 ? telling : words)
}

const EMPTY_WORDS = new Set(['the', 'hotel', 'and', 'by', 'at', 'a', 'an'])

/** Null if either side has no coordinates. */
function kmBetween({ gps_coordinates: spot }: Property, { lat, lng }: FindQuery): number | null {
  if (!spot || lat === undefined || lng === undefined) return null
  return distanceKm({ lat, lng }, { lat: spot.latitude, lng: spot.longitude })
}
