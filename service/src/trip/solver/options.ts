import { Heap } from './heap.ts'
import type { Purse, Steps, TripProblem } from './problem.ts'
import { SegmentList } from './segment-list.ts'
import { isBefore, type Segment, type Segments, usedBy } from './segments.ts'
import type { Need, Transfers } from './transfers.ts'

/** The first stays of a plan. */
export interface Route {
  segments: readonly Segment[]
  cost: number
  used: number
  /** Cash, then the points and the certificates of each purse. */
  uses: readonly number[]
}

/** A whole route, with what is received for it. */
export interface Paid extends Route {
  needs: readonly Need[]
  /** Per need. */
  received: readonly number[]
}

/** A route and the next segment to add to it, or a plan. `cost` and `used` are lower bounds of whole plans through it. */
type Candidate = { cost: number; used: number } & (
  | { route: Route; list: SegmentList; at: number }
  | { plan: Paid }
)

type Bound = { cost: number; used: number }

const UNREACHABLE: Bound = { cost: Number.POSITIVE_INFINITY, used: Number.POSITIVE_INFINITY }
const EXPANSIONS_PER_STEP = 16

/**
 * The cheapest undominated plans, by cost.
 *
 * A best-first search over the nights on which the hotel changes. The bound is what the remaining nights cost if the
 * wallet were unlimited, which is never too much; so plans are found in the order of their cost. A plan that dominates
 * another has at most its cost and uses less, so it is found first. A route is dropped if another one to the same night
 * beats it; `isBeaten` says when.
 *
 * Routes count the points that hotels take. A whole route that needs points of banks is a plan for each undominated way to
 * receive them, and waits in the queue again with what is received, which is never less. Whatever uses less of everything
 * can also be paid with the same transfers or fewer, so routes can be dropped before their transfers are known.
 */
export function* cheapestPlans(
  problem: TripProblem,
  segments: Segments,
  transfers: Transfers,
  limit: number,
): Steps<Paid[]> {
  const lists = yield* listsOf(segments)
  const bounds = boundsOf(problem, lists)
  const layout = layoutOf(problem.purses, transfers)
  const reached: Route[][] = Array.from({ length: problem.nights }, () => [])
  const whole: Route[] = []
  const plans: Paid[] = []
  const queue = new Heap<Candidate>(isBefore)
  const start: Route = { segments: [], cost: 0, used: 0, uses: layout.nothing }

  function add(route: Route, list: SegmentList, from: number): void {
    for (let at = from; at < list.length; at += 1) {
      const segment = list.at(at)
      if (!segment) return
      const left = bounds[problem.maxMoves - route.segments.length]?.[segment.end] ?? UNREACHABLE
      if (left.cost === Number.POSITIVE_INFINITY) return
      if (!layout.fits(route, segment)) continue
      const cost = route.cost + segment.cost + left.cost
      queue.push({ route, list, at, cost, used: route.used + segment.used + left.used })
      return
    }
  }

  function expand(route: Route): void {
    const night = route.segments.at(-1)?.end ?? 0
    const isLast = route.segments.length === problem.maxMoves
    for (let end = isLast ? problem.nights : night + 1; end <= problem.nights; end += 1) {
      for (const list of lists[night]?.[end] ?? []) add(route, list, 0)
    }
  }

  function finish(route: Route): void {
    if (whole.some((other) => usesNoMore(other, route))) return
    whole.push(route)
    for (const plan of layout.paid(route)) queue.push({ plan, cost: plan.cost, used: plan.used })
  }

  expand(start)
  for (let count = 1; plans.length < limit; count += 1) {
    const next = queue.pop()
    if (!next) break
    if (count % EXPANSIONS_PER_STEP === 0) yield
    if ('plan' in next) {
      if (!plans.some((plan) => usesNoMore(plan, next.plan))) plans.push(next.plan)
      continue
    }
    add(next.route, next.list, next.at + 1)
    const segment = next.list.at(next.at)
    if (!segment) continue
    const route = layout.extend(next.route, segment)
    if (segment.end === problem.nights) finish(route)
    else if (!isBeaten(route, reached[segment.end] ?? [])) {
      reached[segment.end]?.push(route)
      expand(route)
    }
  }
  return plans
}

/** By the first night and the end: the segments of each purse, and the one with cash. */
type Lists = readonly (readonly (readonly SegmentList[])[])[]

function* listsOf({ intervals }: Segments): Steps<Lists> {
  const lists: SegmentList[][][] = []
  for (const row of intervals) {
    lists.push(
      row.map((interval) => {
        const all = interval ? [interval.cash ? [interval.cash] : [], ...interval.byPurse] : []
        return all.flatMap((segments) => (segments[0] ? [new SegmentList(segments[0], segments)] : []))
      }),
    )
    yield
  }
  return lists
}

/** `bounds[moves left][night]`: the least cost and use from a night on. */
function boundsOf({ nights, maxMoves }: TripProblem, lists: Lists): Bound[][] {
  const bounds: Bound[][] = []
  for (let stays = 0; stays <= maxMoves; stays += 1) {
    const row: Bound[] = Array.from({ length: nights + 1 }, () => UNREACHABLE)
    row[nights] = { cost: 0, used: 0 }
    for (let night = 0; night < nights; night += 1) {
      for (let end = night + 1; end <= nights; end += 1) {
        const rest = bounds[stays - 1]?.[end] ?? UNREACHABLE
        for (const { first } of lists[night]?.[end] ?? []) {
          const bound = { cost: first.cost + rest.cost, used: first.used + rest.used }
          if (isBefore(bound, row[night] ?? UNREACHABLE)) row[night] = bound
        }
      }
    }
    bounds.push(row)
  }
  return bounds
}

function usesNoMore(a: Route, b: Route): boolean {
  return a.uses.every((amount, at) => amount <= (b.uses[at] ?? 0))
}

/**
 * Whether other routes to the same night, with no more moves, make this one useless. One that uses no more of anything
 * suffices if it can go on wherever this one can: it ends at the same hotel, or was paid with cash at its last hotel, where
 * staying on changes nothing. Otherwise its last hotel is closed to it, and it takes two with different last hotels.
 */
function isBeaten(route: Route, others: readonly Route[]): boolean {
  const last = route.segments.at(-1)
  let rival: number | undefined
  for (const other of others) {
    if (other.segments.length > route.segments.length || !usesNoMore(other, route)) continue
    const end = other.segments.at(-1)
    if (end && (end.hotel === last?.hotel || end.purse === null)) return true
    if (rival !== undefined && rival !== end?.hotel) return true
    rival = end?.hotel
  }
  return false
}

/** Where the amounts of each purse stand in `uses`, and what fits into the wallet. */
function layoutOf(purses: readonly Purse[], transfers: Transfers) {
  const limits = [Number.POSITIVE_INFINITY]
  const places = purses.map(
    ({ points, certificates }) => limits.push(points, ...certificates) - 1 - certificates.length,
  )
  const placeOf = ({ purse }: Segment) => (purse === null ? 0 : (places[purse] ?? 0))
  const needsOf = (uses: readonly number[]) => transfers.lacking(places.map((place) => uses[place] ?? 0))

  return {
    nothing: limits.map(() => 0),

    /** Two stays at one hotel in a row would be one booking, so a route never moves to the hotel it is at. */
    fits(route: Route, segment: Segment): boolean {
      if (segment.purse === null) return true
      const last = route.segments.at(-1)
      if (last?.hotel === segment.hotel && last.purse !== null) return false
      const place = placeOf(segment)
      const has = (at: number, amount: number) => (route.uses[at] ?? 0) + amount <= (limits[at] ?? 0)
      return (
        has(place, segment.points) &&
        segment.certificates.every((count, certificate) => has(place + 1 + certificate, count)) &&
        this.canBePaid(route, segment)
      )
    },

    /** The limits hold for each chain alone. Chains that need the same banks may need too much of them together. */
    canBePaid({ uses }: Route, segment: Segment): boolean {
      const place = placeOf(segment)
      const points = (uses[place] ?? 0) + segment.points
      if (segment.purse === null || points <= transfers.own(segment.purse)) return true
      const lacks = (other: number, purse: number) =>
        other !== place && (uses[other] ?? 0) > transfers.own(purse)
      return !places.some(lacks) || transfers.covers(needsOf(uses.with(place, points))).length > 0
    },

    paid(route: Route): Paid[] {
      const needs = transfers.unit === 0 ? [] : needsOf(route.uses)
      if (needs.length === 0) return [{ ...route, needs, received: [] }]
      const plans: Paid[] = []
      for (const received of transfers.covers(needs)) {
        const plan = { ...route, uses: [...route.uses], needs, received }
        for (const [at, need] of needs.entries()) {
          const surplus = (received[at] ?? 0) - need.points
          const place = places[need.purse] ?? 0
          plan.uses[place] = (plan.uses[place] ?? 0) + surplus
          plan.cost += surplus * (purses[need.purse]?.pointCost ?? 0)
          plan.used += usedBy(surplus)
        }
        plans.push(plan)
      }
      return plans
    },

    extend(route: Route, segment: Segment): Route {
      const uses = [...route.uses]
      uses[0] = (uses[0] ?? 0) + segment.cash
      if (segment.purse !== null) {
        const place = placeOf(segment)
        uses[place] = (uses[place] ?? 0) + segment.points
        for (const [certificate, count] of segment.certificates.entries()) {
          uses[place + 1 + certificate] = (uses[place + 1 + certificate] ?? 0) + count
        }
      }
      return {
        segments: [...route.segments, segment],
        cost: route.cost + segment.cost,
        used: route.used + segment.used,
        uses,
      }
    },
  }
}
