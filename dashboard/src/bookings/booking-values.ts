import type { Booking, Chain } from '@vacancy/client'
import type { Values } from '../explorer/tools.ts'
import { addDays, dayFromNow } from '../ui/format.ts'

/** The form of a booking as texts, and what is sent for it. */

/** Those who were told until now. */
export const AS_BEFORE = 'before'

export function initialValues(via: string): Values {
  const checkin = dayFromNow(30)
  return {
    checkin,
    los: '1',
    adults: '2',
    children: '0',
    children_ages: '',
    rooms: '1',
    room_name: '',
    refundable: 'true',
    meal_plan: 'room_only',
    amount: '',
    basis: 'after_tax',
    cancel_by: `${addDays(checkin, -1)}T18:00`,
    min_saving_pct: '5',
    refresh_sec: '21600',
    reference: '',
    via,
  }
}

export function valuesOf(booking: Booking): Values {
  const { paid } = booking
  return {
    chain: booking.chain,
    hotel_code: booking.hotel_code,
    room_name: booking.room_name,
    refundable: String(booking.refundable),
    meal_plan: booking.meal_plan,
    amount: String(paid.amount),
    currency: paid.currency,
    basis: paid.basis,
    cancel_by: toLocal(booking.cancel_by),
    min_saving_pct: String(booking.min_saving_pct),
    refresh_sec: String(booking.refresh_sec),
    reference: booking.reference ?? '',
    via: AS_BEFORE,
  }
}

export const takesPoints = ({ chain }: Values, chains: readonly Chain[]): boolean =>
  chains.find(({ id }) => id === chain)?.award_points ?? false

/** A new booking, without its endpoints. */
export function bookingRequest(values: Values): Record<string, unknown> {
  const { chain, hotel_code, checkin, currency = '', basis, reference = '' } = values
  const ages = (values['children_ages'] ?? '').split(/[\s,]+/).filter((age) => age !== '')
  return {
    chain,
    hotel_code,
    checkin,
    los: Number(values['los']),
    adults: Number(values['adults']),
    children: Number(values['children']),
    ...(ages.length > 0 && { children_ages: ages.map(Number) }),
    rooms: Number(values['rooms']),
    ...termsRequest(values),
    paid: {
      amount: Number(values['amount']),
      basis,
      ...(basis !== 'points' && { currency: currency.trim().toUpperCase() }),
    },
    ...(reference.trim() !== '' && { reference: reference.trim() }),
  }
}

/** What has changed, without the endpoints. A deadline that stays the same may be past, so it is not sent again. */
export function changeRequest(values: Values, booking: Booking): Record<string, unknown> {
  const { cancel_by, ...terms } = termsRequest(values)
  const reference = (values['reference'] ?? '').trim()
  return {
    ...terms,
    ...(values['cancel_by'] !== toLocal(booking.cancel_by) && { cancel_by }),
    paid: { amount: Number(values['amount']), basis: values['basis'] },
    reference: reference === '' ? null : reference,
  }
}

function termsRequest(values: Values) {
  return {
    room_name: values['room_name']?.trim(),
    refundable: values['refundable'] === 'true',
    meal_plan: values['meal_plan'],
    cancel_by: fromLocal(values['cancel_by'] ?? ''),
    min_saving_pct: Number(values['min_saving_pct']),
    refresh_sec: Number(values['refresh_sec']),
  }
}

/** A moment as a field shows it, in the browser's time zone. */
function toLocal(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** An unreadable time is sent as it is, so that the service says what is wrong with it. */
function fromLocal(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}
