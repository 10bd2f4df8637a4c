import { Type } from 'typebox'
import { billableRoute, QUOTABLE, type Route } from '../edge/route.ts'
import { addNights, dayOf, type Night, nightAt } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { ChainField, HotelCode, NightField, readCheckin, readSource } from '../rates/request.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { type AccessDeps, planAccess } from './access.ts'
import { accessResponse } from './schemas.ts'

export function accessRoutes(deps: AccessDeps & { catalog: Catalog; now: () => number }): Route[] {
  const { catalog, now } = deps
  const withPoints = ChainField(catalog, ({ kind, points }) => kind === 'chain' && points)
  return [
    billableRoute(
      {
        method: 'GET',
        path: '/award/access',
        operationId: 'awardAccess',
        tag: 'Award',
        summary: 'How often a hotel sells its nights for points',
        description:
          'Of the nights with a public cash room for one night, the share that is also sold as a standard award for one night, with or without a cash part; by weekday, lead time and month; and how the other nights are blocked. Two adults in one room. Reads the newest cash and award answers of each night from the cache; nothing is fetched. A night is a pair, and counts, if both were seen within 24 hours of each other. Each pair costs a quarter of the chain’s `award_night_credits`; an answer costs at least 1 credit.',
        usage: 'award_access',
        query: Type.Object(
          {
            chain: withPoints,
            hotel_code: HotelCode,
            from: Type.Optional(NightField('First check-in night. Default: today (UTC).')),
            to: Type.Optional(
              NightField(
                `Last check-in night, inclusive. Default: ${LIMITS.accessNightsDefault} nights from \`from\`; at most ${LIMITS.accessNights} nights.`,
              ),
            ),
            ...QUOTABLE,
          },
          { additionalProperties: false },
        ),
        answers: {
          200: { description: 'The shares and the blocked nights.', schema: accessResponse(catalog) },
        },
      },
      async ({ query }, _caller, dryRun) => {
        const source = readSource(catalog, query.chain)
        const nights = readWindow(query, now())
        return planAccess(deps, { source, hotelCode: query.hotel_code, ...nights }, dryRun)
      },
    ),
  ]
}

function readWindow(query: { from?: string; to?: string }, nowMs: number): { from: Night; to: Night } {
  const today = nightAt(nowMs)
  const furthest = dayOf(today) + LIMITS.checkinDaysAhead
  const from = query.from === undefined ? today : readCheckin('from', query.from, nowMs)
  const usual = Math.min(LIMITS.accessNightsDefault - 1, furthest - dayOf(from))
  const to = query.to === undefined ? addNights(from, usual) : readCheckin('to', query.to, nowMs)
  const count = dayOf(to) - dayOf(from) + 1
  if (count < 1) throw invalid(`\`to\` (${to}) must not be before \`from\` (${from}).`)
  if (count > LIMITS.accessNights)
    throw invalid(`\`from\` to \`to\` must be at most ${LIMITS.accessNights} nights, not ${count}.`)
  return { from, to }
}
