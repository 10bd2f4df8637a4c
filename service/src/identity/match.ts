import { distanceMi, type Point, toKm } from '../kernel/great-circle.ts'
import type { Method } from './id-map.ts'
import { type Named, nameScore } from './names.ts'

/** A hotel as its chain describes it, which candidates are compared with. */
export interface HotelFacts extends Named {
  country: string | null
  point: Point | null
}

/** A search result that may be the hotel. */
export interface Candidate {
  id: string
  name: string
  country: string | null
  point: Point | null
}

export interface Match {
  id: string
  confidence: number
  method: Extract<Method, 'typeahead' | 'name'>
  distanceKm: number | null
  nameScore: number
}

const CONFIDENCE = { near: 0.9, far: 0.5, nameOnly: 0.5, crossLink: 0.85 } as const

export const CROSS_LINK_CONFIDENCE = CONFIDENCE.crossLink

const NEAR_KM = 1
const FARTHEST_KM = 3
/** At the same spot names may differ by a word; further away, that is a neighbour of the same chain. */
const SAME_SPOT_KM = 0.15
const SAME_NAME = 0.95
const ALIKE = 0.8

export function isSameName(score: number): boolean {
  return score >= SAME_NAME
}

export function isNear(km: number): boolean {
  return km <= NEAR_KM
}

/** The best candidate: most similar name, then nearest. Null if none matches, or if two are equally good. */
export function bestMatch(hotel: HotelFacts, candidates: readonly Candidate[]): Match | null {
  const matches = candidates.flatMap((candidate) => judge(hotel, candidate) ?? []).toSorted(byLikeness)
  const [best, second] = matches
  if (!best) return null
  const isTied = second !== undefined && second.id !== best.id && byLikeness(best, second) === 0
  return isTied ? null : best
}

/** Whether this is the hotel, and with what confidence. */
export function judge(hotel: HotelFacts, candidate: Candidate): Match | null {
  if (hotel.country !== null && candidate.country !== null && hotel.country !== candidate.country) return null
  const score = nameScore(hotel, candidate.name)
  const found = { id: candidate.id, nameScore: round(score, 2) }
  if (!hotel.point || !candidate.point) {
    return score < SAME_NAME
      ? null
      : { ...found, confidence: CONFIDENCE.nameOnly, method: 'name', distanceKm: null }
  }
  const km = toKm(distanceMi(hotel.point, candidate.point))
  if (km > FARTHEST_KM || score < (km <= SAME_SPOT_KM ? ALIKE : SAME_NAME)) return null
  const confidence = isNear(km) ? CONFIDENCE.near : CONFIDENCE.far
  return { ...found, confidence, method: 'typeahead', distanceKm: round(km, 3) }
}

function byLikeness(one: Match, other: Match): number {
  return (
    other.confidence - one.confidence ||
    other.nameScore - one.nameScore ||
    (one.distanceKm ?? FARTHEST_KM) - (other.distanceKm ?? FARTHEST_KM)
  )
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
