import { type Front, improves, union } from './front.ts'
import type { Fronts } from './fronts.ts'
import type { Steps, TripProblem } from './problem.ts'
import type { IntervalSegments, Segment, Segments } from './segments.ts'

/**
 * Whether a part of a plan can still lead to a pair of points and cash that no known one beats. `rest` holds the best that
 * the other nights can cost at all.
 */
export function hasHope(best: Front, part: { points: number; cash: number }, rest: Front): boolean {
  return improves(best, rest, part.points, part.cash, Number.POSITIVE_INFINITY)
}

/** The segments of plans with a move that can still improve on the best pairs known. */
export function* hopefulSegments(
  problem: TripProblem,
  segments: Segments,
  fronts: Fronts,
  best: Front,
): Steps<Segments> {
  const intervals: (IntervalSegments | undefined)[][] = []
  for (const [from, row] of segments.intervals.entries()) {
    const kept: (IntervalSegments | undefined)[] = []
    for (const [end, interval] of row.entries()) {
      if (!interval || end - from === problem.nights) continue
      const rest = restOf(problem, fronts, from, end)
      const isHopeful = (stay: Segment) => hasHope(best, stay, rest)
      kept[end] = {
        cash: interval.cash && isHopeful(interval.cash) ? interval.cash : null,
        byPurse: interval.byPurse.map((stays) => stays.filter(isHopeful)),
      }
      yield
    }
    intervals.push(kept)
  }
  return { ...segments, intervals }
}

/** What the nights before and after a stay cost at least: as if each stay had the whole wallet for itself. */
function restOf({ nights, maxMoves }: TripProblem, fronts: Fronts, from: number, end: number): Front {
  if (from > 0 && end < nights)
    return sumsOf(fronts, [[fronts.without([], 0, from), fronts.without([], end, nights)]])
  const [first, last] = from > 0 ? [0, from] : [end, nights]
  const whole = fronts.without([], first, last)
  if (maxMoves < 2) return whole
  const pairs: [Front, Front][] = []
  for (let night = first + 1; night < last; night += 1) {
    pairs.push([fronts.without([], first, night), fronts.without([], night, last)])
  }
  return union(whole, sumsOf(fronts, pairs), 0, 0, Number.POSITIVE_INFINITY)
}

function sumsOf(fronts: Fronts, pairs: readonly [Front, Front][]): Front {
  const sums = fronts.sums()
  for (const [a, b] of pairs) sums.addSums(a, b)
  return sums.take()
}
