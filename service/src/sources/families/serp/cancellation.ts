import { type Night, nightOfDay, parseDay } from '../../../kernel/dates.ts'
import type { Terms } from './answer.ts'

export interface Cancellation {
  refundable: boolean | null
  cancelBy: string | null
}

const NEVER = /\bnon[- ]?refundable\b/i
const FREELY = /\b(?:free cancell?ation|fully refundable)\b/i

/** What an offer says of cancelling it: its own mark, else the words of its name. If they disagree, nothing is known. */
export function cancellationOf(
  terms: Terms,
  name: string,
  checkin: Night,
  zone: string | null,
): Cancellation {
  const { free_cancellation: isFree } = terms
  const named = NEVER.test(name) ? false : FREELY.test(name) ? true : null
  const refundable = isFree ?? named
  if (named !== null && refundable !== named) return { refundable: null, cancelBy: null }
  return { refundable, cancelBy: refundable === true ? deadlineOf(terms, checkin, zone) : null }
}

/** By the clocks of the hotel. Without a time, the day's beginning: no later moment is promised. */
function deadlineOf(terms: Terms, checkin: Night, zone: string | null): string | null {
  const { free_cancellation_until_date: date, free_cancellation_until_time: time } = terms
  const day = date ? dayOf(date.trim(), checkin) : null
  const minute = time ? minuteOf(time.trim()) : 0
  if (day === null || minute === null || zone === null) return null
  const wall = Temporal.PlainDate.from(day).toPlainDateTime({
    hour: Math.floor(minute / 60),
    minute: minute % 60,
  })
  const { epochMilliseconds } = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return new Date(epochMilliseconds).toISOString()
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `Aug 8`, `8 August` or a full date. Without a year it is the last such day up to the check-in. Other languages: unknown. */
function dayOf(text: string, checkin: Night): Night | null {
  if (parseDay(text) !== null) return text
  const match =
    /^(?:\p{L}{3},? )?(?:(\p{L}{3})\p{L}*\.? (\d{1,2})|(\d{1,2}) (\p{L}{3})\p{L}*\.?)(?:,? (\d{4}))?$/u.exec(
      text,
    )
  if (!match) return null
  const [, month = match[4] ?? '', date = match[3] ?? '', , , year] = match
  const no = MONTHS.indexOf(month.toLowerCase()) + 1
  if (no === 0) return null
  const dated = (of: number) => `${of}-${String(no).padStart(2, '0')}-${date.padStart(2, '0')}`
  const arrival = parseDay(checkin) ?? 0
  const years = year ? [Number(year)] : [Number(checkin.slice(0, 4)), Number(checkin.slice(0, 4)) - 1]
  const day = years.map((of) => parseDay(dated(of))).find((found) => found !== null && found <= arrival)
  return day === undefined || day === null ? null : nightOfDay(day)
}

/** Minutes after midnight: `6:00 PM`, `18:00`. */
function minuteOf(text: string): number | null {
  const match = /^(\d{1,2}):(\d{2})(?:\s*([AP])\.?M\.?)?$/i.exec(text.normalize('NFKC'))
  if (!match) return null
  const [, hours = '', minutes = '', half] = match
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hours)
  return hour < 24 && Number(minutes) < 60 ? hour * 60 + Number(minutes) : null
}
