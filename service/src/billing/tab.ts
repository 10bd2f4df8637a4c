import type { Milli } from '../kernel/credits.ts'
import type { Counts } from './entry.ts'
import { priceOf, priceOfUnits, type Units, type UsageName } from './prices.ts'

/** Records each unit as it was actually served. */
export interface Tab {
  /** The account that the call is for. */
  readonly caller: string | undefined
  live(price: Milli): void
  cached(price: Milli): void
  /** A unit that costs nothing: failed, not found, or without awards. */
  free(): void
  /** The place is unknown: nothing is sold, so the minimum price does not apply. */
  waive(): void
}

export interface OpenTab extends Tab {
  counts(): Counts
  total(): Milli
}

/** The tab of a call. */
export function openTab(usage: UsageName, caller?: string): OpenTab {
  return openTabWith((units) => priceOf(usage, units), caller)
}

/** The tab of one job task. The call that created the job paid the minimum price; tasks pay only for their units. */
export function openTaskTab(): OpenTab {
  return openTabWith((units) => priceOfUnits(units, 'task'))
}

function openTabWith(priceOfAll: (units: Units) => Milli, caller?: string): OpenTab {
  const units: Units = { live: { count: 0, price: 0 }, cached: { count: 0, price: 0 }, free: { count: 0 } }
  const add = (line: { count: number; price: Milli }, price: Milli) => {
    line.count += 1
    line.price += price
  }
  return {
    caller,
    live: (price) => add(units.live, price),
    cached: (price) => add(units.cached, price),
    free: () => {
      units.free.count += 1
    },
    waive: () => {
      units.waived = true
    },
    counts: () => ({ live: units.live.count, cached: units.cached.count, free: units.free.count }),
    total: () => priceOfAll(units),
  }
}

/**
 * What a plan expects to sell: prices of cached units and of units to fetch. It depends on what is stored and how old that is, never
 * on the figures: quotes and refusals are free, so they must not tell what others have paid for.
 */
export interface Estimate {
  cached: readonly Milli[]
  /** Cached units that may be sold or not, depending on what they say. A quote counts them, so that it tells nothing about that. */
  perhaps?: readonly Milli[]
  live: readonly Milli[]
  /** Units known to be free. */
  free: number
  /** The call depends on one live unit: if that fails, the call fails and cached units cost nothing. */
  standsOnLive?: boolean
  /** Units that jobs will fetch. Jobs reserve their own worst case, without the call's minimum price. */
  later?: readonly Milli[]
  /** Whether there may be nothing to sell, so that the minimum price may not apply. */
  nothing?: 'maybe' | 'surely'
}

export interface Quote {
  credits_min: Milli
  credits_max: Milli
  cached: number
  live: number
  free: number
}

/** From the charge if every live unit fails to the worst case. */
export function quoteOf(usage: UsageName, estimate: Estimate): Quote {
  const { cached, perhaps = [], live, free, later = [], nothing, standsOnLive = false } = estimate
  return {
    credits_min: standsOnLive ? 0 : totalOf(usage, cached, [], nothing !== undefined),
    credits_max: worstOf(usage, estimate) + sumOf(later),
    cached: cached.length + perhaps.length,
    live: live.length + later.length,
    free,
  }
}

/** The worst case of the call, without its jobs. */
export function worstOf(usage: UsageName, { cached, perhaps = [], live, nothing }: Estimate): Milli {
  return totalOf(usage, [...cached, ...perhaps], live, nothing === 'surely')
}

function totalOf(usage: UsageName, cached: readonly Milli[], live: readonly Milli[], waived: boolean): Milli {
  return priceOf(usage, {
    live: { count: live.length, price: sumOf(live) },
    cached: { count: cached.length, price: sumOf(cached) },
    free: { count: 0 },
    waived,
  })
}

function sumOf(prices: readonly Milli[]): Milli {
  let sum = 0
  for (const price of prices) sum += price
  return sum
}
