import { Type } from 'typebox'
import { Timestamp } from '../edge/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { idSources } from './deps.ts'
import { METHODS } from './id-map.ts'
import { REASONS } from './outlook.ts'
import type { IdRecord, RecordAsk } from './record.ts'

/** The id map as clients read it. */

export const CodeField = Type.String({
  description: "The property's code at the source.",
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
  examples: ['NEWSF'],
})

const MAPPED_ID = {
  id: Type.String({ description: 'At an agency, the `hotel_code` to pass with `chain` set to it.' }),
  confidence: Type.Number({
    description:
      "How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates.",
    minimum: 0,
    maximum: 1,
  }),
  method: Type.Enum([...METHODS], { description: 'How it was found.' }),
  distance_km: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: "Between the two sources' coordinates; null where one has none, or nobody measured.",
  }),
  name_score: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
    description: 'How alike the names are, 1 for the same words; null where nobody compared.',
  }),
  resolved_at: Timestamp('When it was found or set.'),
}

const mappedIdSchema = (source: string) =>
  Type.Object(MAPPED_ID, { description: `What the hotel is called at \`${source}\`.` })

const ChainHotelSchema = Type.Object({
  chain: Type.String({ description: 'The chain.' }),
  hotel_code: Type.String({ description: 'What the hotel is called there.' }),
})

export const idMapSchema = (catalog: Catalog) => {
  const sources = idSources(catalog)
  const chains = catalog.sources.map(({ id }) => id)
  return Type.Object(
    {
      chain: Type.Enum(chains, { description: 'As asked.' }),
      hotel_code: Type.String({ description: 'As asked.' }),
      mapped_to: Type.Optional(
        Type.Union([ChainHotelSchema, Type.Null()], {
          description: "Only for an agency's hotel: the chain's hotel behind it; null where none is known.",
        }),
      ),
      ids: Type.Object(
        Object.fromEntries(sources.map((source) => [source, Type.Optional(mappedIdSchema(source))])),
        {
          description: 'By source. A source without a known id is left out.',
          additionalProperties: false,
        },
      ),
      unresolved: Type.Array(
        Type.Object({
          source: Type.Enum(sources, { description: 'Where no id is known.' }),
          reason: Type.Enum([...REASONS], {
            description:
              '`no_match`: asked, and the hotel is not there. `suppressed`: asked within the last 7 days, not asked again. `parked`: the search engine must not be asked for a while. `source_failed`: it could not answer. `not_tried`: it was not asked.',
          }),
          retry_after: Type.Union([Timestamp('Before then it is not asked again.'), Type.Null()], {
            description: 'Null where it may be asked at any time.',
          }),
        }),
        { description: 'The other sources that were asked for, and why each has no id.' },
      ),
    },
    { $id: 'IdMap' },
  )
}

export function idMapView({ source, hotelCode }: Pick<RecordAsk, 'source' | 'hotelCode'>, record: IdRecord) {
  const { mappedTo, ids, unresolved } = record
  return {
    chain: source.id,
    hotel_code: hotelCode,
    ...(mappedTo !== undefined && {
      mapped_to: mappedTo && { chain: mappedTo.chain, hotel_code: mappedTo.hotelCode },
    }),
    ids: Object.fromEntries(
      [...ids].map(([at, mapped]) => [
        at,
        {
          id: mapped.id,
          confidence: mapped.confidence,
          method: mapped.method,
          distance_km: mapped.distanceKm,
          name_score: mapped.nameScore,
          resolved_at: mapped.resolvedAt.toISOString(),
        },
      ]),
    ),
    unresolved: unresolved.map(({ source: at, reason, retryAfter }) => ({
      source: at,
      reason,
      retry_after: retryAfter?.toISOString() ?? null,
    })),
  }
}
