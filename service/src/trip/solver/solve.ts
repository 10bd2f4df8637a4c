import { frontierOf } from './frontier.ts'
import { cheapestPlans, type Route } from './options.ts'
import type { Plan, Solution, Steps, TripProblem } from './problem.ts'
import { type Segments, segmentsOf } from './segments.ts'
import { nightsOf } from './stays.ts'

export const MOST_OPTIONS = 10

/** The best plans for a trip, exactly: see `options.ts` and `frontier.ts`. */
export function* solveTrip(problem: TripProblem): Steps<Solution> {
  const segments = yield* segmentsOf(problem)
  const plans = yield* cheapestPlans(problem, segments, MOST_OPTIONS)
  const [cash] = yield* cheapestPlans({ ...problem, purses: [] }, cashOnly(segments), 1)
  return {
    options: plans.map((plan) => planOf(problem, segments, plan)),
    bestCash: cash ? planOf(problem, segments, cash) : null,
    frontier: yield* frontierOf(problem, segments),
  }
}

function cashOnly(segments: Segments): Segments {
  const { intervals } = segments
  return {
    ...segments,
    intervals: intervals.map((row) => row.map((interval) => interval && { ...interval, byPurse: [] })),
  }
}

function planOf(problem: TripProblem, { hotels }: Segments, route: Route): Plan {
  const nights = route.segments.flatMap((segment) => {
    const hotel = hotels[segment.hotel]
    return hotel ? nightsOf(segment, hotel) : []
  })
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
  }
}
