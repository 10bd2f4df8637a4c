import type { FindQuery } from '../../source.ts'
import type { Property } from './answer.ts'

const SAME_NAME = 1
/** Of two names with this share of their words in common, one is probably a spelling of the other. */
const LIKE_NAME = 0.6
const SAME_SPOT_KM = 3
const EARTH_RADIUS_KM = 6371

/**
 * The properties of a page that may be the hotel: one where name, or name and coordinates, leave no other. The order of
 * the page is no evidence, because the engine fills it with neighbours of the hotel.
 */
export function matching(properties: readonly Property[], hotel: FindQuery): Property[] {
  const alike = properties
    .map((property) => ({
      property,
      score: nameScore(property.name, hotel.name),
      km: distanceKm(property, hotel),
    }))
    .filter(({ score, km }) => score >= LIKE_NAME && (km === null || km <= SAME_SPOT_KM))
  const same = alike.filter(({ score }) => score === SAME_NAME)
  const candidates = same.length > 0 ? same : alike
  const near = candidates.filter(({ km }) => km !== null).toSorted((a, b) => (a.km ?? 0) - (b.km ?? 0))
  const nearest = near[0]
  return nearest ? [nearest.property] : candidates.map(({ property }) => property)
}

/** Shared words over all words (twice the shared ones, by the sum of both counts). */
function nameScore(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)]
  const shared = left.intersection(right).size
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size)
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
function distanceKm({ gps_coordinates: spot }: Property, { lat, lng }: FindQuery): number | null {
  if (!spot || lat === undefined || lng === undefined) return null
  const radians = Math.PI / 180
  const [dLat, dLng] = [(spot.latitude - lat) * radians, (spot.longitude - lng) * radians]
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(lat * radians) * Math.cos(spot.latitude * radians) * Math.sin(dLng / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h))
}
