import type { Planned } from '../edge/sale.ts'
import { factsOf, planOneStay, type RateDeps } from '../rates/ask.ts'
import { answer, type ChannelOutcome } from './answer.ts'
import type { ParityAsk } from './request.ts'
import { directOf, sellersIn } from './sellers.ts'

/** Parity of a hotel that a metasearch engine shows: one shop has the hotel's own site and all other sellers. */
export function planMetasearchParity(deps: RateDeps, ask: ParityAsk): Promise<Planned> {
  const { stay, terms } = ask
  return planOneStay(deps, stay, terms, async (shopped) => {
    const outcomes = sellersIn(shopped).map(
      (offer): ChannelOutcome => ({ ...offer, via: null, listing: { hotelCode: null, confidence: null } }),
    )
    const seen = { direct: directOf(shopped), hotel: shopped.observation.answer.hotel }
    return answer(deps, ask, seen, outcomes, await factsOf(deps, stay), false)
  })
}
