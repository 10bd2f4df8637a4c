import { Type } from 'typebox'
import { billableRoute, type Route } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { PlaceDeps } from './chain-lookups.ts'
import { planLookup } from './lookup.ts'
import { PLACE_FIELDS, readChains, readPlace } from './request.ts'
import { hotelsResponse, nearbyView, placeView } from './schemas.ts'

export function placeRoutes(deps: PlaceDeps): Route[] {
  const { catalog } = deps
  return [
    billableRoute(
      {
        method: 'GET',
        path: '/hotels',
        operationId: 'hotels',
        tag: 'Places',
        summary: 'The hotels around a place',
        description:
          'Name the place by `q`, by `place_id`, or by `lat` and `lng`. Where several places answer to a name, the likeliest is taken and the others are listed. Each chain that is asked costs 1 credit, 0.25 where its answer of the last 24 hours serves; a chain without a hotel there, or one that cannot answer, costs nothing and is left out. A place that nobody knows is `null`, and free.',
        usage: 'hotels',
        query: Type.Object(
          {
            ...PLACE_FIELDS,
            chains: Type.Optional(
              Type.String({
                description:
                  'Chains to look for, separated by commas. Default: every chain with a search by place (`geo_search` of `GET /chains`).',
                maxLength: 2000,
                examples: ['aurelia,dunmore'],
              }),
            ),
            limit: withDefault(
              Type.Integer({
                description: 'How many hotels at most, all chains together.',
                minimum: 1,
                maximum: LIMITS.placeHotels,
              }),
              LIMITS.placeHotelsDefault,
            ),
          },
          { additionalProperties: false },
        ),
        answers: {
          200: {
            description: 'The place as it was understood, and its hotels.',
            schema: hotelsResponse(catalog),
          },
        },
      },
      async ({ query }) => {
        const { radius, limit } = query
        const place = readPlace(query)
        const chains = readChains(catalog, readList(query.chains))
        const { estimate, run } = await planLookup(deps, { place, radiusMi: radius, chains })
        return {
          estimate,
          run: async (tab) => {
            const found = await run(tab)
            return served({
              place: found.place && placeView(found.place),
              alternatives: found.alternatives.map(placeView),
              hotels: found.hotels.slice(0, limit).map(nearbyView),
              cached: found.cached,
            })
          },
        }
      },
    ),
  ]
}

function readList(chains: string | undefined): string[] | undefined {
  const ids = chains?.split(',').map((id) => id.trim())
  if (ids?.includes('')) throw invalid('`chains` must be chain ids separated by commas')
  return ids
}
