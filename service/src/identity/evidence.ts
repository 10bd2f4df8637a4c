import type { MappedId } from './id-map.ts'
import { isNear, isSameName } from './match.ts'

/** Why an id was taken, from what the match compared. */
export interface Evidence {
  /** One sentence for people. */
  why: string
  nameSimilarity: number | null
  metres: number | null
  /** What both sources say alike. Null if it was not compared. */
  sameName: boolean | null
  samePlace: boolean | null
}

export function evidenceOf(mapped: Pick<MappedId, 'method' | 'distanceKm' | 'nameScore'>): Evidence {
  const { distanceKm, nameScore } = mapped
  return {
    why: whyOf(mapped),
    nameSimilarity: nameScore,
    metres: distanceKm === null ? null : Math.round(distanceKm * 1000),
    sameName: nameScore === null ? null : isSameName(nameScore),
    samePlace: distanceKm === null ? null : isNear(distanceKm),
  }
}

function whyOf({
  method,
  distanceKm,
  nameScore,
}: Pick<MappedId, 'method' | 'distanceKm' | 'nameScore'>): string {
  switch (method) {
    case 'admin':
      return 'An administrator set this id.'
    case 'cross_link':
      return "The search engine's page of the hotel links to this id."
    case 'name':
      return `${namesIn(nameScore)} Coordinates could not be compared.`
    case 'typeahead':
      return `${namesIn(nameScore)} ${placesIn(distanceKm)}`
    default:
      return method satisfies never
  }
}

function namesIn(score: number | null): string {
  if (score === null) return 'The names were not compared.'
  return isSameName(score) ? 'The names have the same words.' : `The names are ${percent(score)} alike.`
}

function placesIn(km: number | null): string {
  return km === null
    ? 'Coordinates could not be compared.'
    : `The coordinates are ${Math.round(km * 1000)} m apart.`
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
