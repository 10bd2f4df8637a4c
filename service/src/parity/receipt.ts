import type { Tab } from '../billing/tab.ts'
import type { Commission } from '../edge/sale.ts'
import type { Served } from '../edge/served.ts'
import { evidenceIn, type Shopped } from '../rates/ask.ts'
import type { Receipts } from '../receipts/issue.ts'

/** A call that asks for a receipt. */
export interface ReceiptAsk {
  receipts: Receipts
  /** The body of its request. */
  question: object
}

export function withReceipt(
  { receipts, question }: ReceiptAsk,
  view: object,
  shopped: readonly Shopped[],
  tab: Tab,
): Promise<Served | Commission> {
  return receipts.attach({ endpoint: 'parity', question, view, evidence: evidenceIn(shopped) }, tab)
}
