import { billableRoute, type Route } from '../edge/route.ts'
import { LIMITS } from '../kernel/limits.ts'
import { withWallet } from '../wallets/store.ts'
import { planArea } from './area.ts'
import type { AreaDeps } from './around.ts'
import { planAwardSearch } from './award-search.ts'
import { planCalendarArea } from './calendar-area.ts'
import { areaBody, awardSearchBody, calendarAreaBody } from './fields.ts'
import { readArea, readCalendarArea, readSearch } from './request.ts'
import { AreaAnswer, AwardSearchAnswer, CalendarAreaAnswer } from './schemas.ts'

/** Rules shared by the three endpoints about a place. */
const PLACE_RULES =
  'The place lookup works and costs as in `GET /hotels`: 1 credit per chain, 0.25 from the 24-hour cache, free for a chain without hotels there. An unknown place is `null`, and the call is free. Prices in other currencies than `currency` are compared by reference rates (`GET /fx`); points have no currency.'
const FILL_RULES =
  'While your job for the same place, hotels, nights and occupancy is running, repeating the call returns that job instead of making a second one.'

export function areaRoutes(deps: AreaDeps): Route[] {
  const { catalog, now } = deps
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/area',
        operationId: 'area',
        tag: 'Places',
        summary: 'The hotels around a place, cheapest first',
        description: `One stay at the nearest hotels of all chains, up to ${LIMITS.placeHotels}, ranked by lowest points (\`award\`) or lowest public rate (\`cash\`). Answers 200 if every cell is cached and fresh enough; otherwise 202 with the cached cells and a job that fetches the others: poll it and read its cells, or repeat the call; with \`fill: "none"\` always 200. ${FILL_RULES} ${PLACE_RULES} Each cell in the answer costs a quarter of its price in \`POST /matrix\`; the job reserves its own worst-case price.`,
        usage: 'area',
        body: areaBody(catalog),
        answers: {
          200: { description: 'Every hotel.', schema: AreaAnswer[200] },
          202: {
            description: 'The cached hotels, and the job that fetches the others.',
            schema: AreaAnswer[202],
          },
        },
      },
      async ({ body, requestId }, { holder }) => {
        const nowMs = now()
        return planArea(
          deps,
          readArea(catalog, body, nowMs),
          { account: holder.account.no, requestId, partial: body.partial },
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
        description: `Up to ${LIMITS.areaNights} check-in nights at the nearest hotels of one chain: for each night the number of known and available hotels, the cheapest price, the median and, for \`award\`, the most cents per point; and for each hotel its cheapest night. Read from the cache; nights older than \`max_age\` do not count. If \`fill\` selects hotels, one job fetches all their nights, and the answer is 202. ${FILL_RULES} ${PLACE_RULES} Each night costs a quarter of the chain’s \`calendar_night_credits\` per available hotel, at most 1 credit; nights without an available hotel are free. An answer costs at least 1 credit; the job reserves its own worst-case price.`,
        usage: 'calendar_area',
        large: true,
        body: calendarAreaBody(catalog),
        answers: {
          200: { description: 'The cached nights.', schema: CalendarAreaAnswer[200] },
          202: {
            description: 'The cached nights, and the job that fetches the others.',
            schema: CalendarAreaAnswer[202],
          },
        },
      },
      async ({ body, requestId }, { holder }) =>
        planCalendarArea(deps, readCalendarArea(catalog, body, now()), {
          account: holder.account.no,
          requestId,
          partial: body.partial,
        }),
    ),
    billableRoute(
      {
        method: 'POST',
        path: '/award/search',
        operationId: 'awardSearch',
        tag: 'Award',
        summary: 'Award nights around a place',
        description: `Searches up to ${LIMITS.areaNights} check-in nights at the nearest ${LIMITS.searchHotelsOfChain} hotels of each chain for nights payable with points alone or with a certificate, and ranks the hotels that have any. Read from the cache; nights older than \`max_age\` are not listed. If \`fill\` selects hotels, one job per chain fetches all their nights, and the answer is 202: search again when the jobs have ended. ${FILL_RULES} ${PLACE_RULES} Each listed night costs a quarter of the chain’s \`award_night_credits\`, each hotel at most 1 credit; other nights are free. An answer costs at least 1 credit; jobs reserve their own worst-case price.`,
        usage: 'award_search',
        large: true,
        body: awardSearchBody(catalog),
        answers: {
          200: { description: 'The cached nights.', schema: AwardSearchAnswer[200] },
          202: {
            description: 'The cached nights, and the jobs that fetch the others.',
            schema: AwardSearchAnswer[202],
          },
        },
      },
      async ({ body, requestId }, { holder }) => {
        const nowMs = now()
        const held = await withWallet(deps.pool, holder.account.no, body)
        return planAwardSearch(
          deps,
          readSearch(catalog, held, nowMs),
          { account: holder.account.no, requestId, partial: body.partial },
          nowMs,
        )
      },
    ),
  ]
}
