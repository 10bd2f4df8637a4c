import { type Call, SourceFailure, type StayAnswer, type StayQuery } from '../../source.ts'
import type { Bound } from './bound.ts'
import { parseOffers } from './parse-offers.ts'
import { type AwardOffer, parsePoints, withAwards } from './parse-points.ts'

type Points = { awards: AwardOffer[]; body: unknown } | { failure: SourceFailure }

/**
 * Cash and points of one stay, requested in parallel. Only Shop decides whether the stay is on sale; without points the answer
 * is still used, and marks them as unknown.
 */
export async function shopStay(bound: Bound, query: StayQuery, call: Call): Promise<StayAnswer> {
  const [cashBody, points] = await Promise.all([
    bound.client.get(call, bound.requests.offers(query)),
    bound.points ? askPoints(bound, query, call) : null,
  ])
  const cash = parseOffers(cashBody, query, bound.terms())
  const answer = points === null ? cash : joined(cash, points)
  if (!call.raw) return answer
  const bodies = points !== null && 'awards' in points ? [cashBody, points.body] : [cashBody]
  return { ...answer, raw: bodies.filter((body) => body !== undefined) }
}

/** Never rejects with a source failure: only a failure of the cash request counts. */
async function askPoints(bound: Bound, query: StayQuery, call: Call): Promise<Points> {
  try {
    const body = await bound.client.get(call, bound.requests.points(query))
    return { awards: parsePoints(body, query, bound.terms()), body }
  } catch (failure) {
    if (failure instanceof SourceFailure) return { failure }
    throw failure
  }
}

function joined(cash: StayAnswer, points: Points): StayAnswer {
  if ('failure' in points) return { ...cash, pointsKnown: false }
  if (cash.status !== 'available') return cash
  return { ...cash, rooms: withAwards(cash.rooms, points.awards, cash.currency) }
}
