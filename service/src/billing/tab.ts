import type { Milli } from '../kernel/credits.ts'
import type { Counts } from './entry.ts'
import { priceOf, type Units, type UsageName } from './prices.ts'

/** What a verb writes on while it serves: each unit as it was really got. */
export interface Tab {
  live(price: Milli): void
  cached(price: Milli): void
  /** A unit that was asked for and costs nothing: failed, not found, without awards. */
  free(): void
}

export interface OpenTab extends Tab {
  counts(): Counts
  total(): Milli
}

export function openTab(usage: UsageName): OpenTab {
  const units: Units = { live: { count: 0, price: 0 }, cached: { count: 0, price: 0 }, free: { count: 0 } }
  const add = (line: { count: number; price: Milli }, price: Milli) => {
    line.count += 1
    line.price += price
  }
  return {
    live: (price) => add(units.live, price),
    cached: (price) => add(units.cached, price),
    free: () => {
      units.free.count += 1
    },
    counts: () => ({ live: units.live.count, cached: units.cached.count, free: units.free.count }),
    total: () => priceOf(usage, units),
  }
}

/** What a plan expects to sell: prices of the units the store holds, and of those it must ask a source for. */
export interface Estimate {
  cached: readonly Milli[]
  live: readonly Milli[]
  /** Units that are known to cost nothing. */
  free: number
  /** The call stands on one of its live units: if that fails, so does the call, and what is cached costs nothing either. */
  standsOnLive?: boolean
}

export interface Quote {
  credits_min: Milli
  credits_max: Milli
  cached: number
  live: number
  free: number
}

/** Between the charge if every live unit failed, and the worst case. */
export function quoteOf(usage: UsageName, estimate: Estimate): Quote {
  const price = (live: boolean): Milli => {
    const tab = openTab(usage)
    for (const unit of estimate.cached) tab.cached(unit)
    if (live) for (const unit of estimate.live) tab.live(unit)
    return tab.total()
  }
  return {
    credits_min: estimate.standsOnLive ? 0 : price(false),
    credits_max: price(true),
    cached: estimate.cached.length,
    live: estimate.live.length,
    free: estimate.free,
  }
}
