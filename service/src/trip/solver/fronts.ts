import { type Front, NOTHING, union } from './front.ts'
import { createPairs, type Pairs } from './pairs.ts'
import type { TripProblem } from './problem.ts'
import type { Segment, Segments } from './segments.ts'
import type { States } from './states.ts'
import type { Stay } from './stays.ts'

/** Stands for stays that use no purse. Unlike a purse, it is never empty. */
export const CASH = -1

/** The pairs of points and cash of single stays, computed when first asked for. */
export class Fronts {
  readonly nights: number
  /** All purses, and `CASH`. */
  readonly purses: readonly number[]
  readonly #problem: TripProblem
  readonly #segments: Segments
  readonly #known = new Map<string, Front>()
  readonly #unit: number
  readonly #most: number

  constructor(problem: TripProblem, segments: Segments) {
    this.nights = problem.nights
    this.purses = [CASH, ...problem.purses.keys()]
    this.#problem = problem
    this.#segments = segments
    let unit = 0
    const most = problem.purses.map(() => 0)
    for (const interval of segments.intervals.flat()) {
      for (const [purse, stays] of (interval?.byPurse ?? []).entries()) {
        for (const { points } of stays) {
          unit = greatestDivisor(points, unit)
          if (points > (most[purse] ?? 0)) most[purse] = points
        }
      }
    }
    this.#unit = unit || 1
    this.#most = problem.purses.reduce(
      (sum, { points }, at) => sum + Math.min(points, (most[at] ?? 0) * (problem.maxMoves + 1)),
      0,
    )
  }

  pairs(): Pairs {
    return createPairs(this.#unit, this.#most)
  }

  pointsOf(purse: number): number {
    return this.#problem.purses[purse]?.points ?? 0
  }

  statesOf(purse: number): States | undefined {
    return this.#segments.states[purse]
  }

  segments(purse: number, from: number, end: number): readonly Segment[] {
    const interval = this.#segments.intervals[from]?.[end]
    if (purse === CASH) return interval?.cash ? [interval.cash] : []
    return interval?.byPurse[purse] ?? []
  }

  of(purse: number, from: number, end: number): Front {
    return this.#remember(`${purse} ${from} ${end}`, () => frontOf(this.segments(purse, from, end)))
  }

  /** The stays of all purses but these, and those paid with cash alone. */
  without(purses: readonly number[], from: number, end: number): Front {
    return this.#remember(`not ${purses.toSorted((a, b) => a - b).join()} ${from} ${end}`, () =>
      this.purses
        .filter((purse) => purse === CASH || !purses.includes(purse))
        .reduce(
          (all, purse) => union(all, this.of(purse, from, end), 0, 0, Number.POSITIVE_INFINITY),
          NOTHING,
        ),
    )
  }

  #remember(key: string, compute: () => Front): Front {
    const known = this.#known.get(key)
    if (known) return known
    const front = compute()
    this.#known.set(key, front)
    return front
  }
}

/** The undominated pairs of stays in the order of points and cash, whatever certificates they use. */
export function frontOf(stays: readonly Stay[]): Front {
  const front: Front = { points: [], cash: [] }
  let least = Number.POSITIVE_INFINITY
  for (const { points, cash } of stays) {
    if (cash >= least) continue
    least = cash
    front.points.push(points)
    front.cash.push(cash)
  }
  return front
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
