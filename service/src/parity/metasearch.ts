import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import { factsOf, planOneStay, type RateDeps } from '../rates/ask.ts'
import { answer } from './answer.ts'
import { type ReceiptAsk, withReceipt } from './receipt.ts'
import type { ParityAsk } from './request.ts'
import { directOf, sellerRows } from './sellers.ts'

/** Parity of a hotel that a metasearch engine shows: one shop has the hotel's own site and all other sellers. */
export function planMetasearchParity(deps: RateDeps, ask: ParityAsk, receipt?: ReceiptAsk): Promise<Planned> {
  const { stay, terms } = ask
  const options = { ...terms, evidence: receipt !== undefined }
  return planOneStay(deps, stay, options, async (shopped, tab) => {
    const outcomes = sellerRows(shopped, null)
    const seen = { direct: directOf(shopped), hotel: shopped.observation.answer.hotel }
    const view = answer(deps, ask, seen, outcomes, await factsOf(deps, stay), false)
    return receipt ? withReceipt(receipt, view, [shopped], tab) : served(view)
  })
}
