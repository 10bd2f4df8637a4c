import type { Steps, TripProblem } from './problem.ts'
import { certificatesOf, purseOf, type Stay, staysFrom } from './stays.ts'

/** A stay with its place in the order of plans: by cost, then by how much of everything it uses. */
export interface Segment extends Stay {
  /** The purse that it uses; null if it is paid with cash alone. */
  purse: number | null
  /** How many of each certificate of that purse it uses. */
  certificates: readonly number[]
  cost: number
  /** Cash, points, certificates and stays in one sum. Among equal costs, a plan that uses less comes first. */
  used: number
}

/** The stays of one interval that can be part of an undominated plan. */
export interface IntervalSegments {
  /** The least cash, whatever the hotel; null if no hotel can be paid with cash alone. */
  cash: Segment | null
  /** Those that use a purse, by purse, in the order of plans. */
  byPurse: readonly (readonly Segment[])[]
}

/** All segments: `segments[from][end]`. */
export type Segments = readonly (readonly (IntervalSegments | undefined)[])[]

/** More stays than a plan can have, so that their number decides only between plans that use the same. */
const STAYS = 16

export function isBefore(a: { cost: number; used: number }, b: { cost: number; used: number }): boolean {
  return a.cost < b.cost || (a.cost === b.cost && a.used < b.used)
}

/** The segments that plans with at most `maxMoves` moves are made of. */
export function* segmentsOf(problem: TripProblem): Steps<Segments> {
  const { nights, maxMoves } = problem
  const stays = yield* allStays(problem)
  const segments: (IntervalSegments | undefined)[][] = []
  for (let from = 0; from < nights; from += 1) {
    const row: (IntervalSegments | undefined)[] = []
    for (let end = from + 1; end <= nights; end += 1) {
      if (isPossible(from, end, nights, maxMoves)) row[end] = intervalOf(problem, stays, from, end)
      yield
    }
    segments.push(row)
  }
  return segments
}

/** Without a move a stay has all nights; with one it begins or ends with the trip. */
function isPossible(from: number, end: number, nights: number, maxMoves: number): boolean {
  return Number(from > 0) + Number(end < nights) <= maxMoves
}

type StaysOfHotel = ReturnType<typeof staysFrom>[]

function* allStays(problem: TripProblem): Steps<StaysOfHotel[]> {
  const all: StaysOfHotel[] = []
  const starts = problem.maxMoves === 0 ? 1 : problem.nights
  for (const hotel of problem.hotels) {
    const purse = purseOf(hotel, problem.purses)
    all.push(Array.from({ length: starts }, (_, from) => staysFrom(hotel, purse, from)))
    yield
  }
  return all
}

function intervalOf(
  problem: TripProblem,
  stays: StaysOfHotel[],
  from: number,
  end: number,
): IntervalSegments {
  const cheapest = cheapestWithCash(problem, stays, from, end)
  const most = cheapest?.cash ?? Number.POSITIVE_INFINITY
  const byPurse = problem.purses.map((purse, index) => {
    const segments: Segment[] = []
    for (const [hotel, { purse: own }] of problem.hotels.entries()) {
      if (own !== index) continue
      for (const [state, { points, cash }] of (stays[hotel]?.[from]?.[end] ?? []).entries()) {
        const certificates = certificatesOf(purse, state)
        for (let at = 0; at < points.length; at += 1) {
          const stay = { hotel, from, end, state, points: points[at] ?? 0, cash: cash[at] ?? 0 }
          if (stay.cash >= most || (stay.points === 0 && state === 0)) continue
          segments.push(segmentOf(problem, stay, index, certificates))
        }
      }
    }
    return worthKeeping(segments)
  })
  return { cash: cheapest, byPurse }
}

function cheapestWithCash(
  problem: TripProblem,
  stays: StaysOfHotel[],
  from: number,
  end: number,
): Segment | null {
  let cheapest: Stay | null = null
  for (const hotel of problem.hotels.keys()) {
    const front = stays[hotel]?.[from]?.[end]?.[0]
    const cash = front?.points[0] === 0 ? front.cash[0] : undefined
    if (cash === undefined || (cheapest && cheapest.cash <= cash)) continue
    cheapest = { hotel, from, end, state: 0, points: 0, cash }
  }
  return cheapest && segmentOf(problem, cheapest, null, [])
}

function segmentOf(
  problem: TripProblem,
  stay: Stay,
  purse: number | null,
  certificates: readonly number[],
): Segment {
  const pointCost = purse === null ? 0 : (problem.purses[purse]?.pointCost ?? 0)
  const count = certificates.reduce((sum, used) => sum + used, 0)
  return {
    ...stay,
    purse,
    certificates,
    cost: stay.cash * problem.cashCost + stay.points * pointCost,
    used: (stay.cash + stay.points + count) * STAYS + 1,
  }
}

/** Neighbours of a stay: the hotels before and after it. */
const NEIGHBOURS = 2

function worthKeeping(segments: readonly Segment[]): Segment[] {
  return withoutBeaten(segments, NEIGHBOURS).toSorted((a, b) => a.cost - b.cost || a.used - b.used)
}

/**
 * Drops stays that more other hotels than `neighbours` beat with the same certificates. Fewer are not enough: they may be
 * the very hotels before and after, and staying on at a hotel is not a move.
 */
export function withoutBeaten<Item extends Stay>(stays: readonly Item[], neighbours: number): Item[] {
  const kept: Item[] = []
  for (const group of Map.groupBy(stays, ({ state }) => state).values()) {
    const rivals = new Map<number, number>()
    for (const stay of group.toSorted((a, b) => a.points - b.points || a.cash - b.cash)) {
      if (timesBeaten(rivals, stay) > neighbours) continue
      kept.push(stay)
      rivals.set(stay.hotel, Math.min(stay.cash, rivals.get(stay.hotel) ?? stay.cash))
    }
  }
  return kept
}

function timesBeaten(rivals: ReadonlyMap<number, number>, stay: Stay): number {
  const own = rivals.get(stay.hotel)
  if (own !== undefined && own <= stay.cash) return Number.POSITIVE_INFINITY
  let count = 0
  for (const cash of rivals.values()) count += Number(cash <= stay.cash)
  return count
}
