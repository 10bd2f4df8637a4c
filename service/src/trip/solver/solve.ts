import { frontierOf } from './frontier.ts'
import { cheapestPlans, type Route } from './options.ts'
import type { PaidNight, Plan, Solution, Steps, TripProblem } from './problem.ts'
import { type Segments, segmentsOf } from './segments.ts'
import { nightsOf } from './stays.ts'

export const MOST_OPTIONS = 10

/** The best plans for a trip, exactly: see `options.ts` and `frontier.ts`. */
export function* solveTrip(problem: TripProblem): Steps<Solution> {
  const segments = yield* segmentsOf(problem)
  const plans = yield* cheapestPlans(problem, segments, MOST_OPTIONS)
  const [cash] = yield* cheapestPlans({ ...problem, purses: [] }, cashOnly(segments), 1)
  const options: Plan[] = []
  for (const plan of plans) options.push(yield* planOf(problem, segments, plan))
  return {
    options,
    bestCash: cash ? yield* planOf(problem, segments, cash) : null,
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

function* planOf(problem: TripProblem, { hotels }: Segments, route: Route): Steps<Plan> {
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
  }
}
