import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type Adapter, SourceFailure } from '../../source.ts'
import { existing } from '../hotel-facts.ts'
import type { Client, Talk } from './client.ts'
import type { PropertyFacts } from './property-facts.ts'

/** Sources may disagree this much about a large resort's coordinates. */
const HALF_SIDE_KM = 1.5
const KM_PER_DEGREE = 111.32
const CONTENT_BATCH = 250
/** A city centre can have more; beyond this the search is no longer cheap. */
const MAX_CANDIDATES = 2 * CONTENT_BATCH

const geographyShape = shapeOf(Type.Record(Type.String(), Type.Object({ property_id: Type.String() })))

/**
 * Rapid has no search by name; `/regions` knows only places. It finds every hotel inside a polygon, so the hotels around the
 * point are returned with their names, for the caller to compare.
 */
export function createFind(client: Client, facts: PropertyFacts): NonNullable<Adapter['find']> {
  return async ({ lat, lng }, call) => {
    if (lat === undefined || lng === undefined) return []
    const talk: Talk = { call, raw: [] }
    const body = await client.propertiesInside(squareAround(lat, lng), talk)
    if (!geographyShape.Check(body)) throw new SourceFailure('broken', 'a geography of an unknown shape')
    const ids = Object.values(body)
      .map((property) => property.property_id)
      .slice(0, MAX_CANDIDATES)
    const batches = [ids.slice(0, CONTENT_BATCH), ids.slice(CONTENT_BATCH)].filter(({ length }) => length > 0)
    const known = await Promise.all(batches.map((batch) => facts(batch, talk)))
    return known.flatMap(existing)
  }
}

function squareAround(lat: number, lng: number): [number, number][] {
  const north = HALF_SIDE_KM / KM_PER_DEGREE
  // Meridians meet at the poles; no hotel stands where the cosine could reach zero.
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const corner = (x: number, y: number): [number, number] => [round(lng + x * east), round(lat + y * north)]
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)]
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
