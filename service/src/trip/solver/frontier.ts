import { isEmpty, START } from './front.ts'
import { CASH, Fronts, frontOf } from './fronts.ts'
import { hopefulSegments } from './hope.ts'
import { type Joining, joinEach, joinedStays, joiningOf } from './join.ts'
import type { Pairs } from './pairs.ts'
import type { FrontierPair, Steps, TripProblem } from './problem.ts'
import type { Segments } from './segments.ts'

/**
 * All undominated pairs of cash and total points, by points.
 *
 * Chains do not share a purse, so stays with different purses combine freely, and only their pairs matter. Stays with the
 * same purse share its points and certificates, so they are joined one by one. A plan has at most three stays: its purses are
 * A, AA, AB, AAA, AAB, ABB, ABA or ABC. The free combinations come first; after that, only stays that can still improve on
 * their pairs are looked at.
 */
export function* frontierOf(problem: TripProblem, segments: Segments): Steps<FrontierPair[]> {
  const { nights, maxMoves } = problem
  const all = new Fronts(problem, segments)
  const found = all.pairs()
  found.addSums(START, all.without([], 0, nights))
  if (maxMoves >= 1) {
    yield* addTwoDifferent(found, all)
    yield* addJoined(found, problem, yield* hopefulSegments(problem, segments, all, found.front()))
  }
  const { points, cash } = found.take()
  return points.map((total, at) => ({ points: total, cash: cash[at] ?? 0 }))
}

/** AB. */
function* addTwoDifferent(found: Pairs, fronts: Fronts): Steps<void> {
  for (const purse of fronts.purses) {
    for (let night = 1; night < fronts.nights; night += 1) {
      found.addSums(fronts.of(purse, 0, night), fronts.without([purse], night, fronts.nights))
    }
    yield
  }
}

/** The other combinations. */
function* addJoined(found: Pairs, problem: TripProblem, hopeful: Segments): Steps<void> {
  const { maxMoves } = problem
  let fronts = new Fronts(problem, hopeful)
  if (maxMoves >= 2) {
    yield* addThreeDifferent(found, fronts)
    const fewer = yield* hopefulSegments(problem, hopeful, fronts, found.front())
    fronts = new Fronts(problem, fewer)
  }
  for (const [index, purse] of problem.purses.entries()) {
    const states = hopeful.states[index]
    if (!states) continue
    const joining = joiningOf(purse, states)
    yield* addInRow(found, fronts, index, joining, maxMoves)
    if (maxMoves >= 2) yield* addBesideOthers(found, fronts, index, joining)
  }
}

/** ABC. */
function* addThreeDifferent(found: Pairs, fronts: Fronts): Steps<void> {
  const { nights } = fronts
  const rest = fronts.pairs()
  for (const first of fronts.purses) {
    for (let night = 1; night < nights; night += 1) {
      const before = fronts.of(first, 0, night)
      if (isEmpty(before)) continue
      for (let next = night + 1; next < nights; next += 1) {
        for (const middle of fronts.purses) {
          if (middle === first && first !== CASH) continue
          rest.addSums(fronts.of(middle, night, next), fronts.without([first, middle], next, nights))
        }
        yield
      }
      found.addSums(before, rest.take())
    }
  }
}

/** AA and AAA; AAB. */
function* addInRow(
  found: Pairs,
  fronts: Fronts,
  purse: number,
  joining: Joining,
  maxMoves: number,
): Steps<void> {
  const { nights } = fronts
  for (let night = 1; night < nights; night += 1) {
    const last = fronts.segments(purse, night, nights)
    joinEach(fronts.segments(purse, 0, night), last, joining, found.add)
    yield
    if (maxMoves < 2) continue
    const two = yield* joinedStays(fronts, purse, night, joining, found.front())
    joinEach(two, last, joining, found.add)
    found.addSums(frontOf(two), fronts.without([purse], night, nights))
    yield
  }
}

/** ABB and ABA. */
function* addBesideOthers(found: Pairs, fronts: Fronts, purse: number, joining: Joining): Steps<void> {
  const { nights } = fronts
  const joined = fronts.pairs()
  for (let night = 1; night < nights; night += 1) {
    const before = fronts.segments(purse, 0, night)
    for (let next = night + 1; next < nights; next += 1) {
      const after = fronts.segments(purse, next, nights)
      joinEach(before, after, joining, joined.add, true)
      found.addSums(joined.take(), fronts.without([purse], night, next))
      yield
    }
    for (let next = night + 1; next < nights; next += 1) {
      const [first, second] = [fronts.segments(purse, night, next), fronts.segments(purse, next, nights)]
      joinEach(first, second, joining, joined.add)
      yield
    }
    found.addSums(fronts.without([purse], 0, night), joined.take())
  }
}
