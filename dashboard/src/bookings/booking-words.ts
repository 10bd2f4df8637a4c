import type { Booking } from '@vacancy/client'
import { formatCount, formatMoney, formatNight, formatPoints } from '../ui/format.ts'

/** A booking in words. */

export const STATES = {
  watching: 'watching',
  past_deadline: 'past deadline',
  closed: 'closed',
} as const satisfies Readonly<Record<Booking['status'], string>>

export const SORTS = {
  newest: 'Newest first',
  checkin: 'By check-in',
  cancel_by: 'By deadline',
  saving: 'Highest saving first',
  reference: 'By reference',
} as const

export const MEALS: Readonly<Record<Booking['meal_plan'], string>> = {
  room_only: 'room only',
  breakfast: 'breakfast',
  half_board: 'half board',
  full_board: 'full board',
  all_inclusive: 'all inclusive',
}

export const BASES: Readonly<Record<Booking['paid']['basis'], string>> = {
  after_tax: 'with all taxes and fees',
  bar: 'as the source displays it',
  points: 'points',
}

/** An amount in what was paid: money or points. */
export function figureOf({ paid }: Pick<Booking, 'paid'>, amount: number): string {
  return paid.basis === 'points' ? `${formatPoints(amount)} pts` : formatMoney(amount, paid.currency)
}

export function stayOf({ checkin, los }: Pick<Booking, 'checkin' | 'los'>): string {
  return `${formatNight(checkin)}, ${formatCount(los, 'night')}`
}

export function partyOf({ adults, children, children_ages: ages, rooms }: Booking): string {
  const young = children === 0 ? '' : `, ${formatCount(children, 'child', 'children')}`
  const aged = ages === undefined || ages.length === 0 ? '' : ` (${ages.join(', ')})`
  const party = `${formatCount(adults, 'adult')}${young}${aged}`
  return rooms === 1 ? party : `${formatCount(rooms, 'room')}, ${party} in each`
}

export function termsOf({ refundable, meal_plan: meal }: { refundable: boolean; meal_plan: string }): string {
  return `${refundable ? 'refundable' : 'not refundable'}, ${meal.replaceAll('_', ' ')}`
}

/** Why a booking is not looked at, or cannot be compared. */
export const ATTENTION: Readonly<Record<NonNullable<Booking['attention']>, string>> = {
  no_credits: 'The account cannot pay for the next look. It goes on by itself once it can.',
  hotel_closed: 'Nothing can be found: the hotel has left its source.',
  currency_changed:
    'Nothing can be compared: the hotel no longer quotes the currency of what was paid. Add the booking again in the hotel’s currency.',
  source_disabled: 'Nothing can be found while the operator has this source switched off.',
}

/** Bookings of a past stay cannot be changed. */
export function isPast({ checkin }: Booking, nowMs = Date.now()): boolean {
  return checkin < new Date(nowMs).toISOString().slice(0, 10)
}

export function isPastDeadline({ cancel_by }: Booking, nowMs = Date.now()): boolean {
  return Date.parse(cancel_by) <= nowMs
}
