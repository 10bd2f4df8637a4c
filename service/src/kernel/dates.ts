/**
 * Nights are calendar dates, `YYYY-MM-DD`, without a time zone. Arithmetic uses whole days since 1970, so daylight saving
 * can never move a check-in.
 */
export type Night = string

const SHAPE = /^\d{4}-\d{2}-\d{2}$/
/** Days from 0000-03-01 to 1970-01-01, and in four centuries. Years start in March, so a leap day is the last of its year. */
const EPOCH = 719_468
const ERA = 146_097
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Days since 1970-01-01, or null if the text is not a real date (such as 2027-02-30). Uses arithmetic: with a Date object per
 * date, reading the hundreds of dates in one source answer took longer than reading the rest of it.
 */
export function parseDay(text: string): number | null {
  if (!SHAPE.test(text)) return null
  const year = digitsAt(text, 0) * 100 + digitsAt(text, 2)
  const month = digitsAt(text, 5)
  const date = digitsAt(text, 8)
  if (date < 1 || date > (MONTH_DAYS[month - 1] ?? 0)) return null
  if (month === 2 && date === 29 && !isLeap(year)) return null
  const marchYear = month > 2 ? year : year - 1
  const era = Math.floor(marchYear / 400)
  const ofEra = marchYear - era * 400
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  return era * ERA + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - EPOCH
}

/** What a text must be that is no date: with the day that does not exist, if it is written as one. */
export function mustBeDate(text: string): string {
  return `must be a date (YYYY-MM-DD)${SHAPE.test(text) ? `, and there is no day ${text}` : ''}`
}

/** The number of two digits. */
function digitsAt(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - ZERO
}

const ZERO = 11 * '0'.charCodeAt(0)

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

export function nightOfDay(day: number): Night {
  const era = Math.floor((day + EPOCH) / ERA)
  const inEra = day + EPOCH - era * ERA
  const ofEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  )
  const ofYear = inEra - (365 * ofEra + Math.floor(ofEra / 4) - Math.floor(ofEra / 100))
  const marchMonth = Math.floor((5 * ofYear + 2) / 153)
  const date = ofYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = era * 400 + ofEra + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}`
}

export function dayOf(night: Night): number {
  const day = parseDay(night)
  if (day === null) throw new RangeError(`not a date: ${night}`)
  return day
}

export function addNights(night: Night, count: number): Night {
  return nightOfDay(dayOf(night) + count)
}

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The first day of 1970 was a Thursday. */
export function weekdayOf(night: Night): Weekday {
  return WEEKDAYS[(((dayOf(night) + 3) % 7) + 7) % 7] ?? 'mon'
}

/** Every night from first to last, inclusive. */
export function nightsBetween(from: Night, to: Night): Night[] {
  const first = dayOf(from)
  return Array.from({ length: Math.max(0, dayOf(to) - first + 1) }, (_, index) => nightOfDay(first + index))
}

/** The UTC calendar date of a moment. */
export function dayAt(epochMs: number): number {
  return Math.floor(epochMs / 86_400_000)
}

export function nightAt(epochMs: number): Night {
  return nightOfDay(dayAt(epochMs))
}

export type WeekdayClass = 'weekday' | 'weekend'

/** Friday and Saturday nights are the weekend. Day 0, 1970-01-01, was a Thursday. */
export function weekdayClass(day: number): WeekdayClass {
  const fromThursday = ((day % 7) + 7) % 7
  return fromThursday === 1 || fromThursday === 2 ? 'weekend' : 'weekday'
}
