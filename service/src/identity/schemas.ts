import { Type } from 'typebox'
import type { Client, Pool } from '../db/pool.ts'
import { nullable, OpenEnum, SourceIds, Timestamp } from '../edge/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { ADDRESS_FACTS, type AddressComparison, compareAddresses } from './addresses.ts'
import { idSources, mappedSources } from './deps.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { METHODS } from './id-map.ts'
import { REASONS } from './outlook.ts'
import type { IdRecord, RecordAsk } from './record.ts'

/** The id map, as sent to clients. */

export const CodeField = Type.String({
  description: "The property's code at the source.",
  pattern: '^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$',
  examples: ['NEWSF'],
})

const COMPARED_FACTS = ['name', 'coordinates', ...ADDRESS_FACTS] as const

const MAPPED_ID = {
  id: Type.String({ description: 'For an agency: the `hotel_code` to pass with the agency as `chain`.' }),
  confidence: Type.Number({
    description:
      "Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates.",
    minimum: 0,
    maximum: 1,
  }),
  method: Type.Enum([...METHODS], { description: 'How it was found.' }),
  distance_km: nullable(
    Type.Number({ minimum: 0 }),
    "Distance between the two sources' coordinates; null if not compared.",
  ),
  name_score: nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Similarity of the names, 1 for the same words; null if not compared.',
  ),
  evidence: Type.Object(
    {
      why: Type.String({ description: 'Why the id was taken, in one or two sentences.' }),
      name_similarity: nullable(Type.Number({ minimum: 0, maximum: 1 }), 'As `name_score`.'),
      metres: nullable(
        Type.Integer({ minimum: 0 }),
        "Distance between the two sources' coordinates; null if not compared.",
      ),
      agrees: Type.Array(Type.Enum([...COMPARED_FACTS]), {
        description:
          'What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation.',
      }),
      differs: Type.Array(Type.Enum([...COMPARED_FACTS]), {
        description: 'What was compared and is not alike. A fact that one side lacks is in neither list.',
      }),
    },
    { description: 'What speaks for the id.' },
  ),
  resolved_at: Timestamp('When it was found or set.'),
}

const mappedIdSchema = (source: string) =>
  Type.Object(MAPPED_ID, { description: `The hotel’s id at \`${source}\`.` })

const ChainHotelSchema = Type.Object({
  chain: Type.String({ description: 'The chain.' }),
  hotel_code: Type.String({ description: 'The hotel’s code there.' }),
})

export const idsSchema = (sources: readonly string[]) =>
  Type.Object(Object.fromEntries(sources.map((source) => [source, Type.Optional(mappedIdSchema(source))])), {
    description: 'By source. A source without a known id is left out.',
    additionalProperties: false,
  })

export const idMapSchema = (catalog: Catalog) => {
  const sources = idSources(catalog)
  const chains = mappedSources(catalog)
  return Type.Object(
    {
      chain: SourceIds(chains, { description: 'As asked.' }),
      hotel_code: Type.String({ description: 'As asked.' }),
      mapped_to: Type.Optional(
        nullable(
          ChainHotelSchema,
          "Only for an agency's hotel: the chain's hotel behind it; null if unknown.",
        ),
      ),
      ids: idsSchema(sources),
      unresolved: Type.Array(
        Type.Object({
          source: SourceIds(sources, { description: 'The source without a known id.' }),
          reason: OpenEnum(REASONS, {
            description:
              '`no_match`: searched, not found. `suppressed`: not found within the last 7 days, so not searched again. `parked`: requests to the search engine are paused. `source_failed`: the source failed. `not_tried`: not searched.',
          }),
          retry_after: nullable(
            Timestamp('Not searched again before then.'),
            'Null if it can be searched at any time.',
          ),
        }),
        { description: 'The requested sources without an id, and why.' },
      ),
    },
    { $id: 'IdMap' },
  )
}

export async function idMapView(
  database: Pool | Client,
  { source, hotelCode }: Pick<RecordAsk, 'source' | 'hotelCode'>,
  record: IdRecord,
) {
  const { mappedTo, ids, unresolved } = record
  const addresses = await compareAddresses(database, mappedTo ?? { chain: source.id, hotelCode }, ids)
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
          evidence: evidenceView(evidenceOf(mapped), addresses.get(at)),
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

function evidenceView(
  { why, nameSimilarity, metres, sameName, samePlace }: Evidence,
  addresses: AddressComparison = new Map(),
) {
  const compared = [
    { fact: 'name', same: sameName },
    { fact: 'coordinates', same: samePlace },
    ...[...addresses].map(([fact, same]) => ({ fact, same })),
  ]
  return {
    why,
    name_similarity: nameSimilarity,
    metres,
    agrees: compared.filter(({ same }) => same === true).map(({ fact }) => fact),
    differs: compared.filter(({ same }) => same === false).map(({ fact }) => fact),
  }
}
