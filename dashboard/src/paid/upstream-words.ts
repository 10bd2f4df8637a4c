import type { Job } from '@vacancy/client'
import { formatCount, formatSmallMoney } from '../ui/format.ts'

type Upstream = NonNullable<Job['upstream']>

/** `30 requests to sources, $0.23`. The price is what the operator of the server pays the vendor. */
export function upstreamWords({ requests, cost }: Upstream): string {
  const counted = formatCount(requests, 'request to sources', 'requests to sources')
  return cost ? `${counted}, ${formatSmallMoney(cost.amount, cost.currency)}` : counted
}

/** Of something that repeats. */
export function repeatedWords(each: Upstream & { per_month: Upstream }): string {
  return `${upstreamWords(each)}; in 30 days ${upstreamWords(each.per_month)}`
}
