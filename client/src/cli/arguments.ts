import { InvalidArgumentError } from 'commander'

/** Parses arguments and options. Invalid values are refused before any request is sent. */

export interface Nights {
  from: string
  to: string
}

export interface HotelRef {
  chain: string
  hotel_code: string
}

/** What a date argument may be, for the help of commands. */
export const DATE = 'YYYY-MM-DD, +30d, tomorrow or friday'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7 }

/** A date, or words for one: `+30d`, `-2w`, `today`, `tomorrow`, `friday`, `next friday`. Counted from today where this runs. */
export function date(text: string): string {
  return dateAfter(text, today())
}

/** Words count from `start`. A weekday is the next one, never `start` itself. */
function dateAfter(text: string, start: string): string {
  const word = text.trim().toLowerCase()
  if (word === 'today' || word === 'tomorrow') return dayAfter(start, word === 'today' ? 0 : 1)
  const [, sign, count, unit = ''] = /^([+-])(\d{1,4})([dw])$/.exec(word) ?? []
  if (count !== undefined) return dayAfter(start, Number(`${sign}${count}`) * (DAYS[unit] ?? 1))
  const weekday = WEEKDAYS.indexOf(word.replace(/^next\s+/, ''))
  if (weekday >= 0) return dayAfter(start, ((weekday - new Date(start).getUTCDay() + 6) % 7) + 1)
  return written(text)
}

function written(text: string): string {
  const [, year = '', month = '', day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (day === undefined) throw new InvalidArgumentError(`Write a date as ${DATE}.`)
  const length = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(month) < 1 || Number(month) > 12)
    throw new InvalidArgumentError(`${text} does not exist: there are 12 months.`)
  if (Number(day) < 1 || Number(day) > length)
    throw new InvalidArgumentError(`${text} does not exist: ${year}-${month} has ${length} days.`)
  return text
}

function today(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
}

function dayAfter(start: string, days: number): string {
  return new Date(Date.parse(start) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * `2027-03-01..2027-03-31`, inclusive. A single date is a range of one night. In `friday..sunday` the second day is counted from the
 * first, in `+30d..+60d` from today.
 */
export function nights(text: string): Nights {
  const [from = '', to = from, ...more] = text.split('..')
  if (more.length > 0)
    throw new InvalidArgumentError(
      'Write nights as FROM..TO, for example 2027-03-01..2027-03-31 or +30d..+60d.',
    )
  const first = date(from)
  const isWeekday = WEEKDAYS.includes(to.trim().toLowerCase())
  const range = { from: first, to: isWeekday && to !== from ? dateAfter(to, first) : date(to) }
  if (range.to < range.from) throw new InvalidArgumentError('The last night is before the first night.')
  return range
}

/** A time as it is written, or a day. */
export function dayOrTime(text: string): string {
  return /^\d/.test(text) ? text : date(text)
}

/** A time, or the start of a day (UTC), which may be `-7d` or another word for a date. */
export function moment(text: string): string {
  const ms = Date.parse(/^\d/.test(text) ? text : date(text))
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('Write it like 2026-11-15, 2026-11-15T09:30:00Z or -7d.')
  return new Date(ms).toISOString()
}

export function integer(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}

export function decimalNumber(text: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new InvalidArgumentError('Use a number.')
  return Number(text)
}

export function integers(text: string): number[] {
  return text.split(',').map(integer)
}

export function list(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

export function currency(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text))
    throw new InvalidArgumentError('Write a currency as three letters, for example USD.')
  return text.toUpperCase()
}

export function country(text: string): string {
  if (!/^[A-Za-z]{2}$/.test(text))
    throw new InvalidArgumentError('Write a country as two letters, for example DE.')
  return text.toUpperCase()
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }

/** Seconds, or a number with a unit: `30m`, `6h`, `7d`. */
export function duration(text: string): number {
  const [, digits, unit = 's'] = /^(\d+)([smhd]?)$/.exec(text) ?? []
  if (digits === undefined)
    throw new InvalidArgumentError('Write a duration in seconds, or as 30m, 6h or 7d.')
  return Number(digits) * (UNITS[unit || 's'] ?? 1)
}

/** `aurelia:LONAU`, or several hotels of one source: `aurelia:LONAU,NEWAU`. */
export function hotels(text: string, before: HotelRef[] = []): HotelRef[] {
  const [chain = '', codes = '', ...more] = text.split(':')
  if (chain === '' || codes === '' || more.length > 0) {
    throw new InvalidArgumentError('Write a hotel as SOURCE:CODE, for example aurelia:LONAU.')
  }
  return [...before, ...list(codes).map((hotel_code) => ({ chain, hotel_code }))]
}

export type PlaceQuery = { q: string } | { place_id: string } | { lat: number; lng: number }

/** A name, coordinates such as `38.72,-9.14`, or a place id from an earlier answer as `id:…`. */
export function place(text: string): PlaceQuery {
  const at = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/.exec(text)
  if (at) return { lat: Number(at[1]), lng: Number(at[2]) }
  return text.startsWith('id:') ? { place_id: text.slice(3) } : { q: text }
}

/** `lodgista=12345`. The option can be repeated. */
export function pairs(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [name = '', ...rest] = text.split('=')
  const value = rest.join('=')
  if (name === '' || value === '')
    throw new InvalidArgumentError('Write an id as SOURCE=ID, for example lodgista=12345.')
  return { ...before, [name]: value }
}

/** A duration, or `auto`. */
export function durationOrAuto(value: string): number | 'auto' {
  return value === 'auto' ? value : duration(value)
}
