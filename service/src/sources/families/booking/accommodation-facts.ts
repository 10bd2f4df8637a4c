import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type HotelRecord, SourceFailure } from '../../source.ts'
import { createHotelFacts, type Known } from '../hotel-facts.ts'
import { type Client, LANGUAGE, type Talk } from './client.ts'
import { IdShape } from './parse.ts'

const Translated = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))

const detailsShape = shapeOf(
  Type.Object({
    data: Type.Array(
      Type.Object({
        id: IdShape,
        name: Translated,
        accommodation_status: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        location: Type.Optional(
          Type.Object({
            country: Type.Optional(Type.Union([Type.String(), Type.Null()])),
            coordinates: Type.Optional(
              Type.Union([Type.Object({ latitude: Type.Number(), longitude: Type.Number() }), Type.Null()]),
            ),
          }),
        ),
        rooms: Type.Optional(Type.Array(Type.Object({ id: IdShape, name: Type.Optional(Translated) }))),
      }),
    ),
  }),
)

export interface Accommodation {
  hotel: HotelRecord
  /** Room id → name; null if the rooms were not requested. */
  roomNames: ReadonlyMap<string, string> | null
}

/** Prices tell neither whether an accommodation exists nor the names of its rooms; its details do. */
export type AccommodationFacts = (
  codes: readonly string[],
  withRooms: boolean,
  talk: Talk,
) => Promise<Map<string, Known<Accommodation>>>

export function createAccommodationFacts(client: Client, now: () => number): AccommodationFacts {
  const facts = createHotelFacts<Accommodation>(now)
  return (codes, withRooms, talk) =>
    facts.of(
      codes,
      async (missing) => parseDetails(await client.details(missing, withRooms, talk), withRooms),
      ({ roomNames }) => !withRooms || roomNames !== null,
    )
}

function parseDetails(body: unknown, withRooms: boolean): Map<string, Accommodation> {
  if (!detailsShape.Check(body)) throw new SourceFailure('broken', 'details of an unknown shape')
  return new Map(
    body.data.filter(exists).map((entry) => {
      const hotelCode = String(entry.id)
      const coordinates = entry.location?.coordinates
      const hotel: HotelRecord = {
        hotelCode,
        name: nameIn(entry.name) ?? hotelCode,
        // The vendor gives the city as a number from its own list.
        city: null,
        country: entry.location?.country?.toUpperCase() ?? null,
        lat: coordinates?.latitude ?? null,
        lng: coordinates?.longitude ?? null,
      }
      const named = (entry.rooms ?? []).map((room): [string, string] => [
        String(room.id),
        nameIn(room.name ?? {}) ?? `Room ${room.id}`,
      ])
      return [hotelCode, { hotel, roomNames: withRooms ? new Map(named) : null }]
    }),
  )
}

const GONE = new Set(['closed_permanently', 'closed_fraud'])

/** Later versions still describe what is gone for good; what is closed for a time only has no rooms. */
function exists({ accommodation_status: status }: { accommodation_status?: string | null }): boolean {
  return !GONE.has(status ?? 'open')
}

function nameIn(translated: Readonly<Record<string, string | null>>): string | null {
  return translated[LANGUAGE] ?? Object.values(translated).find((name) => name !== null) ?? null
}
