import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filling, Wanted } from '../../src/areas/fill.ts'
import { atMostBudget, withinBudget } from '../../src/areas/fill-budget.ts'
import type { AreaTerms } from '../../src/areas/request.ts'
import { cellPrice } from '../../src/grids/prices.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'

const { sources } = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
const NIGHTS = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']
const KINDS = ['award', 'cash'] as const

const wanted = fc.record({
  source: fc.constantFrom(...sources.filter(({ points }) => points)),
  distanceMi: fc.option(fc.integer({ min: 0, max: 5 })),
  fresh: fc.subarray(NIGHTS),
})
const fillings = fc.array(fc.array(wanted, { maxLength: 6 }), { maxLength: 4 }).map((lists) =>
  lists.map((list, no): Filling => {
    const kind = KINDS[no % 2] ?? 'award'
    const of = ({ source, distanceMi, fresh }: (typeof list)[number]): Wanted =>
      ({ hotel: { source, distanceMi, kind }, fresh: new Set(fresh) }) as unknown as Wanted
    const terms = { nights: NIGHTS, kind } as unknown as AreaTerms
    return { key: String(no), terms, wanted: list.map(of) }
  }),
)

const missing = ({ fresh }: Wanted) => NIGHTS.filter((night) => !fresh.has(night))
const price = ({ hotel }: Wanted) =>
  cellPrice(hotel.source, (hotel as unknown as { kind: 'award' | 'cash' }).kind)
const cost = (one: Wanted) => missing(one).length * price(one)
const miles = ({ hotel }: Wanted) => hotel.distanceMi ?? Number.MAX_VALUE
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

test('fills cost at most the budget, and a nearer hotel waits for no farther one', () => {
  fc.assert(
    fc.property(fillings, fc.integer({ min: 0, max: 30_000 }), (asked, budget) => {
      const all = asked.flatMap((filling) => filling.wanted)
      const { fillings: cut, left } = withinBudget(asked, budget)
      const kept = cut.flatMap((filling) => filling.wanted)
      expect(cut.map(({ key }) => key)).toEqual(asked.map(({ key }) => key))
      const spent = sum(kept.map(cost))
      expect(spent).toBeLessThanOrEqual(budget)
      expect(sum(kept.map((one) => missing(one).length)) + sum(left.map(({ nights }) => nights.length))).toBe(
        sum(all.map((one) => missing(one).length)),
      )
      const costOf = (hotels: readonly Wanted[], at: number) =>
        sum(hotels.filter((one) => miles(one) < at).map(cost))
      const farthest = Math.max(-1, ...kept.map(miles))
      // What is nearer than the farthest hotel is fetched, save for less than the price of one of its nights.
      const nearer = all.filter((one) => miles(one) < farthest && cost(one) > 0)
      const dearest = Math.max(0, ...nearer.map(price))
      const isWhole = costOf(kept, farthest) === costOf(all, farthest)
      expect(isWhole || budget - spent < dearest).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('prices within a budget sum to what they cost, or to the budget', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3000 })),
      fc.integer({ min: 0, max: 9000 }),
      (prices, budget) => {
        expect(sum(atMostBudget(prices, budget))).toBe(Math.min(sum(prices), budget))
        expect(atMostBudget(prices, null)).toBe(prices)
      },
    ),
  )
})
