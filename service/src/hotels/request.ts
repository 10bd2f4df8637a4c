import { Type } from 'typebox'
import { withDefault } from '../edge/schemas.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Catalog, findSource, type Source } from '../sources/catalog/catalog.ts'
import { unknownChain } from '../sources/catalog/gone.ts'
import { tidied } from './fold.ts'
import type { PlaceAsk } from './places.ts'

/** The fields that every request about a place shares, in a query or in a body. */
export const PLACE_FIELDS = {
  q: Type.Optional(
    Type.String({
      description: 'Name of the place: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter.',
      minLength: 1,
      maxLength: LIMITS.placeTextLength,
      examples: ['Lisbon'],
    }),
  ),
  place_id: Type.Optional(
    Type.String({
      description: 'The `place_id` from an earlier answer, instead of `q`.',
      minLength: 1,
      maxLength: LIMITS.placeIdLength,
    }),
  ),
  lat: Type.Optional(
    Type.Number({
      description: 'Degrees north of the place; requires `lng`. Instead of `q`.',
      minimum: -90,
      maximum: 90,
    }),
  ),
  lng: Type.Optional(
    Type.Number({ description: 'Degrees east of the place; requires `lat`.', minimum: -180, maximum: 180 }),
  ),
  radius: withDefault(
    Type.Number({
      description: 'Search radius around the place, in miles.',
      exclusiveMinimum: 0,
      maximum: LIMITS.radiusMi,
    }),
    LIMITS.radiusMiDefault,
  ),
}

export interface PlaceFields {
  q?: string
  place_id?: string
  lat?: number
  lng?: number
}

/** Requires exactly one of the three ways to name a place. */
export function readPlace({ q, place_id: placeId, lat, lng }: PlaceFields): PlaceAsk {
  if ((lat === undefined) !== (lng === undefined)) throw invalid('`lat` and `lng` must be given together.')
  const ways = [q, placeId, lat].filter((way) => way !== undefined)
  if (ways.length !== 1)
    throw invalid('Name the place in exactly one way: by `q`, by `place_id`, or by `lat` and `lng`.')
  if (lat !== undefined && lng !== undefined) return { lat, lng }
  if (placeId !== undefined) return { placeId }
  const text = tidied(q ?? '')
  if (text === '') throw invalid('`q` must not be empty.')
  return { q: text }
}

/** The chains to search; by default all chains with a search by place. */
export function readChains(
  catalog: Catalog,
  ids: readonly string[] | undefined,
  also: (source: Source) => boolean = () => true,
  field: 'chains' | 'chain' = 'chains',
): Source[] {
  if (!ids) return catalog.sources.filter((source) => hasGeoSearch(source) && also(source))
  const seen = new Set<string>()
  return ids.map((id) => {
    if (seen.has(id)) throw invalid(`\`${field}\` names ${id} twice`)
    seen.add(id)
    const source = findSource(catalog, id)
    if (source?.kind !== 'chain') throw invalid(`\`${field}\`: ${unknownChain(catalog, id)}`)
    if (!source.geo) throw invalid(`\`${field}\`: ${id} has no search by place.`, { chain: id })
    return source
  })
}

export function hasGeoSearch({ kind, geo }: Source): boolean {
  return kind === 'chain' && geo
}

/** Ids separated by commas. */
export function readList(chains: string | undefined): string[] | undefined {
  const ids = chains?.split(',').map((id) => id.trim())
  if (ids?.includes('')) throw invalid('`chains` must be chain ids separated by commas.')
  return ids
}
