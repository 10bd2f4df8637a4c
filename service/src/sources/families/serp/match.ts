import { distanceKm } from '../../../kernel/great-circle.ts'
import type { FindQuery } from '../../source.ts'
import type { Property } from './answer.ts'

const SAME_HOTEL_KM = 3
const SAME_BUILDING_KM = 0.5

/**
 * The properties of a page that may be the hotel: one where name, or name and coordinates, leave no other. The order of
 * the page is no evidence, because the engine fills it with neighbours, and the neighbour two streets on is often of the
 * same chain: all its words but the last are those of the hotel. So a name either is the same, or has every word of the
 * other, and then the two must stand on one spot.
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

/** Without case, accents, punctuation, and the words that every second hotel has. */
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

/** Null where either side has no coordinates. */
function kmBetween({ gps_coordinates: spot }: Property, { lat, lng }: FindQuery): number | null {
  if (!spot || lat === undefined || lng === undefined) return null
  return distanceKm({ lat, lng }, { lat: spot.latitude, lng: spot.longitude })
}
