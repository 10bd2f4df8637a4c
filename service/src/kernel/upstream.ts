/** The requests to sources that something is expected to make, and what the operator pays the vendors for them. */
export interface Upstream {
  requests: number
  /** In millionths of the currency's main unit; null if a price is not known, or in several currencies. */
  cost: { micro: number; currency: string } | null
}

function timesUpstream({ requests, cost }: Upstream, times: number): Upstream {
  return {
    requests: Math.round(requests * times),
    cost: cost && { micro: Math.round(cost.micro * times), currency: cost.currency },
  }
}

export function upstreamView({ requests, cost }: Upstream) {
  return { requests, cost: cost && { amount: cost.micro / 1_000_000, currency: cost.currency } }
}

/** Of something that repeats, with those of 30 days. */
export function repeatedView(upstream: Upstream, perMonth: number) {
  return { ...upstreamView(upstream), per_month: upstreamView(timesUpstream(upstream, perMonth)) }
}
