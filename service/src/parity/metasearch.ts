import type { Planned } from '../edge/sale.ts'
import { factsOf, planOneStay, type RateDeps } from '../rates/ask.ts'
import { answer } from './answer.ts'
import type { ParityAsk } from './request.ts'
import { directOf, sellerRows } from './sellers.ts'

/** Parity of a hotel that a metasearch engine shows: one shop has the hotel's own site and all other sellers. */
export function planMetasearchParity(deps: RateDeps, ask: ParityAsk): Promise<Planned> {
  const { stay, terms } = ask
  return planOneStay(deps, stay, terms, async (shopped) => {
    const outcomes = sellerRows(shopped, null)
    const seen = { direct: directOf(shopped), hotel: shopped.observation.answer.hotel }
    return answer(deps, ask, seen, outcomes, await factsOf(deps, stay), false)
  })
}
