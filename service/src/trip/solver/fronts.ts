import { type Front, NOTHING, union } from './front.ts'
import { createPairs, type Pairs } from './pairs.ts'
import type { TripProblem } from './problem.ts'
import type { Segment, Segments } from './segments.ts'
import type { States } from './states.ts'
import type { Stay } from './stays.ts'
import { greatestDivisor, type Transfers } from './transfers.ts'

/** Stands for stays that use no purse. Unlike a purse, it is never empty. */
export const CASH = -1

/** More nights than a trip has, for keys. */
const MOST_NIGHTS = 64

/**
 * What a front shows of its stays:
 * - `needed`: the points that hotels take. Never more than what is spent, even if the stay shares its purse.
 * - `spent`: what is spent if the other stays of the trip receive nothing from banks.
 * - `own`: the same, of the stays that need nothing from banks.
 * - `beyond`: the same, of the others.
 */
type Shows = 'needed' | 'spent' | 'own' | 'beyond'

const SHOWS: Readonly<Record<Shows, number>> = { needed: 0, spent: 1, own: 2, beyond: 3 }

/** The pairs of points and cash of single stays, computed when first asked for. */
export class Fronts {
  readonly nights: number
  /** All purses, and `CASH`. */
  readonly purses: readonly number[]
  readonly #problem: TripProblem
  readonly transfers: Transfers
  readonly #segments: Segments
  /** A map for each way to show them: with it in the key, keys were too large for small integers, and lookups took six times as long. */
  readonly #known = Object.values(SHOWS).map(() => new Map<number, Front>())
  #sums: Pairs | undefined
  readonly #unit: number
  readonly #most: number

  constructor(problem: TripProblem, segments: Segments, transfers: Transfers) {
    this.transfers = transfers
    this.nights = problem.nights
    this.purses = [CASH, ...problem.purses.keys()]
    this.#problem = problem
    this.#segments = segments
    let { unit } = transfers
    const most = problem.purses.map(() => 0)
    for (const interval of segments.intervals.flat()) {
      for (const [purse, stays] of (interval?.byPurse ?? []).entries()) {
        for (const { points } of stays) {
          if (unit === 0 || points % unit !== 0) unit = greatestDivisor(points, unit)
          if (points > (most[purse] ?? 0)) most[purse] = points
        }
      }
    }
    this.#unit = unit || 1
    this.#most = problem.purses.reduce(
      (sum, { points }, at) =>
        sum + Math.min(points, (most[at] ?? 0) * (problem.maxMoves + 1) + (transfers.surplus[at] ?? 0)),
      0,
    )
  }

  pairs(): Pairs {
    return createPairs(this.#unit, this.#most)
  }

  /** For one sum at a time: a new array for each took longer than the sums. */
  sums(): Pairs {
    this.#sums ??= this.pairs()
    return this.#sums
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

  of(purse: number, from: number, end: number, shows: Shows = 'needed'): Front {
    return this.#remember(-2 - purse, from, end, shows, () => {
      const needed = frontOf(this.segments(purse, from, end))
      return this.shown(purse, needed, shows)
    })
  }

  /** A front of what hotels take of a purse, as something else. */
  shown(purse: number, needed: Front, shows: Shows): Front {
    if (shows === 'beyond' && (purse === CASH || this.transfers.unit === 0)) return NOTHING
    if (shows === 'needed' || purse === CASH || this.transfers.unit === 0) return needed
    const { own, spentAlone } = this.transfers
    const front: Front = { points: [], cash: [] }
    for (const [at, points] of needed.points.entries()) {
      const isOwn = points <= own(purse)
      if (shows !== 'spent' && isOwn !== (shows === 'own')) continue
      front.points.push(spentAlone(purse, points))
      front.cash.push(needed.cash[at] ?? 0)
    }
    return front
  }

  /** The stays of all purses but these, and those paid with cash alone. */
  without(purses: readonly number[], from: number, end: number, shows: Shows = 'needed'): Front {
    const left = purses.reduce((set, purse) => (purse === CASH ? set : set | (1 << purse)), 0)
    return this.#remember(left, from, end, shows, () =>
      this.purses
        .filter((purse) => purse === CASH || !purses.includes(purse))
        .reduce(
          (all, purse) => union(all, this.of(purse, from, end, shows), 0, 0, Number.POSITIVE_INFINITY),
          NOTHING,
        ),
    )
  }

  /** `which` is below zero for a single purse, otherwise the set of the purses left out. */
  #remember(which: number, from: number, end: number, shows: Shows, compute: () => Front): Front {
    const asked = this.transfers.unit === 0 && shows !== 'beyond' ? 0 : SHOWS[shows]
    const ofShow = this.#known[asked]
    const key = (which * MOST_NIGHTS + from) * MOST_NIGHTS + end
    const known = ofShow?.get(key)
    if (known) return known
    const front = compute()
    ofShow?.set(key, front)
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
