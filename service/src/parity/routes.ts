import { Type } from 'typebox'
import { billableRoute, type Route } from '../edge/route.ts'
import type { MarketDeps } from '../grids/job-market.ts'
import { type AgeDeps, withAge } from '../rates/auto-age.ts'
import type { Receipts } from '../receipts/issue.ts'
import { ReceiptField } from '../receipts/schemas.ts'
import { jobParityRoute } from './job-parity.ts'
import { type ParityDeps, planParity } from './parity.ts'
import { parityBody, readParityAsk } from './request.ts'
import { parityResponse } from './schemas.ts'

export function parityRoutes(deps: ParityDeps & MarketDeps & AgeDeps & { receipts: Receipts }): Route[] {
  const { catalog, now } = deps
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/parity',
        operationId: 'parity',
        tag: 'Parity',
        summary: 'The direct rate of a stay, compared with travel agencies',
        description:
          'The direct public rate, member rate and points, and one row per agency with its gap to direct. Public rates are compared per room and night, after tax if both sides give that price; nothing is converted. The hotel’s ids at the agencies come from the request, else from the id map, else from a live resolution. Each shop costs the weight of its source, a quarter from the cache; a live resolution costs 1 credit. An agency without a listing, or one that fails, is `skipped` and free. If the chain itself fails, so does the call. With `meta: true`, sellers that only the metasearch engine knows join as rows, for one more shop. For a hotel of a metasearch engine, direct is the lowest public offer of the hotel’s own site, and each other seller is a row, for one shop in all.',
        usage: 'parity',
        body: Type.Object(
          { ...parityBody(catalog).properties, receipt: ReceiptField },
          { additionalProperties: false },
        ),
        answers: {
          200: { description: 'The direct rate, and one row per agency.', schema: parityResponse(catalog) },
        },
      },
      async ({ body }, { holder }) => {
        const asked = readParityAsk(catalog, body, now())
        const ask = await withAge(deps, asked, { nights: [asked.stay.checkin] })
        const question = await deps.receipts.questionOf(body, holder.account.no)
        return planParity(deps, ask, question && { receipts: deps.receipts, question })
      },
    ),
    jobParityRoute(deps),
  ]
}
