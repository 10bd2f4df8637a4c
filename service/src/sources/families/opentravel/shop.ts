import { type Call, SourceFailure, type StayAnswer, type StayQuery } from '../../source.ts'
import { exchange, type Reply } from './client.ts'
import { errorsOf, judgeAll } from './errors.ts'
import type { Binding } from './profile.ts'
import { shopRequest } from './request.ts'
import { type HotelStay, readStay } from './stay.ts'
import { at } from './xml.ts'

/** One request returns cash and points, so a shop either has both or fails. */
export async function shop(binding: Binding, query: StayQuery, call: Call): Promise<StayAnswer> {
  const message = shopRequest(binding, query, { echoToken: binding.newId(), live: call.live })
  const reply = await exchange(binding, message, call, { last: true })
  const { profile, points } = binding
  const stay =
    rejected(reply) ?? readStay(reply, query, { profile, points, currency: query.currency, alone: true })
  return {
    hotel: stay.hotel,
    status: stay.status,
    minLos: stay.minLos,
    currency: stay.currency ?? query.currency,
    taxIncluded: profile.taxIncluded,
    rooms: stay.rooms,
    pointsKnown: true,
    raw: call.raw ? [reply.body] : [],
  }
}

/**
 * The outcome of an answer with only errors, for a single hotel: a failure is thrown, "nothing to sell" is a stay without
 * rooms. Undefined if the answer reports success.
 */
export function rejected({ root, echoed }: Reply): HotelStay | undefined {
  const errors = errorsOf(root)
  if (errors.length === 0) {
    if (at(root, 'Success') === undefined)
      throw new SourceFailure('broken', 'an answer that is neither success nor error')
    return undefined
  }
  return { hotel: null, status: judgeAll(errors, echoed), minLos: null, currency: null, rooms: [] }
}
