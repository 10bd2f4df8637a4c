import type { Milli } from '../kernel/credits.ts'
import { PURPOSES, type Purpose, purposeOfCall } from '../kernel/purpose.ts'
import { type Upstream, upstreamView } from '../kernel/upstream.ts'
import type { Counts } from './entry.ts'
import { priceOf, priceOfUnits, type Units, type UsageName } from './prices.ts'

declare const PAID: unique symbol

/** Shows that a tab was paid. Only tabs make it, and nothing that a call fetched is stored without it. */
export interface Paid {
  readonly [PAID]: true
}

/** Stores what a unit fetched. */
export type Keep = (paid: Paid) => Promise<void>

/** Records each unit as it was actually served. What it fetched is kept with it, and stored when the tab is paid. */
export interface Tab {
  /** The account that the call is for. */
  readonly caller: string | undefined
  /** What requests to sources are made for. */
  readonly purpose: Purpose
  live(price: Milli, keep?: Keep): void
  cached(price: Milli, keep?: Keep): void
  /** A unit that costs nothing: failed, not found, or without awards. What it fetched is not stored. */
  free(): void
  /** A unit that found nothing. It is free, and free again from the cache. */
  nothing(keep: Keep): void
  /** Something that is no unit: it is charged, but not counted. */
  extra(price: Milli): void
  /** The place is unknown: nothing is sold, so the minimum price does not apply. */
  waive(): void
}

export interface OpenTab extends Tab {
  counts(): Counts
  total(): Milli
  /** Called once the total is paid: stores what the units fetched. Stores report their own failures, so this never fails. */
  paid(): Promise<void>
}

/** The tab of a call. */
export function openTab(usage: UsageName, caller?: string, purpose: Purpose = purposeOfCall(usage)): OpenTab {
  return openTabWith((units) => priceOf(usage, units), purpose, caller)
}

/** The tab of one job task. The call that created the job paid the minimum price; tasks pay only for their units. */
export function openTaskTab(): OpenTab {
  return openTabWith((units) => priceOfUnits(units, 'task'), PURPOSES.job)
}

function openTabWith(priceOfAll: (units: Units) => Milli, purpose: Purpose, caller?: string): OpenTab {
  const units: Units = { live: { count: 0, price: 0 }, cached: { count: 0, price: 0 }, free: { count: 0 } }
  const keeps: Keep[] = []
  const add = (line: { count: number; price: Milli }, price: Milli, keep?: Keep) => {
    line.count += 1
    line.price += price
    if (keep) keeps.push(keep)
  }
  return {
    caller,
    purpose,
    live: (price, keep) => add(units.live, price, keep),
    cached: (price, keep) => add(units.cached, price, keep),
    free: () => {
      units.free.count += 1
    },
    nothing: (keep) => {
      units.free.count += 1
      keeps.push(keep)
    },
    extra: (price) => {
      units.extra = (units.extra ?? 0) + price
    },
    waive: () => {
      units.waived = true
    },
    counts: () => ({ live: units.live.count, cached: units.cached.count, free: units.free.count }),
    total: () => priceOfAll(units),
    paid: async () => {
      if (keeps.length > 0) await Promise.allSettled(keeps.map((keep) => keep({} as Paid)))
    },
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
  /** What may be sold with live units, such as a receipt. */
  extra?: Milli
  /** The call depends on one live unit: if that fails, the call fails and cached units cost nothing. */
  standsOnLive?: boolean
  /** Units that jobs will fetch. Jobs reserve their own worst case, without the call's minimum price. */
  later?: readonly Milli[]
  /** The requests to sources of the jobs that the call would make. */
  upstream?: Upstream
  /** Whether there may be nothing to sell, so that the minimum price may not apply. */
  nothing?: 'maybe' | 'surely'
}

export interface Quote {
  credits_min: Milli
  credits_max: Milli
  cached: number
  live: number
  free: number
  upstream?: ReturnType<typeof upstreamView>
}

/** From the charge if every live unit fails to the worst case. */
export function quoteOf(usage: UsageName, estimate: Estimate): Quote {
  const { cached, perhaps = [], live, free, later = [], nothing, standsOnLive = false, upstream } = estimate
  return {
    credits_min: standsOnLive ? 0 : totalOf(usage, cached, [], nothing !== undefined),
    credits_max: worstOf(usage, estimate) + sumOf(later),
    cached: cached.length + perhaps.length,
    live: live.length + later.length,
    free,
    ...(upstream && { upstream: upstreamView(upstream) }),
  }
}

/** The worst case of the call, without its jobs. */
export function worstOf(
  usage: UsageName,
  { cached, perhaps = [], live, nothing, extra = 0 }: Estimate,
): Milli {
  return totalOf(usage, [...cached, ...perhaps], live, nothing === 'surely') + extra
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
