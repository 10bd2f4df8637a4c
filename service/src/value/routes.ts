import { Type } from 'typebox'
import { MatrixCell } from '../cells/cell.ts'
import type { Reads } from '../db/replica/reads.ts'
import { billableRoute, type Route } from '../edge/route.ts'
import { nullable } from '../edge/schemas.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { LIMITS } from '../kernel/limits.ts'
import { COMPARABLE_FIELDS } from '../observations/comparable.ts'
import type { AgeDeps } from '../rates/auto-age.ts'
import { AutoAgeField } from '../rates/max-age.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { planAwardValue } from './award-value.ts'
import { createBounds } from './bounds.ts'
import { readValueAsk, ValueQuery } from './request.ts'

export const AwardValueHotel = Type.Object(
  {
    chain: Type.String({ description: 'The chain.', examples: ['aurelia'] }),
    hotel_code: Type.String({ description: "The property's code at the chain.", examples: ['TOKAU'] }),
    name: nullable(Type.String(), 'As spelled by the chain.'),
    city: nullable(Type.String(), 'As spelled by the chain.'),
    country: nullable(Type.String(), 'ISO 3166 alpha-2.'),
    best_cpp: Type.Number({
      description: 'Cents per point of the best night that counts, in hundredths of the requested currency.',
      examples: [2.31],
    }),
    avg_cpp: Type.Number({
      description: 'Mean cents per point of all nights that count, rounded half up.',
      examples: [1.12],
    }),
    nights: Type.Integer({ description: 'Number of nights that count.', minimum: 1 }),
    max_age: AutoAgeField,
    ...COMPARABLE_FIELDS,
    best: MatrixCell,
  },
  { $id: 'AwardValueHotel' },
)

export interface ValueRoutesDeps extends AgeDeps {
  reads: Reads
  catalog: Catalog
  fx: ReferenceRates
  now: () => number
}

export function valueRoutes({ reads, catalog, fx, ages, now }: ValueRoutesDeps): Route[] {
  const deps = { reads, fx, ages, bounds: createBounds(fx) }
  return [
    billableRoute(
      {
        method: 'GET',
        path: '/award/value',
        operationId: 'awardValue',
        tag: 'Award',
        summary: 'Where points are worth most',
        description: `Ranks hotels by the cents per point of their award nights: one-night stays for two adults in one room, standard awards payable with points alone. Prices in other currencies than \`currency\` are compared by reference rates (\`GET /fx\`); nights without such a rate do not count. Reads up to ${LIMITS.valueNights} nights from the cache; nothing is fetched. \`min_cpp\` and \`max_age\` decide which nights count, \`min_nights\` how many of them a hotel needs. Ties are sorted by hotel code. Each hotel in the answer costs a quarter of the chain’s \`award_night_credits\`; an answer, even an empty one, costs at least 1 credit.`,
        usage: 'award_value',
        query: ValueQuery,
        answers: {
          200: {
            description: 'The hotels, best first, each with its best night.',
            schema: Type.Object({
              hotels: Type.Array(AwardValueHotel, { description: 'Empty if no cached night counts.' }),
            }),
          },
        },
      },
      async ({ query }) => {
        const nowMs = now()
        return planAwardValue(deps, readValueAsk(catalog, query, nowMs), nowMs)
      },
    ),
  ]
}
