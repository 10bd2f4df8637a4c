import { type Static, Type } from 'typebox'
import type { Pool } from '../../db/pool.ts'
import { partlyFreeRoute, type Route } from '../../edge/route.ts'
import { SourceIds, withDefault } from '../../edge/schemas.ts'
import { served } from '../../edge/served.ts'
import { invalid } from '../../kernel/errors.ts'
import { LIMITS } from '../../kernel/limits.ts'
import { type Catalog, findSource, type Source } from '../../sources/catalog/catalog.ts'
import { unknownSource } from '../../sources/catalog/gone.ts'
import { HotelFactsSchema, readHotelFacts } from '../directory/facts.ts'
import { tidied } from '../fold.ts'
import { readList } from '../request.ts'
import type { SearchScope } from './candidates.ts'
import { type LiveSearchAsk, type LiveSearchDeps, planLiveSearch } from './live.ts'
import { searchHotels } from './search.ts'

export interface SearchDeps extends LiveSearchDeps {
  catalog: Catalog
  /** See `search-pool.ts`. */
  searchPool: Pool
}

const { address: _address, region: _region, postal_code: _code, ...SHOWN } = HotelFactsSchema.properties

export const FoundHotel = Type.Object(
  {
    ...SHOWN,
    match: Type.Enum(['code', 'name', 'city'], {
      description: 'What matched: the code, the name or brand, or only the city.',
    }),
    score: Type.Number({ description: 'From 0 to 1, the higher the better.', minimum: 0, maximum: 1 }),
  },
  { $id: 'FoundHotel' },
)

const QUERY = {
  q: Type.String({
    description:
      'Code, name, brand or city, in any order and case, as far as typed. Accents do not matter, and typos are corrected.',
    minLength: 1,
    maxLength: LIMITS.hotelTextLength,
    examples: ['aurelia london obs'],
  }),
  chains: Type.Optional(
    Type.String({
      description: 'Ids of chains and travel agencies, separated by commas. Default: all.',
      maxLength: 2000,
      examples: ['aurelia,dunmore'],
    }),
  ),
  country: Type.Optional(
    Type.String({ description: 'ISO 3166 alpha-2, such as `GB`.', pattern: '^[A-Za-z]{2}$' }),
  ),
  kind: Type.Optional(
    Type.Enum(['chain', 'ota', 'meta'], {
      description: 'Only hotels of chains, only listings of travel agencies, or only of metasearch engines.',
    }),
  ),
  limit: withDefault(
    Type.Integer({ description: 'Maximum number of hotels.', minimum: 1, maximum: LIMITS.hotelSearch }),
    LIMITS.hotelSearchDefault,
  ),
}

const queryOf = ({ sources }: Catalog) => {
  const engines = sources.filter(({ kind }) => kind === 'meta').map(({ id }) => id)
  return Type.Object(
    {
      ...QUERY,
      live: Type.Optional(
        SourceIds(engines, {
          description:
            'Ask this metasearch engine by name instead of the directory: 1 credit, 0.25 for the same name within 24 hours, free if it finds nothing. What it finds enters the directory.',
        }),
      ),
    },
    { additionalProperties: false },
  )
}

export function searchRoutes(deps: SearchDeps): Route[] {
  const { catalog, searchPool } = deps
  return [
    partlyFreeRoute(
      {
        method: 'GET',
        path: '/hotels/search',
        operationId: 'searchHotels',
        tag: 'Places',
        summary: 'Find a hotel by its name',
        description:
          'Free, except with `live`. Best match first: an exact code, then hotels that have all the words, then those with a typo. Hotels of chains come before listings of travel agencies. Fast enough to call while somebody types.',
        query: queryOf(catalog),
        answers: {
          200: {
            description: 'The hotels that match, best first; empty if none does.',
            schema: Type.Object({
              hotels: Type.Array(FoundHotel, { description: 'Best first.' }),
            }),
          },
        },
      },
      async ({ query }) => {
        const q = tidied(query.q)
        if (q === '') throw invalid('`q` must not be empty.')
        const scope = scopeOf(catalog, query)
        const ranked = await searchHotels(searchPool, { q, limit: query.limit, ...scope })
        const facts = await readHotelFacts(
          searchPool,
          ranked.map(({ hotel }) => hotel),
        )
        const hotels = ranked.flatMap(({ hotel, match, score }) => {
          const found = facts.get(hotel)
          if (!found) return []
          const { address: _, region: __, postal_code: ___, ...shown } = found
          return [{ ...shown, match, score }]
        })
        return served({ hotels })
      },
      {
        usage: 'hotels',
        isAsked: ({ live }) => live !== undefined,
        plan: async ({ query }) => planLiveSearch(deps, readLive(catalog, query)),
      },
    ),
  ]
}

type Query = Static<ReturnType<typeof queryOf>>

function readLive(catalog: Catalog, { q, live, chains, country, kind, limit }: Query): LiveSearchAsk {
  const text = tidied(q)
  if (text === '') throw invalid('`q` must not be empty.')
  if ((chains ?? kind) !== undefined) {
    throw invalid('`chains` and `kind` narrow the search of the directory. They cannot be given with `live`.')
  }
  const source = sourceOf(catalog, live ?? '')
  return {
    source,
    q: text,
    country: country?.toUpperCase() ?? null,
    limit: limit ?? LIMITS.hotelSearchDefault,
  }
}

function scopeOf(catalog: Catalog, { chains, country, kind }: Query): SearchScope {
  const named = readList(chains)?.map((id) => sourceOf(catalog, id))
  const asked = named ?? catalog.sources
  const ids = (wanted: Source['kind']) =>
    kind === undefined || kind === wanted
      ? [...new Set(asked.filter((source) => source.kind === wanted).map(({ id }) => id))]
      : []
  return {
    chains: ids('chain'),
    otas: [...ids('ota'), ...ids('meta')],
    isNarrowed: named !== undefined || (kind !== undefined && kind !== 'chain'),
    country: country?.toUpperCase() ?? null,
  }
}

function sourceOf(catalog: Catalog, id: string): Source {
  const source = findSource(catalog, id)
  if (!source) throw invalid(`\`chains\`: ${unknownSource(catalog, id.slice(0, 64))}`)
  return source
}
