import { billableRoute, type Route } from '../edge/route.ts'
import { LIMITS } from '../kernel/limits.ts'
import { planArea } from './area.ts'
import type { AreaDeps } from './around.ts'
import { planAwardSearch } from './award-search.ts'
import { planCalendarArea } from './calendar-area.ts'
import { areaBody, awardSearchBody, calendarAreaBody } from './fields.ts'
import { readArea, readCalendarArea, readSearch } from './request.ts'
import { AreaAnswer, AwardSearchAnswer, CalendarAreaAnswer } from './schemas.ts'

/** What the three endpoints about a place have in common. */
const PLACE_RULES =
  'The place is found as in `GET /hotels` and costs the same: 1 credit per chain, 0.25 from the cache of 24 hours, nothing for a chain without a hotel there; a place that nobody knows is `null`, and the call is free. Only cells quoted in `currency` are compared: nothing is converted.'
const FILL_RULES =
  'While your own job for the same place, hotels, nights and party is under way, asking again shows that job and makes no second one.'

export function areaRoutes(deps: AreaDeps): Route[] {
  const { catalog, now } = deps
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/area',
        operationId: 'area',
        tag: 'Places',
        summary: 'The hotels around a place, the cheapest first',
        description: `One stay at the nearest hotels of all chains, up to ${LIMITS.placeHotels}, ranked by lowest points (\`award\`) or lowest public rate (\`cash\`). 200 where the store has every cell that is young enough; otherwise 202 with those it has and a job that asks for the others: poll it and read its cells, or ask again. ${FILL_RULES} ${PLACE_RULES} Each cell that is shown costs a quarter of its price in \`POST /matrix\`; the job sets its own worst case aside.`,
        usage: 'area',
        body: areaBody(catalog),
        answers: {
          200: { description: 'Every hotel.', schema: AreaAnswer[200] },
          202: {
            description: 'What is known so far, and the job that asks for the rest.',
            schema: AreaAnswer[202],
          },
        },
      },
      async ({ body, requestId }, { holder }) => {
        const nowMs = now()
        return planArea(
          deps,
          readArea(catalog, body, nowMs),
          { account: holder.account.no, requestId },
          nowMs,
        )
      },
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/calendar/area',
        operationId: 'calendarArea',
        tag: 'Places',
        summary: 'A chain around a place, night by night',
        description: `Up to ${LIMITS.areaNights} check-in nights at the nearest hotels of one chain: for each night how many hotels are known and how many can be had, the cheapest, the median and, for \`award\`, the best value of a point; and for each hotel its cheapest night. Read from the store; nights older than \`max_age\` do not count. Hotels that \`fill\` finds wanting get one job that asks for all their nights, and the answer is 202. ${FILL_RULES} ${PLACE_RULES} Each night costs a quarter of the chain’s \`calendar_night_credits\` for every hotel that can be had, at most 1 credit; nights without such a hotel are free. An answer costs at least 1 credit in all; the job sets its own worst case aside.`,
        usage: 'calendar_area',
        body: calendarAreaBody(catalog),
        answers: {
          200: { description: 'What the store knows.', schema: CalendarAreaAnswer[200] },
          202: {
            description: 'The same, and the job that asks for the rest.',
            schema: CalendarAreaAnswer[202],
          },
        },
      },
      async ({ body, requestId }, { holder }) =>
        planCalendarArea(deps, readCalendarArea(catalog, body, now()), {
          account: holder.account.no,
          requestId,
        }),
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/award/search',
        operationId: 'awardSearch',
        tag: 'Award',
        summary: 'Award nights around a place',
        description: `Looks through up to ${LIMITS.areaNights} check-in nights at the nearest ${LIMITS.searchHotelsOfChain} hotels of each chain for nights payable with points alone, or by a certificate, and ranks the hotels that have some. Read from the store; nights older than \`max_age\` are not listed. Hotels that \`fill\` finds wanting get a job for each chain that asks for all their nights, and the answer is 202: search again when the jobs have ended. ${FILL_RULES} ${PLACE_RULES} Each night that is listed costs a quarter of the chain’s \`award_night_credits\`, each hotel at most 1 credit; nights that were looked at and not listed are free. An answer costs at least 1 credit in all; jobs set their own worst case aside.`,
        usage: 'award_search',
        body: awardSearchBody(catalog),
        answers: {
          200: { description: 'What the store knows.', schema: AwardSearchAnswer[200] },
          202: {
            description: 'The same, and the jobs that ask for the rest.',
            schema: AwardSearchAnswer[202],
          },
        },
      },
      async ({ body, requestId }, { holder }) => {
        const nowMs = now()
        return planAwardSearch(
          deps,
          readSearch(catalog, body, nowMs),
          { account: holder.account.no, requestId },
          nowMs,
        )
      },
    ),
  ]
}
