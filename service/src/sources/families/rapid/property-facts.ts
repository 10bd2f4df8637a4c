import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type HotelRecord, SourceFailure } from '../../source.ts'
import type { Client, Talk } from './client.ts'

const MAX_REMEMBERED = 20_000
const KNOWN_MS = 86_400_000
/** A property may be opened any day, so "there is no such property" is believed for less long. */
const UNKNOWN_MS = 3_600_000

const contentShape = Compile(
  Type.Record(
    Type.String(),
    Type.Object({
      property_id: Type.String(),
      name: Type.String(),
      address: Type.Optional(
        Type.Object({ city: Type.Optional(Type.String()), country_code: Type.Optional(Type.String()) }),
      ),
      location: Type.Optional(
        Type.Object({
          coordinates: Type.Optional(Type.Object({ latitude: Type.Number(), longitude: Type.Number() })),
        }),
      ),
    }),
  ),
)

/** What a property is; null where Rapid does not have it. */
export type PropertyFacts = (
  propertyIds: readonly string[],
  talk: Talk,
) => Promise<Map<string, HotelRecord | null>>

/**
 * Availability leaves out unknown properties exactly as it leaves out full ones, so each property's content is asked
 * once, and remembered, to tell the two apart.
 */
export function createPropertyFacts(client: Client, now: () => number): PropertyFacts {
  const remembered = new LRUCache<string, { hotel: HotelRecord | null }>({
    max: MAX_REMEMBERED,
    ttl: KNOWN_MS,
    perf: { now },
  })
  return async (propertyIds, talk) => {
    const facts = new Map<string, HotelRecord | null>()
    const missing: string[] = []
    for (const id of propertyIds) {
      const held = remembered.get(id)
      if (held) facts.set(id, held.hotel)
      else missing.push(id)
    }
    if (missing.length === 0) return facts
    const found = parseContent(await client.content(missing, talk))
    for (const id of missing) {
      const hotel = found.get(id) ?? null
      facts.set(id, hotel)
      remembered.set(id, { hotel }, { ttl: hotel ? KNOWN_MS : UNKNOWN_MS })
    }
    return facts
  }
}

function parseContent(body: unknown): Map<string, HotelRecord> {
  if (!contentShape.Check(body)) throw new SourceFailure('broken', 'property content of an unknown shape')
  const hotels = new Map<string, HotelRecord>()
  for (const property of Object.values(body)) {
    const coordinates = property.location?.coordinates
    hotels.set(property.property_id, {
      hotelCode: property.property_id,
      name: property.name,
      city: property.address?.city ?? null,
      country: property.address?.country_code ?? null,
      lat: coordinates?.latitude ?? null,
      lng: coordinates?.longitude ?? null,
    })
  }
  return hotels
}
