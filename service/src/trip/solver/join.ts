import type { Fronts } from './fronts.ts'
import type { Steps } from './problem.ts'
import { withoutBeaten } from './segments.ts'
import type { Stay } from './stays.ts'

/** Stays with one purse, as far as what comes next depends on them. */
export interface Joint extends Stay {
  certificates: readonly number[]
}

export interface JoinLimits {
  points: number
  certificates: readonly number[]
  /** Another hotel stands between the two stays. Otherwise they must be at different hotels. */
  apart: boolean
}

type OnJoin = (points: number, cash: number, left: Joint, right: Joint) => void

/** Calls back for each two stays that can be in one plan. */
export function joinEach(
  left: readonly Joint[],
  right: readonly Joint[],
  limits: JoinLimits,
  onJoin: OnJoin,
): void {
  for (const a of left) {
    for (const b of right) {
      if (a.points + b.points > limits.points || (!limits.apart && a.hotel === b.hotel)) continue
      if (
        !limits.certificates.every(
          (limit, at) => (a.certificates[at] ?? 0) + (b.certificates[at] ?? 0) <= limit,
        )
      )
        continue
      onJoin(a.points + b.points, a.cash + b.cash, a, b)
    }
  }
}

/** Two stays with one purse, which together have the first nights of the trip. The hotel is the second one. */
export function* joinedStays(fronts: Fronts, purse: number, end: number): Steps<Joint[]> {
  let all: Joint[] = []
  for (let night = 1; night < end; night += 1) {
    const joined: Joint[] = []
    const [first, second] = [fronts.segments(purse, 0, night), fronts.segments(purse, night, end)]
    joinEach(first, second, fronts.limits(purse), (points, cash, a, b) => {
      const certificates = a.certificates.map((count, at) => count + (b.certificates[at] ?? 0))
      joined.push({ hotel: b.hotel, from: 0, end, state: a.state + b.state, points, cash, certificates })
    })
    all = withoutBeaten([...all, ...joined], 1)
    yield
  }
  return all
}
