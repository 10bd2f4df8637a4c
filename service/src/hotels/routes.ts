import { Type } from 'typebox'
import { billableRoute, type Route } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { PlaceDeps } from './chain-lookups.ts'
import { planLookup } from './lookup.ts'
import { PLACE_FIELDS, readChains, readList, readPlace } from './request.ts'
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
          'Name the place by `q`, by `place_id`, or by `lat` and `lng`. If several places match a name, the most likely one is used and the others are listed. Each chain costs 1 credit, or 0.25 from the 24-hour cache. A chain without hotels there, or one that fails, is left out and free. An unknown place is `null`, and the call is free.',
        usage: 'hotels',
        query: Type.Object(
          {
            ...PLACE_FIELDS,
            chains: Type.Optional(
              Type.String({
                description:
                  'Chains to search, separated by commas. Default: every chain with a search by place (`geo_search` in `GET /chains`).',
                maxLength: 2000,
                examples: ['aurelia,dunmore'],
              }),
            ),
            limit: withDefault(
              Type.Integer({
                description: 'Maximum number of hotels, for all chains together.',
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
            description: 'The resolved place and its hotels.',
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
