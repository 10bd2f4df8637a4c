import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan, Steps, TripProblem } from '../../src/trip/solver/problem.ts'
import { solveTrip } from '../../src/trip/solver/solve.ts'
import { everyPlan, undominated } from './brute-force.ts'

/** How many random worlds: few in the suite, more by `TRIP_WORLDS=5000`. */
const WORLDS = Number(process.env.TRIP_WORLDS ?? 150)

const coarse = (max: number) => fc.integer({ min: 1, max }).map((n) => n * 500)
const money = fc.integer({ min: 50, max: 400 })
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { freq: 3, nil: null })

const problems: fc.Arbitrary<TripProblem> = fc
  .record({
    nights: fc.integer({ min: 1, max: 5 }),
    hotels: fc.integer({ min: 1, max: 4 }),
    purses: fc.integer({ min: 0, max: 2 }),
  })
  .chain(({ nights, hotels, purses }) => {
    const offer = fc.record({
      cash: maybe(money),
      points: maybe(coarse(40)),
      premium: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
      pointsCash: fc.option(fc.record({ points: coarse(20), cash: money }), { freq: 1, nil: null }),
      certificates: fc
        .subarray([0, 1])
        .chain((ids) =>
          fc.tuple(
            ...ids.map((certificate) => fc.constantFrom(0, 0, 1000).map((topUp) => ({ certificate, topUp }))),
          ),
        ),
    })
    const rule = maybe(
      fc.record({ every: fc.integer({ min: 2, max: 4 }), frees: fc.constantFrom('cheapest', 'last') }),
    )
    return fc.record({
      nights: fc.constant(nights),
      maxMoves: fc.integer({ min: 0, max: 2 }),
      cashCost: fc.constantFrom(1, 100),
      purses: fc.array(
        fc.record({
          points: fc.oneof(coarse(120), fc.constant(0)),
          certificates: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 })),
          pointCost: fc.integer({ min: 0, max: 3 }),
        }),
        { minLength: purses, maxLength: purses },
      ),
      hotels: fc.array(
        fc.record({
          purse: purses === 0 ? fc.constant(null) : maybe(fc.integer({ min: 0, max: purses - 1 })),
          freeNight: rule,
          offers: fc.array(offer, { minLength: nights, maxLength: nights }),
        }),
        { minLength: hotels, maxLength: hotels },
      ),
    })
  })

describe('the best plans of a trip', () => {
  test('are those that trying every plan finds', { timeout: 60_000 + WORLDS * 200 }, () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const all = everyPlan(problem)
        const best = undominated(all, ({ uses }) => uses).toSorted((a, b) => a.cost - b.cost)
        const { options, frontier, bestCash } = run(solveTrip(problem))

        expect(options.map(({ cost }) => cost)).toEqual(best.slice(0, 10).map(({ cost }) => cost))
        const known = new Set(best.map(({ uses }) => uses.join()))
        for (const option of options) expect(known).toContain(usesOf(option).join())
        for (const option of options) expect(totalsOf(problem, option)).toEqual(usesOf(option))

        const pairs = [
          ...new Map(
            all.map(({ uses }) => pairOf(problem, uses)).map((pair) => [pair.join(), pair]),
          ).values(),
        ]
        const undominatedPairs = undominated(pairs, (pair) => pair).toSorted(
          (a, b) => (a[1] ?? 0) - (b[1] ?? 0),
        )
        expect(frontier.map(({ cash, points }) => [cash, points])).toEqual(undominatedPairs)

        const withCash = all.filter(({ uses }) => uses.slice(1).every((amount) => amount === 0))
        const least = withCash.length > 0 ? Math.min(...withCash.map(({ uses }) => uses[0] ?? 0)) : undefined
        expect(bestCash?.cash).toBe(least)
      }),
      { numRuns: WORLDS },
    )
  })
})

function run<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function usesOf(plan: Plan): number[] {
  return [plan.cash, ...plan.points.flatMap((points, at) => [points, ...(plan.certificates[at] ?? [])])]
}

/** What the nights of a plan add up to. */
function totalsOf(problem: TripProblem, plan: Plan): number[] {
  const totals = problem.purses.map((purse) => [0, ...purse.certificates.map(() => 0)])
  let cash = 0
  for (const night of plan.nights) {
    cash += night.cash
    const total = totals[problem.hotels[night.hotel]?.purse ?? -1]
    if (!total) continue
    total[0] = (total[0] ?? 0) + night.points
    if (night.certificate !== null) total[night.certificate + 1] = (total[night.certificate + 1] ?? 0) + 1
  }
  return [cash, ...totals.flat()]
}

function pairOf(problem: TripProblem, uses: readonly number[]): number[] {
  let at = 1
  let points = 0
  for (const purse of problem.purses) {
    points += uses[at] ?? 0
    at += 1 + purse.certificates.length
  }
  return [uses[0] ?? 0, points]
}
