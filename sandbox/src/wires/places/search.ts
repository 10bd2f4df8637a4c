import { distanceKm } from '../../world/geography.ts'
import type { World } from '../../world/world.ts'
import { invalidArgument } from './answers.ts'
import { type FullPlace, lodgingPlace, townPlace } from './place.ts'

const MAX_RESULTS = 60
const MAX_PAGE = 20

interface Circle {
  lat: number
  lng: number
  radiusKm: number
}

interface SearchAsk {
  textQuery: string
  includedType: string | null
  strict: boolean
  bias: Circle | null
  pageSize: number
  offset: number
}

export interface FoundPage {
  places: FullPlace[]
  nextPageToken: string | null
}

export function searchText(world: World, body: string): FoundPage {
  const ask = readAsk(body)
  const all = found(world, ask)
  const end = ask.offset + ask.pageSize
  return {
    places: all.slice(ask.offset, end),
    nextPageToken: end < all.length ? tokenOf(ask, end) : null,
  }
}

/** Towns, then hotels; only one of them with strict type filtering. */
function found(world: World, { textQuery, includedType, strict, bias }: SearchAsk): FullPlace[] {
  const isStrict = strict && includedType !== null
  const towns =
    isStrict && includedType !== 'locality' ? [] : world.places(textQuery, MAX_RESULTS).map(townPlace)
  const wantsHotels = isStrict ? isLodging(includedType) : isLodging(includedType) || towns.length === 0
  const hotels = wantsHotels ? world.entities(textQuery, MAX_RESULTS).map(lodgingPlace) : []
  const all = isLodging(includedType) ? [...hotels, ...towns] : [...towns, ...hotels]
  return biased(all, bias).slice(0, MAX_RESULTS)
}

function isLodging(type: string | null): boolean {
  return type === 'lodging' || type === 'hotel'
}

/** A bias prefers what is inside the circle and hides nothing. */
function biased(places: FullPlace[], circle: Circle | null): FullPlace[] {
  if (!circle) return places
  const isInside = ({ lat, lng }: FullPlace): boolean =>
    distanceKm(circle.lat, circle.lng, lat, lng) <= circle.radiusKm
  return [...places.filter(isInside), ...places.filter((place) => !isInside(place))]
}

function readAsk(text: string): SearchAsk {
  const body = parse(text)
  const { textQuery, includedType, strictTypeFiltering, pageSize = MAX_PAGE, pageToken } = body
  if (typeof textQuery !== 'string' || textQuery.trim() === '') throw invalidArgument('textQuery is empty.')
  if (includedType !== undefined && typeof includedType !== 'string')
    throw invalidArgument('includedType is no type.')
  if (typeof pageSize !== 'number' || !Number.isInteger(pageSize) || pageSize < 0 || pageSize > MAX_PAGE) {
    throw invalidArgument(`pageSize must be from 0 to ${MAX_PAGE}.`)
  }
  const ask = {
    textQuery,
    includedType: includedType ?? null,
    strict: strictTypeFiltering === true,
    bias: readCircle(body['locationBias']),
    pageSize: pageSize === 0 ? MAX_PAGE : pageSize,
  }
  return { ...ask, offset: pageToken === undefined ? 0 : offsetOf(ask, pageToken) }
}

function readCircle(bias: unknown): Circle | null {
  if (bias === undefined) return null
  const { circle } = record(bias)
  const { center, radius } = record(circle)
  const { latitude, longitude } = record(center)
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof radius !== 'number') {
    throw invalidArgument('locationBias needs a circle with a center and a radius.')
  }
  if (radius < 0 || radius > 50_000) throw invalidArgument('The radius must be at most 50000 metres.')
  return { lat: latitude, lng: longitude, radiusKm: radius / 1000 }
}

/** A page token belongs to the search that gave it out. */
function tokenOf(
  { textQuery, includedType }: Pick<SearchAsk, 'textQuery' | 'includedType'>,
  offset: number,
): string {
  return Buffer.from(JSON.stringify([offset, textQuery, includedType])).toString('base64url')
}

function offsetOf(ask: Pick<SearchAsk, 'textQuery' | 'includedType'>, token: unknown): number {
  const offsets = Array.from({ length: MAX_RESULTS }, (_, index) => index + 1)
  const offset = offsets.find((candidate) => tokenOf(ask, candidate) === token)
  if (offset === undefined) throw invalidArgument('The page token is not of this search.')
  return offset
}

function parse(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text))
  } catch {
    throw invalidArgument('The body is no JSON object.')
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
