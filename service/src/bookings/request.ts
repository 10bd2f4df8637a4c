import type { InputOf } from '../edge/route.ts'
import { dayOf } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { isCurrency } from '../kernel/money.ts'
import { readCheckin, readSource } from '../rates/request.ts'
import type { Catalog, Source } from '../sources/catalog/catalog.ts'
import { readAmount, readPercent } from '../watches/conditions/amounts.ts'
import type { BookingTerms, MealPlan, PaidBasis } from '../watches/conditions/booking.ts'
import { readWindow } from '../watches/making/request.ts'
import type { Window } from '../watches/refreshing/refreshes.ts'
import type { bookingBody } from './schemas.ts'

export type BookingBody = InputOf<ReturnType<typeof bookingBody>>

/** The stay that was booked, as a watch asks for it. */
export async function readBookedWindow(
  catalog: Catalog,
  body: BookingBody,
  nowMs: number,
  currencyOf: (hotel: { source: Source; hotelCode: string }, asked: string | undefined) => Promise<string>,
): Promise<Window> {
  const { checkin, paid } = body
  const source = readSource(catalog, body.chain)
  readCheckin('checkin', checkin, nowMs)
  if (paid.basis === 'points' && !source.points) {
    throw invalid(`\`paid.basis\` cannot be points: ${source.id} has no award points.`, { chain: source.id })
  }
  if (paid.basis !== 'points' && paid.currency === undefined)
    throw invalid('`paid.currency` is missing. Only points have none.')
  if (paid.currency !== undefined && !isCurrency(paid.currency)) {
    throw invalid(`\`paid.currency\` must be an ISO 4217 code. ${paid.currency} is not one.`)
  }
  const asked = {
    ...body,
    ...(paid.currency !== undefined && { currency: paid.currency }),
    nights: { from: checkin, to: checkin },
    kind: kindOf(paid.basis),
    condition: 'any' as const,
  }
  return readWindow(catalog, asked, nowMs, currencyOf)
}

export function kindOf(basis: PaidBasis): 'award' | 'cash' {
  return basis === 'points' ? 'award' : 'cash'
}

export interface TermsFields {
  room_name: string
  refundable: boolean
  meal_plan: MealPlan
  paid: { amount: number; basis: PaidBasis }
  cancel_by: string
  min_saving_pct: number
}

export function readBookingTerms(
  fields: TermsFields,
  window: Pick<Window, 'first' | 'los' | 'currency' | 'occupancy'>,
  nowMs: number,
): BookingTerms {
  const { basis, amount } = fields.paid
  const subject = {
    kind: kindOf(basis),
    los: window.los,
    rooms: window.occupancy.rooms,
    currency: window.currency,
  }
  const room = fields.room_name.trim()
  if (room === '') throw invalid('`room_name` must not be empty.')
  return {
    condition: 'booking',
    room,
    refundable: fields.refundable,
    meal: fields.meal_plan,
    paid: readAmount('paid.amount', amount, subject),
    basis,
    minSaving: readPercent('min_saving_pct', fields.min_saving_pct),
    cancelByMs: readCancelBy(fields.cancel_by, window.first, nowMs),
  }
}

const DAY_MS = 86_400_000
const DATE = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/i

/** The check-in day ends at last half a day after it does in UTC. */
const LAST_MS = 1.5 * DAY_MS

/** A date is its first moment, so that nothing is told too late. */
function readCancelBy(text: string, checkin: string, nowMs: number): number {
  const ms = DATE.test(text) || MOMENT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) {
    throw invalid(
      '`cancel_by` must be a time with its offset, such as 2027-03-01T18:00:00+01:00, or a date (its first moment, in UTC).',
    )
  }
  if (ms <= nowMs) throw invalid('`cancel_by` must be in the future: later, nothing can be saved.')
  if (ms > dayOf(checkin) * DAY_MS + LAST_MS)
    throw invalid('`cancel_by` must not be after the day of `checkin`.')
  return ms
}
