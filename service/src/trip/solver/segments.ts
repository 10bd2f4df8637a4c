import { NOTHING } from './front.ts'
import type { Steps, TripProblem } from './problem.ts'
import { type States, statesOf } from './states.ts'
import { type PayableHotel, payableHotel, purseOf, type Stay, staysFrom } from './stays.ts'

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
  /** Those that use a purse, by purse: by points, then cash. */
  byPurse: readonly (readonly Segment[])[]
}

/** All segments. */
export interface Segments {
  /** By the first night and the end. */
  intervals: readonly (readonly (IntervalSegments | undefined)[])[]
  hotels: readonly PayableHotel[]
  /** By purse. */
  states: readonly States[]
}

const NO_CERTIFICATES: readonly number[] = []

/** More stays than a plan can have, so that their number decides only between plans that use the same. */
const STAYS = 16

export function isBefore(a: { cost: number; used: number }, b: { cost: number; used: number }): boolean {
  return a.cost < b.cost || (a.cost === b.cost && a.used < b.used)
}

/** The segments that plans with at most `maxMoves` moves are made of. */
export function* segmentsOf(problem: TripProblem): Steps<Segments> {
  const { nights, maxMoves, purses } = problem
  const states = purses.map(statesOf)
  const hotels = problem.hotels.map((hotel) =>
    payableHotel(hotel, purseOf(hotel, purses), hotel.purse === null ? undefined : states[hotel.purse]),
  )
  const stays = yield* allStays(problem, hotels)
  const intervals: (IntervalSegments | undefined)[][] = []
  for (let from = 0; from < nights; from += 1) {
    const row: (IntervalSegments | undefined)[] = []
    for (let end = from + 1; end <= nights; end += 1) {
      if (isPossible(from, end, nights, maxMoves)) {
        row[end] = yield* intervalOf(problem, states, stays, from, end)
      }
    }
    intervals.push(row)
  }
  return { intervals, hotels, states }
}

/** Without a move a stay has all nights; with one it begins or ends with the trip. */
function isPossible(from: number, end: number, nights: number, maxMoves: number): boolean {
  return Number(from > 0) + Number(end < nights) <= maxMoves
}

type StaysOfHotel = ReturnType<typeof staysFrom>[]

function* allStays(problem: TripProblem, hotels: readonly PayableHotel[]): Steps<StaysOfHotel[]> {
  const all: StaysOfHotel[] = []
  const starts = problem.maxMoves === 0 ? 1 : problem.nights
  for (const hotel of hotels) {
    const own: StaysOfHotel = []
    for (let from = 0; from < starts; from += 1) {
      own.push(staysFrom(hotel, from))
      yield
    }
    all.push(own)
  }
  return all
}

function* intervalOf(
  problem: TripProblem,
  states: readonly States[],
  stays: readonly StaysOfHotel[],
  from: number,
  end: number,
): Steps<IntervalSegments> {
  const cheapest = cheapestWithCash(problem, stays, from, end)
  const most = cheapest?.cash ?? Number.POSITIVE_INFINITY
  const byPurse: Segment[][] = []
  for (const [index, own] of states.entries()) {
    const found: Segment[] = []
    for (const [hotel, { purse }] of problem.hotels.entries()) {
      if (purse !== index) continue
      const fronts = stays[hotel]?.[from]?.[end] ?? []
      for (let state = 0; state < fronts.length; state += 1) {
        const { points, cash } = fronts[state] ?? NOTHING
        const certificates = own.used[state] ?? NO_CERTIFICATES
        // Cash falls: what is too much comes first.
        for (let at = 0; at < points.length; at += 1) {
          const needed = points[at] ?? 0
          const paid = cash[at] ?? 0
          if (paid >= most || (needed === 0 && state === 0)) continue
          found.push(
            segmentOf(problem, { hotel, from, end, state, points: needed, cash: paid }, index, certificates),
          )
        }
      }
    }
    byPurse.push(withoutBeaten(found, own, NEIGHBOURS))
    yield
  }
  return { cash: cheapest, byPurse }
}

function cheapestWithCash(
  problem: TripProblem,
  stays: readonly StaysOfHotel[],
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
  let count = 0
  for (const used of certificates) count += used
  const { hotel, from, end, state, points, cash } = stay
  return {
    hotel,
    from,
    end,
    state,
    points,
    cash,
    purse,
    certificates,
    cost: cash * problem.cashCost + points * pointCost,
    used: usedBy(cash + points + count) + 1,
  }
}

/** The share of amounts in `used`. */
export function usedBy(amounts: number): number {
  return amounts * STAYS
}

/** Neighbours of a stay: the hotels before and after it. */
const NEIGHBOURS = 2

/**
 * By points, then cash. Drops stays that more other hotels than `neighbours` beat with the same certificates or fewer. Fewer hotels are not
 * enough: they may be the very hotels before and after, and staying on at a hotel is not a move.
 */
export function withoutBeaten<Item extends Stay>(
  stays: readonly Item[],
  { count, above }: States,
  neighbours: number,
): Item[] {
  const kept: Item[] = []
  // By state: the hotels of what is kept with the certificates of the state or fewer, each with its least cash.
  const rivals = Array.from({ length: count }, (): Rivals => ({ hotels: [], cash: [] }))
  const sorted = stays.toSorted((a, b) => a.points - b.points || a.cash - b.cash || a.state - b.state)
  for (const stay of sorted) {
    const known = rivals[stay.state]
    if (known && isBeaten(known, stay, neighbours)) continue
    kept.push(stay)
    for (const state of above[stay.state] ?? []) {
      const all = rivals[state]
      if (all) addRival(all, stay)
    }
  }
  return kept
}

interface Rivals {
  hotels: number[]
  cash: number[]
}

function addRival({ hotels, cash }: Rivals, stay: Stay): void {
  const at = hotels.indexOf(stay.hotel)
  if (at === -1) {
    hotels.push(stay.hotel)
    cash.push(stay.cash)
  } else if (stay.cash < (cash[at] ?? 0)) cash[at] = stay.cash
}

function isBeaten({ hotels, cash }: Rivals, stay: Stay, neighbours: number): boolean {
  let count = 0
  for (let at = 0; at < hotels.length; at += 1) {
    if ((cash[at] ?? 0) > stay.cash) continue
    count += 1
    if (count > neighbours || hotels[at] === stay.hotel) return true
  }
  return false
}
