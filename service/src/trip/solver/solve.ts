import { frontierOf } from './frontier.ts'
import { cheapestPlans, type Paid } from './options.ts'
import type { PaidNight, Plan, Solution, Steps, TripProblem } from './problem.ts'
import { type Segments, segmentsOf } from './segments.ts'
import { nightsOf } from './stays.ts'
import { type Transfers, transfersOf } from './transfers.ts'

export const MOST_OPTIONS = 10

/** The best plans for a trip, exactly: see `options.ts` and `frontier.ts`. */
export function* solveTrip(posed: TripProblem): Steps<Solution> {
  const transfers = transfersOf(posed)
  const problem = withReach(posed, transfers)
  const segments = yield* segmentsOf(problem)
  const plans = yield* cheapestPlans(problem, segments, transfers, MOST_OPTIONS)
  const without = { ...problem, purses: [], banks: [], partners: [] }
  const [cash] = yield* cheapestPlans(without, cashOnly(segments), transfersOf(without), 1)
  const options: Plan[] = []
  for (const plan of plans) options.push(yield* planOf(problem, segments, transfers, plan))
  return {
    options,
    bestCash: cash ? yield* planOf(without, segments, transfers, cash) : null,
    frontier: yield* frontierOf(problem, segments, transfers),
  }
}

/** Each purse with all that banks could add to it. */
function withReach(problem: TripProblem, { reach }: Transfers): TripProblem {
  const purses = problem.purses.map((purse, at) => ({ ...purse, points: reach[at] ?? 0 }))
  return { ...problem, purses }
}

function cashOnly(segments: Segments): Segments {
  const { intervals } = segments
  return {
    ...segments,
    intervals: intervals.map((row) => row.map((interval) => interval && { ...interval, byPurse: [] })),
  }
}

function* planOf(problem: TripProblem, { hotels }: Segments, transfers: Transfers, route: Paid): Steps<Plan> {
  const nights: PaidNight[] = []
  for (const segment of route.segments) {
    const hotel = hotels[segment.hotel]
    if (hotel) nights.push(...nightsOf(segment, hotel))
    yield
  }
  const amounts = route.uses.slice(1).values()
  const used = problem.purses.map(({ certificates }) => ({
    points: amounts.next().value ?? 0,
    certificates: certificates.map(() => amounts.next().value ?? 0),
  }))
  return {
    cost: route.cost,
    cash: route.uses[0] ?? 0,
    points: used.map(({ points }) => points),
    certificates: used.map(({ certificates }) => certificates),
    nights,
    transfers: transfers.paying(route.needs, route.received),
  }
}
