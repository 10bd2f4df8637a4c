import { Type } from 'typebox'
import { billableRoute, type Route } from '../edge/route.ts'
import { withDefault } from '../edge/schemas.ts'
import { type AgeDeps, withAge } from '../rates/auto-age.ts'
import { KindField, oneHotelFields, readStay, requirePoints } from '../rates/request.ts'
import { type InsightDeps, planInsight } from './insight.ts'
import { insightResponse } from './schemas.ts'

export function insightRoutes(deps: InsightDeps & AgeDeps): Route[] {
  const { catalog, now } = deps
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/insight',
        operationId: 'insight',
        tag: 'History',
        summary: 'Is this a good price?',
        description:
          'Shops one stay and compares its price with other nights of the hotel that were seen in the last 365 days, at a similar lead time and of the same weekday class; with similar hotels nearby; and with its own past. Costs one shop plus 0.25; with `outlook` plus 0.5.',
        usage: 'insight',
        body: Type.Object(
          {
            ...oneHotelFields(catalog),
            kind: KindField,
            outlook: withDefault(
              Type.Boolean({ description: 'Also answers what `POST /outlook` would, for 0.25 more.' }),
              false,
            ),
          },
          { additionalProperties: false },
        ),
        answers: { 200: { description: 'The price and the judgement.', schema: insightResponse(catalog) } },
      },
      async ({ body }) => {
        const asked = readStay(catalog, body, now())
        requirePoints(body.kind, asked.stay.source)
        const nights = [asked.stay.checkin]
        const { stay, terms } = await withAge(deps, asked, { kind: body.kind, nights })
        return planInsight(deps, { stay, terms, kind: body.kind, withOutlook: body.outlook })
      },
    ),
  ]
}
