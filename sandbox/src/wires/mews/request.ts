import { dayOf } from '../../world/days.ts'
import type { StayAsk } from '../../world/world.ts'

const MOST_NIGHTS = 100

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(body: string): Fields | null {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : null
  } catch {
    return null
  }
}

/** Dates are moments, which mean the day that they lie on at the hotel. */
export function readStay(fields: Fields, zone: string): StayAsk | string {
  const checkin = dateIn(zone, fields['StartUtc'])
  const checkout = dateIn(zone, fields['EndUtc'])
  if (checkin === null) return 'Invalid StartUtc.'
  if (checkout === null) return 'Invalid EndUtc.'
  const los = dayOf(checkout) - dayOf(checkin)
  if (!(los >= 1 && los <= MOST_NIGHTS)) return 'EndUtc must be after StartUtc, and at most 100 days.'
  const adults = fields['AdultCount']
  const children = fields['ChildCount']
  if (!isCount(adults) || adults === 0 || !isCount(children)) return 'Invalid AdultCount or ChildCount.'
  return { checkin, los, adults, children, rooms: 1 }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

function dateIn(timeZone: string, value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)) return null
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return null
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
