import { dayOf } from '../../../kernel/dates.ts'
import type { Rate } from '../../source.ts'
import { broken } from './amounts.ts'
import type { CancelPenalty } from './schema.ts'

const DAY_MS = 86_400_000

/**
 * A non-refundable plan states the vendor's current time as its deadline. Our clocks differ, so a deadline this close counts
 * as now.
 */
const CLOCK_SLACK_MS = DAY_MS

/**
 * Whether cancellation is free now, and until when. The earliest penalty ends the free period. Only an absolute deadline is
 * a moment: days before arrival end at a local hour that is not stated.
 */
export function cancellationOf(
  policies: readonly CancelPenalty[] | undefined,
  checkin: string,
  now: number,
): Pick<Rate, 'refundable' | 'cancelBy'> {
  const stated = (policies ?? []).flatMap(({ policy }) => (policy === undefined ? [] : [policy]))
  if (stated.length === 0) return { refundable: null, cancelBy: null }
  const ends = stated
    .filter(({ amountPercent }) => costsSomething(amountPercent))
    .map((policy) => endOfFreeTime(policy, checkin, now))
    .toSorted((a, b) => a.ms - b.ms)
  const [first] = ends
  if (first === undefined) return { refundable: true, cancelBy: null }
  if (first.ms <= now) return { refundable: false, cancelBy: null }
  return { refundable: true, cancelBy: first.isMoment ? new Date(first.ms).toISOString() : null }
}

type Policy = NonNullable<CancelPenalty['policy']>

function endOfFreeTime(
  { deadline, amountPercent }: Policy,
  checkin: string,
  now: number,
): { ms: number; isMoment: boolean } {
  const { absoluteDeadline, offsetFromArrival, offsetFromBookingDate } = deadline
  if (absoluteDeadline === undefined) {
    const ms =
      offsetFromArrival === undefined
        ? now + (offsetFromBookingDate ?? 0) * DAY_MS
        : (dayOf(checkin) - offsetFromArrival) * DAY_MS
    return { ms, isMoment: false }
  }
  const ms = Date.parse(absoluteDeadline)
  if (Number.isNaN(ms)) throw broken(`cancellation deadline ${absoluteDeadline}`)
  const isFromBookingOn =
    amountPercent.basisType === 'FullAmount' &&
    offsetFromArrival === undefined &&
    offsetFromBookingDate === undefined &&
    ms <= now + CLOCK_SLACK_MS
  return { ms: isFromBookingOn ? now : ms, isMoment: true }
}

type Penalty = NonNullable<CancelPenalty['policy']>['amountPercent']

function costsSomething(penalty: Penalty): boolean {
  if (penalty.basisType === 'FullAmount') return true
  const figures = [penalty.nights, penalty.percent, penalty.amount].filter((figure) => figure !== undefined)
  return figures.length === 0 || figures.some((figure) => figure > 0)
}

interface VendorMeals {
  mealPlanIncluded?: string
  mealsIncluded?: string[]
}

/** The same words for all families; null if the plan does not mention meals. */
export function mealPlanOf(meals: VendorMeals | undefined): string | null {
  if (meals === undefined) return null
  if (meals.mealPlanIncluded === 'AllInclusive') return 'all_inclusive'
  const served = new Set(
    meals.mealsIncluded ?? (meals.mealPlanIncluded ? [meals.mealPlanIncluded] : undefined),
  )
  if (meals.mealsIncluded === undefined && served.size === 0) return null
  const main = Number(served.has('Lunch')) + Number(served.has('Dinner'))
  if (!served.has('Breakfast')) return main === 0 ? 'room_only' : null
  return main === 2 ? 'full_board' : main === 1 ? 'half_board' : 'breakfast'
}
