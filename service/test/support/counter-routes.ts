import { setTimeout as wait } from 'node:timers/promises'
import { Type } from 'typebox'
import { billableRoute, freeRoute, type Route } from '../../src/edge/route.ts'
import { served } from '../../src/edge/served.ts'
import { ApiError } from '../../src/kernel/errors.ts'

const plansOf = new Map<number, number>()

/**
 * A billable verb with nothing behind it: sells as many live, cached and free units as it is asked for. It goes through the
 * very frame that every product verb goes through, so that frame can be shown to be exact by itself.
 */
export const counterRoutes: Route[] = [
  billableRoute(
    {
      method: 'POST',
      path: '/counter',
      operationId: 'counter',
      tag: 'Rates',
      summary: 'Sell units',
      description: 'Sells units.',
      usage: 'shop',
      body: Type.Object(
        {
          live: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
          cached: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
          failed: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
          wait_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
          fail: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
      answers: { 200: { description: 'Sold.', schema: Type.Object({ sold: Type.Integer() }) } },
    },
    async ({ body }, { holder }) => {
      plansOf.set(holder.account.no, (plansOf.get(holder.account.no) ?? 0) + 1)
      const { live = 0, cached = 0, failed = 0, wait_ms: waitMs = 0, fail = false } = body
      return {
        estimate: {
          live: Array.from({ length: live + failed }, () => 1000),
          cached: Array.from({ length: cached }, () => 1000),
          free: 0,
        },
        run: async (tab) => {
          if (waitMs > 0) await wait(waitMs)
          if (fail) throw new ApiError('source_unavailable', 'The source broke.', { chain: 'aurelia' })
          for (let unit = 0; unit < live; unit += 1) tab.live(1000)
          for (let unit = 0; unit < cached; unit += 1) tab.cached(1000)
          for (let unit = 0; unit < failed; unit += 1) tab.free()
          return served({ sold: live + cached })
        },
      }
    },
  ),
  freeRoute(
    {
      method: 'GET',
      path: '/counter/plans',
      operationId: 'counterPlans',
      tag: 'Rates',
      summary: 'Count plans',
      description: 'How many plans this process has made for the account.',
      exempt: true,
      answers: { 200: { description: 'Counted.', schema: Type.Object({ plans: Type.Integer() }) } },
    },
    (_asked, { holder }) => served({ plans: plansOf.get(holder.account.no) ?? 0 }),
  ),
]
