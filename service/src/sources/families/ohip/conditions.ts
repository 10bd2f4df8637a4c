import { dayOf } from '../../../kernel/dates.ts'
import type { Rate } from '../../source.ts'
import { broken } from './amounts.ts'
import type { CancelPenalty } from './schema.ts'

const DAY_MS = 86_400_000

/**
 * Whether cancelling is free today, and until when. Each policy names the moment its penalty begins; the earliest one
 * ends the free time. Only an absolute deadline is a moment: days before arrival end at a local hour nobody states.
 */
export function cancellationOf(
  policies: readonly CancelPenalty[] | undefined,
  checkin: string,
  now: number,
): Pick<Rate, 'refundable' | 'cancelBy'> {
  let freeUntilMs = Number.POSITIVE_INFINITY
  let cancelBy: string | null = null
  let stated = false
  for (const { policy } of policies ?? []) {
    if (policy === undefined) continue
    stated = true
    if (!costsSomething(policy.amountPercent)) continue
    const { absoluteDeadline, offsetFromArrival, offsetFromBookingDate } = policy.deadline
    if (absoluteDeadline !== undefined) {
      const ms = Date.parse(absoluteDeadline)
      if (Number.isNaN(ms)) throw broken(`cancellation deadline ${absoluteDeadline}`)
      if (ms < freeUntilMs) {
        freeUntilMs = ms
        cancelBy = new Date(ms).toISOString()
      }
    } else {
      const ms =
        offsetFromArrival === undefined
          ? now + (offsetFromBookingDate ?? 0) * DAY_MS
          : (dayOf(checkin) - offsetFromArrival) * DAY_MS
      if (ms < freeUntilMs) {
        freeUntilMs = ms
        cancelBy = null
      }
    }
  }
  if (!stated) return { refundable: null, cancelBy: null }
  const refundable = freeUntilMs > now
  return { refundable, cancelBy: refundable ? cancelBy : null }
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

/** Said in one set of words for all families; null where the plan is silent about meals. */
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
