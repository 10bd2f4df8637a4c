import type { Plan, Quote } from '../world/world.ts'

/** Whether anybody can buy the plan, in the quote's own money: what a vendor's "from" price is about. */
export function isForEverybody(plan: Plan, quote: Quote): boolean {
  return !plan.memberOnly && isComparable(plan, quote)
}

/** The same, members included. */
export function isComparable(plan: Plan, quote: Quote): boolean {
  return !plan.needsProof && !plan.isPackage && plan.currency === quote.currency
}

/** How far a vendor's clock is ahead of ours: what it calls now is not over yet for its client. */
const CLOCK_AHEAD_MS = 30_000

/** The moment that some vendors state as the deadline of a rate that was never free to cancel. */
export function vendorNow(worldNowMs: number): string {
  return new Date(worldNowMs + CLOCK_AHEAD_MS).toISOString()
}
