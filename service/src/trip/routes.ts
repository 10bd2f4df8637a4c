import { billableRoute, freeRoute, type Route } from '../edge/route.ts'
import { served } from '../edge/served.ts'
import type { GridJobDeps } from '../grids/open-job.ts'
import { LIMITS } from '../kernel/limits.ts'
import { createTurns } from '../kernel/turns.ts'
import { type HotelsOfSet, withHotels } from '../rates/request.ts'
import { withWallet } from '../wallets/store.ts'
import { againBody, planAgain } from './again.ts'
import { readTrip, tripBody } from './request.ts'
import { TripAnswer } from './schemas.ts'
import { planTrip, type TripDeps } from './trip.ts'

/** Trips that a process solves at the same time. */
const SOLVED_AT_ONCE = 2

export function tripRoutes(
  deps: Omit<TripDeps, 'solving'> & GridJobDeps & { hotelsOfSet: HotelsOfSet },
): Route[] {
  const { catalog, now } = deps
  const solving = createTurns<number>(SOLVED_AT_ONCE)
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/trip',
        operationId: 'trip',
        tag: 'Award',
        summary: 'The best mix of cash, points and certificates for a trip',
        description: `Up to ${LIMITS.tripNights} nights at up to ${LIMITS.tripHotels} hotels of a list or around a place. Combines cash, points, points + cash, free-night certificates and the free nights of each chain’s \`award_rules\` within your wallet, with what your banks can transfer (\`GET /transfers\`), and lists the cheapest ways to pay by \`cost\`: cash plus points at \`point_value\`. The first option is the true optimum over the known nights: every combination counts, none is guessed. Read from the cached one-night prices of both kinds; a night that is unknown or older than \`max_age\` is counted in \`nights_unknown\` and never taken for sold out. If \`fill\` selects hotels, one job per kind fetches their nights, and the answer is 202: ask again when the jobs have ended. While your jobs for the same hotels, nights and occupancy are running, repeating the call returns them. Prices in other currencies are converted by reference rates (\`GET /fx\`). The place lookup costs as in \`GET /hotels\`; each night of a hotel in the options costs a quarter of the chain’s \`calendar_night_credits\`, once; the answer itself costs 1 credit. An unknown place is free. Jobs reserve their own worst-case price.`,
        usage: 'trip',
        large: true,
        body: tripBody(catalog),
        answers: {
          200: { description: 'The best options by the cached nights.', schema: TripAnswer[200] },
          202: {
            description: 'The same, and the jobs that fetch missing nights.',
            schema: TripAnswer[202],
          },
        },
      },
      async ({ body, requestId }, { holder }) => {
        const account = holder.account.no
        const listed = await withHotels(deps.hotelsOfSet, account, body, LIMITS.tripHotels)
        const held = await withWallet(deps.pool, account, listed)
        return planTrip({ ...deps, solving }, readTrip(catalog, held, now()), {
          account,
          requestId,
          partial: body.partial,
        })
      },
    ),
    freeRoute(
      {
        method: 'POST',
        path: '/trip/again',
        operationId: 'tripAgain',
        scope: 'read',
        tag: 'Award',
        summary: 'The same trip with another wallet, from what your jobs have fetched',
        description:
          'Free. Plans the trip of ended jobs that `POST /trip` has made: their hotels, nights, guests and currency, with the wallet, the value of points and the changes of hotel that you name now. It knows only prices that jobs of your account have paid for, those of other calls too, from up to 6 hours before the first of these jobs; every other night is counted in `nights_unknown`. `POST /trip` knows all cached prices. Nothing is fetched. Jobs can be read for as long as `GET /jobs/{id}` has them.',
        large: true,
        body: againBody(catalog),
        answers: { 200: { description: 'The best options by these prices.', schema: TripAnswer[200] } },
      },
      async ({ body }, { holder }) => {
        const account = holder.account.no
        return served(
          await planAgain({ ...deps, solving }, await withWallet(deps.pool, account, body), account),
        )
      },
    ),
  ]
}
