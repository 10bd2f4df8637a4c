import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type HotelRecord, SourceFailure } from '../../source.ts'
import type { Client, Talk } from './client.ts'
import { IdShape } from './parse.ts'

const MAX_REMEMBERED = 10_000
const KNOWN_MS = 86_400_000
/** An accommodation may open any day, so "there is no such one" is believed for less long. */
const UNKNOWN_MS = 3_600_000
const LANGUAGE = 'en-gb'

const Translated = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]))

const detailsShape = Compile(
  Type.Object({
    data: Type.Array(
      Type.Object({
        id: IdShape,
        name: Translated,
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
  /** Room id → name; null where the rooms were not asked for. */
  roomNames: ReadonlyMap<string, string> | null
}

/** What an accommodation is; null where the vendor does not have it. */
export type AccommodationFacts = (
  codes: readonly string[],
  withRooms: boolean,
  talk: Talk,
) => Promise<Map<string, Accommodation | null>>

/**
 * Prices say of an accommodation neither whether it exists nor what its rooms are called: an unknown one looks like a
 * full one. So the details of each are asked once and remembered.
 */
export function createAccommodationFacts(client: Client, now: () => number): AccommodationFacts {
  const remembered = new LRUCache<string, { facts: Accommodation | null }>({
    max: MAX_REMEMBERED,
    ttl: KNOWN_MS,
    perf: { now },
  })
  return async (codes, withRooms, talk) => {
    const known = new Map<string, Accommodation | null>()
    const missing: string[] = []
    for (const code of codes) {
      const held = remembered.get(code)
      if (held && (!withRooms || held.facts === null || held.facts.roomNames)) known.set(code, held.facts)
      else missing.push(code)
    }
    if (missing.length === 0) return known
    const found = parseDetails(await client.details(missing, withRooms, talk), withRooms)
    for (const code of missing) {
      const facts = found.get(code) ?? null
      known.set(code, facts)
      remembered.set(code, { facts }, { ttl: facts ? KNOWN_MS : UNKNOWN_MS })
    }
    return known
  }
}

function parseDetails(body: unknown, withRooms: boolean): Map<string, Accommodation> {
  if (!detailsShape.Check(body)) throw new SourceFailure('broken', 'details of an unknown shape')
  return new Map(
    body.data.map((entry) => {
      const hotelCode = String(entry.id)
      const coordinates = entry.location?.coordinates
      const hotel: HotelRecord = {
        hotelCode,
        name: nameIn(entry.name) ?? hotelCode,
        // The vendor gives the city as a number of its own list.
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

function nameIn(translated: Readonly<Record<string, string | null>>): string | null {
  return translated[LANGUAGE] ?? Object.values(translated).find((name) => name !== null) ?? null
}
