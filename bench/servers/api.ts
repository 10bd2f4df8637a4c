import { Type } from 'typebox'
import { composeApi } from '../../service/src/compose.ts'
import { readConfig } from '../../service/src/config.ts'
import { billableRoute } from '../../service/src/edge/route.ts'
import { runRole } from '../../service/src/role.ts'
import { ANSWER, UNIT_PRICE_MILLI } from './answer.ts'

/** A cache hit with nothing but the product's own frame around it: key, rate limit, quota, durable exact charge. */
const hit = billableRoute(
  {
    method: 'POST',
    path: '/hit',
    operationId: 'hit',
    tag: 'Rates',
    summary: 'One cached unit',
    description: 'Sells one cached unit.',
    usage: 'shop',
    body: Type.Object(
      {
        chain: Type.String({ maxLength: 40 }),
        hotel_id: Type.String({ maxLength: 80 }),
        checkin: Type.String({ format: 'date' }),
        checkout: Type.String({ format: 'date' }),
        adults: Type.Integer({ minimum: 1, maximum: 8 }),
        currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'Sold.', schema: Type.Object({}) } },
  },
  async () => ({
    estimate: { live: [], cached: [UNIT_PRICE_MILLI], free: 0 },
    run: async (tab) => {
      tab.cached(UNIT_PRICE_MILLI)
      return { status: 200, headers: {}, body: ANSWER }
    },
  }),
)

/** A real API process, as `vacancy api` starts it, with this one route beside the product's. */
await runRole(await composeApi(readConfig(process.env), { routes: [hit] }))
