import type { Plan, Quote } from '../world/world.ts'

/** Whether the plan is public and in the quote's currency, as for a vendor's "from" price. */
export function isForEverybody(plan: Plan, quote: Quote): boolean {
  return !plan.memberOnly && isComparable(plan, quote)
}

/** The same, including member plans. */
export function isComparable(plan: Plan, quote: Quote): boolean {
  return !plan.needsProof && !plan.isPackage && plan.currency === quote.currency
}

/** How far a vendor's clock is ahead of ours, so that its "now" is still in the client's future. */
const CLOCK_AHEAD_MS = 30_000

/** The moment that some vendors state as the deadline of a rate that was never free to cancel. */
export function vendorNow(worldNowMs: number): string {
  return new Date(worldNowMs + CLOCK_AHEAD_MS).toISOString()
}
