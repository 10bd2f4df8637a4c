import { cellPrice } from '../grids/prices.ts'
import type { FillsUnderWay } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import type { Filling, Wanted } from './fill.ts'

interface NotFilled {
  hotels: number
  nights: number
  chains: string[]
}

type Hotel = Pick<Wanted['hotel'], 'source' | 'hotelCode'>

/** Nights of hotels that no job fetches. */
interface Left {
  hotels: readonly Hotel[]
  nights: readonly Night[]
}

interface Cut {
  fillings: Filling[]
  left: Left[]
}

/** Fills within a budget, if there is one, and what an answer says of the rest. A running job is shown as it is, so it needs no budget. */
export function payable(
  fillings: Filling[],
  { jobs }: Pick<FillsUnderWay, 'jobs'>,
  budget: Milli | null,
  beyond: Left,
): { fillings: Filling[]; left: { not_filled: NotFilled } | null } {
  if (budget === null)
    return { fillings, left: beyond.hotels.length === 0 ? null : { not_filled: notFilled([beyond]) } }
  const unmade = fillings.map((one) => (jobs.has(one.key) ? { ...one, wanted: [] } : one))
  const { fillings: paid, left } = withinBudget(unmade, budget)
  return { fillings: paid, left: { not_filled: notFilled([beyond, ...left]) } }
}

/** Cuts fills so that their worst case fits a budget: nearest hotels first; at equal distance, what is cheapest to ask. */
export function withinBudget(fillings: readonly Filling[], budget: Milli): Cut {
  const asked = fillings
    .flatMap(({ terms: { nights, kind }, wanted }) =>
      wanted.map((one) => ({ one, nights, price: cellPrice(one.hotel.source, kind) })),
    )
    .toSorted((a, b) => milesOf(a.one) - milesOf(b.one) || a.price - b.price)
  const kept = new Map<Wanted, Wanted>()
  const left: Left[] = []
  let credits = budget
  for (const { one, nights, price } of asked) {
    const missing = nights.filter((night) => !one.fresh.has(night))
    const paid = missing.slice(0, Math.floor(credits / price))
    const unpaid = missing.slice(paid.length)
    credits -= paid.length * price
    if (paid.length > 0) kept.set(one, { ...one, fresh: new Set([...one.fresh, ...unpaid]) })
    if (unpaid.length > 0) left.push({ hotels: [one.hotel], nights: unpaid })
  }
  return {
    fillings: fillings.map((filling) => ({
      ...filling,
      wanted: filling.wanted.flatMap((one) => kept.get(one) ?? []),
    })),
    left,
  }
}

/** A night of a hotel counts once, though it may be wanted in cash and in points. */
function notFilled(left: readonly Left[]): NotFilled {
  const nightsOf = new Map<string, Set<Night>>()
  const chains = new Set<string>()
  for (const { hotels, nights } of left) {
    for (const { source, hotelCode } of hotels) {
      const name = `${source.id} ${hotelCode}`
      nightsOf.set(name, new Set([...(nightsOf.get(name) ?? []), ...nights]))
      chains.add(source.id)
    }
  }
  const counts = [...nightsOf.values()].map(({ size }) => size)
  return {
    hotels: nightsOf.size,
    nights: counts.reduce((sum, count) => sum + count, 0),
    chains: [...chains],
  }
}

/** Prices that sum to what these cost, or to the budget if that is less. */
export function atMostBudget(prices: readonly Milli[], budget: Milli | null): readonly Milli[] {
  if (budget === null) return prices
  let left = budget
  return prices.flatMap((price) => {
    const part = Math.min(price, left)
    left -= part
    return part > 0 ? [part] : []
  })
}

function milesOf({ hotel }: Wanted): number {
  return hotel.distanceMi ?? Number.MAX_VALUE
}
