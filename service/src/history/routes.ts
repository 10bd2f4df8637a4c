import { Type } from 'typebox'
import { billableRoute, type Route } from '../edge/route.ts'
import { LIMITS } from '../kernel/limits.ts'
import {
  ChainField,
  COMMON_FIELDS,
  HotelCode,
  KindField,
  LosField,
  Nights,
  readParty,
  readSource,
  requirePoints,
} from '../rates/request.ts'
import { type HistoryDeps, planHistory } from './history.ts'
import { readPastNights, readStretch, STRETCH_FIELDS } from './request.ts'
import { historyResponse } from './schemas.ts'

export function historyRoutes(deps: HistoryDeps): Route[] {
  const { catalog, historyDays, now } = deps
  const { max_age: _maxAge, ...party } = COMMON_FIELDS
  return [
    billableRoute(
      {
        method: 'POST',
        path: '/history',
        operationId: 'history',
        tag: 'History',
        summary: 'How the price of up to 93 nights changed',
        description: `Every recorded change of status, price or points, also of past nights: changes are kept for ${historyDays} days after the night. Never calls a source. Each night with at least one observation costs a quarter of the chain’s \`calendar_night_credits\`. At most ${LIMITS.historyObservations} observations.`,
        usage: 'history',
        large: true,
        body: Type.Object(
          {
            chain: ChainField(catalog),
            hotel_code: HotelCode,
            nights: Nights,
            los: LosField,
            kind: KindField,
            ...party,
            ...STRETCH_FIELDS,
          },
          { additionalProperties: false },
        ),
        answers: { 200: { description: 'The changes, night by night.', schema: historyResponse(catalog) } },
      },
      async ({ body }, _caller, dryRun) => {
        const source = readSource(catalog, body.chain)
        const { kind, los, hotel_code: hotelCode } = body
        requirePoints(kind, source)
        const { from, to } = readPastNights(body.nights, {
          most: LIMITS.historyNights,
          historyDays,
          nowMs: now(),
        })
        const stay = { source, hotelCode, los, ...readParty(body) }
        const stretch = readStretch(body, now())
        return planHistory(deps, { stay, kind, nights: { from, to }, stretch }, dryRun)
      },
    ),
  ]
}
