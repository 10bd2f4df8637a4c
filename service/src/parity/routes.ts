import { billableRoute, type Route } from '../edge/route.ts'
import { type ParityDeps, planParity } from './parity.ts'
import { parityBody, readParityAsk } from './request.ts'
import { parityResponse } from './schemas.ts'

export function parityRoutes(deps: ParityDeps): Route[] {
  const { catalog, now } = deps
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/parity',
        operationId: 'parity',
        tag: 'Parity',
        summary: 'What the chain asks for a stay, against the travel agencies',
        description:
          'The direct public rate, member rate and points, and a row for each agency with its distance to direct. Public rates are compared per room and night, after tax wherever both sides tell that figure; nothing is converted. The hotel’s ids at the agencies are those you pass, else those of the id map, else they are resolved now. Each shop costs the weight of its source, a quarter from the cache; a resolution that ran costs 1 credit. An agency without a listing, or one that fails, is `skipped` and free. If the chain itself fails, so does the call.',
        usage: 'parity',
        body: parityBody(catalog),
        answers: {
          200: { description: 'Direct, and a row per agency.', schema: parityResponse(catalog) },
        },
      },
      async ({ body }) => planParity(deps, readParityAsk(catalog, body, now())),
    ),
  ]
}
