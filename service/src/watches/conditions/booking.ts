import { type ConditionVerdict, onSameBasis, onset, reaches, type Step, type Subject } from './condition.ts'

/** From the least to the most. */
export const MEAL_PLANS = ['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const
export type MealPlan = (typeof MEAL_PLANS)[number]

export const PAID_BASES = ['after_tax', 'bar', 'points'] as const
export type PaidBasis = (typeof PAID_BASES)[number]

/** What was booked. */
export interface BookingTerms {
  condition: 'booking'
  /** The room's name. */
  room: string
  refundable: boolean
  meal: MealPlan
  /** Per room and night: minor units, or points. */
  paid: number
  basis: PaidBasis
  /** Hundredths of a percent. */
  minSaving: number
  /** From then on it cannot be canceled any more. */
  cancelByMs: number
}

/** Fires when a room that is the same or plainly better, on terms as good, can be booked for less. */
export function judgeBooking(
  terms: BookingTerms,
  { standIn = null, ...step }: Step,
  _subject: Subject,
): ConditionVerdict {
  if (standIn === null) return onset(null, step, { atFirst: true })
  const truth = standIn !== 'none' && reaches(terms.paid - standIn.price, terms.paid, terms.minSaving)
  // Displayed prices with tax and without are not compared.
  const sameBasis = terms.basis !== 'bar' || onSameBasis(step.previous, step.current)
  return onset(truth, step, { atFirst: true, sameBasis })
}
