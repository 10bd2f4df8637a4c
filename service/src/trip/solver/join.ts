import type { Front } from './front.ts'
import type { Fronts } from './fronts.ts'
import { hasHope } from './hope.ts'
import type { Purse, Steps } from './problem.ts'
import { withoutBeaten } from './segments.ts'
import { fittingStates, type States } from './states.ts'
import type { Stay } from './stays.ts'

type OnJoin = (points: number, cash: number, left: Stay, right: Stay) => void

/** Two stays with one purse share its points and certificates. */
export interface Joining {
  points: number
  states: States
  /** See `fittingStates`. */
  fits: Uint8Array
}

export function joiningOf(purse: Purse, states: States): Joining {
  return { points: purse.points, states, fits: fittingStates(states, purse) }
}

/**
 * Calls back for each two stays that can be in one plan. Unless another hotel stands between them (`apart`), they must be at
 * different hotels.
 */
export function joinEach(
  left: readonly Stay[],
  right: readonly Stay[],
  { points: most, states: { count }, fits }: Joining,
  onJoin: OnJoin,
  apart = false,
): void {
  for (const a of left) {
    for (const b of right) {
      if (a.points + b.points > most || (!apart && a.hotel === b.hotel)) continue
      if (fits[a.state * count + b.state]) onJoin(a.points + b.points, a.cash + b.cash, a, b)
    }
  }
}

/**
 * Two stays with one purse, which together have the first nights of the trip, if they can still improve on the best pairs. The
 * hotel is the second one.
 */
export function* joinedStays(
  fronts: Fronts,
  purse: number,
  end: number,
  joining: Joining,
  best: Front,
): Steps<Stay[]> {
  const rest = fronts.without([], end, fronts.nights)
  let all: Stay[] = []
  for (let night = 1; night < end; night += 1) {
    const joined: Stay[] = []
    const [first, second] = [fronts.segments(purse, 0, night), fronts.segments(purse, night, end)]
    joinEach(first, second, joining, (points, cash, a, b) => {
      if (!hasHope(best, { points, cash }, rest)) return
      joined.push({ hotel: b.hotel, from: 0, end, state: a.state + b.state, points, cash })
    })
    if (joined.length > 0) all = withoutBeaten([...all, ...joined], joining.states, 1)
    yield
  }
  return all
}
