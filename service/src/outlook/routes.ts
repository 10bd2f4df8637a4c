import { Type } from 'typebox'
import { billableRoute, type Route } from '../edge/route.ts'
import { type AgeDeps, withAge } from '../rates/auto-age.ts'
import { KindField, oneHotelFields, readStay, requirePoints } from '../rates/request.ts'
import { type OutlookDeps, planOutlook } from './outlook.ts'
import { outlookResponse } from './schemas.ts'

export function outlookRoutes(deps: OutlookDeps & AgeDeps): Route[] {
  const { catalog, now } = deps
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/outlook',
        operationId: 'outlook',
        tag: 'History',
        summary: 'Will it get cheaper?',
        description:
          'Shops one stay and tells how often the price of comparable nights fell by 5, 10 and 20 % before arrival: nights of the last 365 days of the same hotel, weekday class and lead time, as far as they differ from those of its market by more than chance. Each answer tests itself on past nights with what was known then, and gives advice only where it beat the base rate. Costs one shop plus 0.25.',
        usage: 'outlook',
        body: Type.Object({ ...oneHotelFields(catalog), kind: KindField }, { additionalProperties: false }),
        answers: { 200: { description: 'The price and its outlook.', schema: outlookResponse(catalog) } },
      },
      async ({ body }) => {
        const asked = readStay(catalog, body, now())
        requirePoints(body.kind, asked.stay.source)
        const nights = [asked.stay.checkin]
        const { stay, terms } = await withAge(deps, asked, { kind: body.kind, nights })
        return planOutlook(deps, { stay, terms, kind: body.kind })
      },
    ),
  ]
}
