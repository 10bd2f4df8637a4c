import type { Element } from '../read-xml.ts'
import type { Part } from './offer.ts'
import { all, at, attribute, flag } from './xml.ts'

export interface Refund {
  refundable: boolean | null
  cancelBy: string | null
}

/** What a plan says of all its rates. */
export interface PlanTerms {
  mealPlan: string | null
  /** Null if the plan has no penalties: those of the rates or the room stay apply. */
  refund: Refund | null
}

export type ReadPlan = (plan: Element) => PlanTerms

/** Reads each plan once: an answer has a few plans and dozens of rates. */
export function createPlanReader(): ReadPlan {
  const known = new Map<Element, PlanTerms>()
  return (plan) => {
    const read = known.get(plan) ?? planTermsOf(plan)
    known.set(plan, read)
    return read
  }
}

function planTermsOf(plan: Element): PlanTerms {
  const penalties = all(plan, 'CancelPenalties', 'CancelPenalty')
  return { mealPlan: mealPlanOf(plan), refund: penalties.length > 0 ? refundByPenalties(penalties) : null }
}

/** Whether the rate is refundable, and until when. Every part of a stay must be refundable. */
export function refundOf(parts: readonly Part[], readPlan: ReadPlan): Refund {
  const refunds = parts.map((part) => refundOfPart(part, readPlan))
  const [only] = refunds
  if (only && refunds.length === 1) return only
  if (refunds.some((each) => each.refundable === false)) return { refundable: false, cancelBy: null }
  if (refunds.some((each) => each.refundable === null)) return { refundable: null, cancelBy: null }
  const moments = refunds.map((each) => each.cancelBy)
  const known = moments.filter((moment) => moment !== null).toSorted()
  return { refundable: true, cancelBy: known.length === moments.length ? (known[0] ?? null) : null }
}

/** By the penalties of the plan, else of the rates, else of the room stay. */
function refundOfPart({ plan, segments, roomStay }: Part, readPlan: ReadPlan): Refund {
  const ofPlan = plan && readPlan(plan).refund
  if (ofPlan) return ofPlan
  const ofRates = segments.flatMap(({ rate }) => all(rate, 'CancelPolicies', 'CancelPenalty'))
  return refundByPenalties(ofRates.length > 0 ? ofRates : all(roomStay, 'CancelPenalties', 'CancelPenalty'))
}

function refundByPenalties(penalties: readonly Element[]): Refund {
  if (penalties.some((penalty) => flag(penalty, 'NonRefundable') === true))
    return { refundable: false, cancelBy: null }
  const deadlines = penalties.flatMap((penalty) => all(penalty, 'Deadline')).filter(isStated)
  const never = penalties.some(isWhole) || penalties.some(saysNever) || deadlines.some(isAtOnce)
  if (never) return { refundable: false, cancelBy: null }
  if (deadlines.length === 0) return { refundable: null, cancelBy: null }
  // Penalties come in steps; cancellation is free until the first. A deadline relative to arrival is in the hotel's local time,
  // which the answer does not state, so it proves a refund but gives no moment.
  const moments = deadlines.map((deadline) => momentOf(attribute(deadline, 'AbsoluteDeadline')))
  const known = moments.filter((moment) => moment !== null).toSorted()
  return { refundable: true, cancelBy: known.length === moments.length ? (known[0] ?? null) : null }
}

/** An empty deadline is none: the penalty always applies. */
function isStated({ attributes }: Element): boolean {
  return ['AbsoluteDeadline', 'OffsetTimeUnit', 'OffsetUnitMultiplier', 'OffsetDropTime'].some((name) =>
    attributes.has(name),
  )
}

/** The whole price, without a time until which it is not due. */
function isWhole(penalty: Element): boolean {
  const percent = Number(attribute(at(penalty, 'AmountPercent'), 'Percent') ?? 0)
  return percent >= 100 && !all(penalty, 'Deadline').some(isStated)
}

const NO_REFUND = /\bnon?[- ]?refund|\bnot (?:be )?refund/i
const IN_TIME =
  /\b(?:after|before|until|till|by|prior|within|beyond|between|from|less|later|thereafter)\b|\d(?![\d.]*\s?%)/i

/** Words such as "Full deposit is not refundable", unless they also speak of a time: "Not refundable after 6 pm". */
function saysNever(penalty: Element): boolean {
  const words = all(penalty, 'PenaltyDescription', 'Text').map(({ text }) => text)
  return words.some((text) => NO_REFUND.test(text)) && !words.some((text) => IN_TIME.test(text))
}

/** A penalty from the booking on: cancellation is never free, even if it costs only a part. */
function isAtOnce(deadline: Element): boolean {
  const after = attribute(deadline, 'OffsetUnitMultiplier') ?? '0'
  return attribute(deadline, 'OffsetDropTime') === 'AfterBooking' && Number(after) === 0
}

/** A date-time with a zone, as UTC; null for a local one. */
function momentOf(text: string | undefined): string | null {
  if (text === undefined || !/T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

// Meal plan types of the OpenTravel code list MPT, and the letters that many systems send instead.
const MEAL_PLANS: Readonly<Record<string, string>> = {
  1: 'all_inclusive',
  2: 'full_board',
  3: 'breakfast',
  4: 'breakfast',
  5: 'breakfast',
  6: 'breakfast',
  7: 'breakfast',
  8: 'room_only',
  10: 'full_board',
  11: 'breakfast',
  12: 'half_board',
  14: 'room_only',
  15: 'room_only',
  17: 'half_board',
  19: 'breakfast',
  20: 'half_board',
  AI: 'all_inclusive',
  FB: 'full_board',
  HB: 'half_board',
  BB: 'breakfast',
  RO: 'room_only',
}

function mealPlanOf(plan: Element): string | null {
  const meals = at(plan, 'MealsIncluded')
  if (meals === undefined) return null
  const code = attribute(meals, 'MealPlanCodes')?.split(/\s+/)[0]?.toUpperCase()
  const named = code === undefined ? undefined : MEAL_PLANS[code]
  if (named !== undefined) return named
  if (flag(meals, 'MealPlanIndicator') === false) return 'room_only'
  const [breakfast, lunch, dinner] = ['Breakfast', 'Lunch', 'Dinner'].map((meal) => flag(meals, meal))
  if (breakfast === undefined) return null
  if (!breakfast) return lunch || dinner ? null : 'room_only'
  if (dinner) return lunch ? 'full_board' : 'half_board'
  return 'breakfast'
}
