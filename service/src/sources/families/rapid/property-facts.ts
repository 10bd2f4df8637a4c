import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type HotelRecord, SourceFailure } from '../../source.ts'
import { createHotelFacts, type Known } from '../hotel-facts.ts'
import type { Client, Talk } from './client.ts'

const contentShape = shapeOf(
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

/** Availability leaves out unknown and full hotels alike; the content distinguishes them. */
export type PropertyFacts = (
  propertyIds: readonly string[],
  talk: Talk,
) => Promise<Map<string, Known<HotelRecord>>>

export function createPropertyFacts(client: Client, now: () => number): PropertyFacts {
  const facts = createHotelFacts<HotelRecord>(now)
  return (propertyIds, talk) =>
    facts.of(propertyIds, async (missing) => parseContent(await client.content(missing, talk)))
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
