import type { Milli } from '../kernel/credits.ts'
import type { Counts } from './entry.ts'
import { priceOf, priceOfUnits, type Units, type UsageName } from './prices.ts'

/** What a verb writes on while it serves: each unit as it was really got. */
export interface Tab {
  live(price: Milli): void
  cached(price: Milli): void
  /** A unit that was asked for and costs nothing: failed, not found, without awards. */
  free(): void
  /** Nobody knows the place that was asked for: there is nothing to sell, so the smallest price of a call is not asked either. */
  waive(): void
}

export interface OpenTab extends Tab {
  counts(): Counts
  total(): Milli
}

/** The tab of a call. */
export function openTab(usage: UsageName): OpenTab {
  return openTabWith((units) => priceOf(usage, units))
}

/** The tab of one task of a job. The call that made the job has paid its smallest price; the tasks pay for their units alone. */
export function openTaskTab(): OpenTab {
  return openTabWith((units) => priceOfUnits(units, 'task'))
}

function openTabWith(priceOfAll: (units: Units) => Milli): OpenTab {
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
    waive: () => {
      units.waived = true
    },
    counts: () => ({ live: units.live.count, cached: units.cached.count, free: units.free.count }),
    total: () => priceOfAll(units),
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
  /** Units that jobs will ask for. Jobs set aside their own worst case; the smallest price of the call is none of theirs. */
  later?: readonly Milli[]
  /** Whether it may turn out, or is known, that there is nothing to sell: then the smallest price is not asked. */
  nothing?: 'maybe' | 'surely'
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
  const { cached, live, free, later = [], nothing, standsOnLive = false } = estimate
  return {
    credits_min: standsOnLive ? 0 : totalOf(usage, cached, [], nothing !== undefined),
    credits_max: worstOf(usage, estimate) + sumOf(later),
    cached: cached.length,
    live: live.length + later.length,
    free,
  }
}

/** The worst case of the call itself, without its jobs. */
export function worstOf(usage: UsageName, { cached, live, nothing }: Estimate): Milli {
  return totalOf(usage, cached, live, nothing === 'surely')
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
