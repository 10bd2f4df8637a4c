import { isEmpty, START } from './front.ts'
import { CASH, Fronts, frontOf } from './fronts.ts'
import { hopefulSegments } from './hope.ts'
import { type Joining, joinEach, joinedStays, joiningOf } from './join.ts'
import type { Pairs } from './pairs.ts'
import type { FrontierPair, Steps, TripProblem } from './problem.ts'
import type { Segments } from './segments.ts'
import { addBeside, addSharing } from './sharing.ts'
import type { Transfers } from './transfers.ts'

/**
 * All undominated pairs of cash and total points, by points.
 *
 * Chains do not share a purse, so stays with different purses combine freely, and only their pairs matter. Stays with the
 * same purse share its points and certificates, so they are joined one by one. A plan has at most three stays: its purses are
 * A, AA, AB, AAA, AAB, ABB, ABA or ABC. The free combinations come first; after that, only stays that can still improve on
 * their pairs are looked at. Chains that receive points may share a bank: see `sharing.ts`.
 */
export function* frontierOf(
  problem: TripProblem,
  segments: Segments,
  transfers: Transfers,
): Steps<FrontierPair[]> {
  const { nights, maxMoves } = problem
  const all = new Fronts(problem, segments, transfers)
  const found = all.pairs()
  found.addSums(START, all.without([], 0, nights, 'spent'))
  if (maxMoves >= 1) {
    yield* addTwoDifferent(found, all)
    const hopeful = yield* hopefulSegments(problem, segments, all, found.front())
    yield* addJoined(found, problem, hopeful, transfers)
  }
  const { points, cash } = found.take()
  return points.map((total, at) => ({ points: total, cash: cash[at] ?? 0 }))
}

/** AB. */
function* addTwoDifferent(found: Pairs, fronts: Fronts): Steps<void> {
  for (const purse of fronts.purses) {
    for (let night = 1; night < fronts.nights; night += 1) {
      addBeside(found, fronts, purse, fronts.of(purse, 0, night), night, fronts.nights)
    }
    yield
  }
}

/** The other combinations. */
function* addJoined(
  found: Pairs,
  problem: TripProblem,
  hopeful: Segments,
  transfers: Transfers,
): Steps<void> {
  const { maxMoves } = problem
  let fronts = new Fronts(problem, hopeful, transfers)
  if (maxMoves >= 2) {
    yield* addThreeDifferent(found, fronts)
    yield* addSharing(found, fronts)
    const fewer = yield* hopefulSegments(problem, hopeful, fronts, found.front())
    fronts = new Fronts(problem, fewer, transfers)
  }
  for (const [index, purse] of problem.purses.entries()) {
    const states = hopeful.states[index]
    if (!states) continue
    const joining = joiningOf(purse, states)
    yield* addInRow(found, fronts, index, joining, maxMoves)
    if (maxMoves >= 2) yield* addBesideOthers(found, fronts, index, joining)
  }
}

/** ABC, where one of them at most receives points. */
function* addThreeDifferent(found: Pairs, fronts: Fronts): Steps<void> {
  const { nights, transfers } = fronts
  const [rest, own] = [fronts.pairs(), fronts.pairs()]
  for (const first of fronts.purses) {
    for (let night = 1; night < nights; night += 1) {
      const before = fronts.of(first, 0, night, 'own')
      const beyond = fronts.of(first, 0, night, 'beyond')
      if (isEmpty(before) && isEmpty(beyond)) continue
      for (let next = night + 1; next < nights; next += 1) {
        for (const middle of fronts.purses) {
          if (middle === first && first !== CASH) continue
          const middleOwn = fronts.of(middle, night, next, 'own')
          const others = [first, middle]
          rest.addSums(middleOwn, fronts.without(others, next, nights, 'spent'))
          if (transfers.unit === 0) continue
          const lastOwn = fronts.without(others, next, nights, 'own')
          rest.addSums(fronts.of(middle, night, next, 'beyond'), lastOwn)
          if (!isEmpty(beyond)) own.addSums(middleOwn, lastOwn)
        }
        yield
      }
      found.addSums(before, rest.take())
      if (!isEmpty(beyond)) found.addSums(beyond, own.take())
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
  const { nights, transfers } = fronts
  const add = (points: number, cash: number) => found.add(transfers.spentAlone(purse, points), cash)
  for (let night = 1; night < nights; night += 1) {
    const last = fronts.segments(purse, night, nights)
    joinEach(fronts.segments(purse, 0, night), last, joining, add)
    yield
    if (maxMoves < 2) continue
    const two = yield* joinedStays(fronts, purse, night, joining, found.front())
    joinEach(two, last, joining, add)
    addBeside(found, fronts, purse, frontOf(two), night, nights)
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
      addBeside(found, fronts, purse, joined.take(), night, next)
      yield
    }
    for (let next = night + 1; next < nights; next += 1) {
      const [first, second] = [fronts.segments(purse, night, next), fronts.segments(purse, next, nights)]
      joinEach(first, second, joining, joined.add)
      yield
    }
    addBeside(found, fronts, purse, joined.take(), 0, night)
  }
}
