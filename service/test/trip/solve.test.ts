import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan, Steps, TripProblem } from '../../src/trip/solver/problem.ts'
import { solveTrip } from '../../src/trip/solver/solve.ts'
import { everyPlan, undominated } from './brute-force.ts'
import { problems } from './worlds.ts'

/** How many random worlds: few in the suite, more by `TRIP_WORLDS=5000`. */
const WORLDS = Number(process.env.TRIP_WORLDS ?? 150)

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
        const banks = new Map(best.map((plan) => [plan.uses.join(), plan.banks]))
        for (const option of options) expect(sentFor(problem, option)).toBe(banks.get(usesOf(option).join()))

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

test('small steps of banks take no longer than large ones', () => {
  const night = { cash: null, points: 1250, premium: false, pointsCash: null, certificates: [] }
  const problem: TripProblem = {
    nights: 14,
    maxMoves: 2,
    cashCost: 1,
    hotels: [0, 1].map((purse) => ({
      purse,
      freeNight: null,
      offers: Array.from({ length: 14 }, () => night),
    })),
    purses: [0, 1].map(() => ({ points: 0, certificates: [], pointCost: 1 })),
    banks: [20_000, 20_000, 20_000],
    partners: [0, 1, 2].flatMap((bank) =>
      [0, 1].map((purse) => ({ bank, purse, step: 100, minimum: 1000, from: 100, to: 100 })),
    ),
  }
  const begun = process.cpuUsage()
  const [best] = run(solveTrip(problem)).options
  expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000)
  expect(best?.transfers.reduce((sum, { points }) => sum + points, 0)).toBe(17_500)
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

/** The points of banks in a plan. Each transfer is possible, and the banks have enough for all. */
function sentFor({ banks, partners }: TripProblem, { transfers }: Plan): number {
  const left = [...banks]
  for (const { partner, points, received } of transfers) {
    const { bank, step, minimum, from, to } = partners[partner] as TripProblem['partners'][number]
    expect([points % step, points >= minimum, received]).toEqual([0, true, Math.floor((points * to) / from)])
    left[bank] = (left[bank] ?? 0) - points
    expect(left[bank]).toBeGreaterThanOrEqual(0)
  }
  return transfers.reduce((sum, { points }) => sum + points, 0)
}

/** What the nights of a plan add up to, with what is left of its transfers. */
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
  for (const [purse, total] of totals.entries()) {
    const received = plan.transfers
      .filter(({ partner }) => problem.partners[partner]?.purse === purse)
      .reduce((sum, transfer) => sum + transfer.received, 0)
    const own = problem.purses[purse]?.points ?? 0
    expect(total[0]).toBeLessThanOrEqual(own + received)
    total[0] = Math.min(total[0] ?? 0, own) + received
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
