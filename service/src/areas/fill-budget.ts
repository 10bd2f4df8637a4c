import { Type } from 'typebox'
import { cellPrice } from '../grids/prices.ts'
import type { FillsUnderWay } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Filling, Wanted } from './fill.ts'
import type { AreaTerms } from './request.ts'

export const FillBudgetField = Type.Optional(
  Type.Number({
    description:
      'The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no job.',
    minimum: 0,
    maximum: LIMITS.maxCredits,
    examples: [10],
  }),
)

export const NotFilledField = Type.Optional(
  Type.Object(
    {
      hotels: Type.Integer({ description: 'Hotels with nights that are left out.', minimum: 0 }),
      nights: Type.Integer({ description: 'Nights that are left out, of all hotels.', minimum: 0 }),
      chains: Type.Array(Type.String(), { description: 'The chains of these hotels.' }),
    },
    { description: 'What `fill` selects and `fill_budget` does not pay for; only with `fill_budget`.' },
  ),
)

interface NotFilled {
  hotels: number
  nights: number
  chains: string[]
}

interface Cut {
  fillings: Filling[]
  notFilled: NotFilled
}

/** Fills within a budget, if there is one, and what an answer says of the rest. A running job is shown as it is, so it needs no budget. */
export function payable(
  fillings: Filling[],
  { jobs }: Pick<FillsUnderWay, 'jobs'>,
  terms: AreaTerms,
  budget: Milli | null,
): { fillings: Filling[]; left: { not_filled: NotFilled } | null } {
  if (budget === null) return { fillings, left: null }
  const unmade = fillings.map((one) => (jobs.has(one.key) ? { ...one, wanted: [] } : one))
  const { fillings: paid, notFilled } = withinBudget(unmade, terms, budget)
  return { fillings: paid, left: { not_filled: notFilled } }
}

/** Cuts fills so that their worst case fits a budget: nearest hotels first; at equal distance, what is cheapest to ask. */
export function withinBudget(fillings: readonly Filling[], terms: AreaTerms, budget: Milli): Cut {
  const { nights, kind } = terms
  const price = ({ hotel }: Wanted) => cellPrice(hotel.source, kind)
  const byDistance = (one: Wanted, other: Wanted) =>
    milesOf(one) - milesOf(other) || price(one) - price(other)
  const kept = new Map<Wanted, Wanted>()
  const chains = new Set<string>()
  const left = { credits: budget, hotels: 0, nights: 0 }
  for (const wanted of fillings.flatMap((filling) => filling.wanted).toSorted(byDistance)) {
    const missing = nights.filter((night) => !wanted.fresh.has(night))
    const paid = missing.slice(0, Math.floor(left.credits / price(wanted)))
    const unpaid = missing.slice(paid.length)
    left.credits -= paid.length * price(wanted)
    if (paid.length > 0) kept.set(wanted, { ...wanted, fresh: new Set([...wanted.fresh, ...unpaid]) })
    if (unpaid.length === 0) continue
    left.hotels += 1
    left.nights += unpaid.length
    chains.add(wanted.hotel.source.id)
  }
  return {
    fillings: fillings.map(({ key, wanted }) => ({
      key,
      wanted: wanted.flatMap((one) => kept.get(one) ?? []),
    })),
    notFilled: { hotels: left.hotels, nights: left.nights, chains: [...chains] },
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
