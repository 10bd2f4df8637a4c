import { LOCALE } from './locale.ts'

/** Formats numbers and times. */

const credits = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 })
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })

export const formatCredits = (value: number) => credits.format(value)
export const formatWhole = (value: number) => whole.format(value)
const miles = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
export const formatMiles = (value: number) => miles.format(value)
/** `1 night`, `2,250 nights`. */
export const formatCount = (count: number, one: string, many = `${one}s`) =>
  `${credits.format(count)} ${count === 1 ? one : many}`
export const formatShare = (value: number) => percent.format(value)

export function formatMoney(value: number | null | undefined, currency: string | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (!currency) return credits.format(value)
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).format(value)
}

/** With as many digits as a price per request needs: `$0.0075`. */
export function formatSmallMoney(value: number, currency: string): string {
  if (value === 0 || value >= 1) return formatMoney(value, currency)
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumSignificantDigits: 4,
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
    roundingPriority: 'lessPrecision',
  }).format(value)
}

/** Short form without cents. */
export function formatRound(value: number, currency: string | null): string {
  if (!currency) return whole.format(value)
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(value)
}

export function formatPoints(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : whole.format(value)
}

const hundredths = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })
const MINOR: Readonly<Record<string, string>> = { USD: '¢', GBP: 'p', EUR: 'c', CAD: '¢', AUD: '¢', NZD: '¢' }

/** What a point is worth: hundredths of the currency, by the name they have there, or else the currency itself. */
export function formatCpp(cpp: number | null | undefined, currency: string): string {
  if (cpp === null || cpp === undefined) return '–'
  const minor = MINOR[currency]
  if (minor) return `${hundredths.format(cpp)} ${minor}`
  return new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumSignificantDigits: 2,
  }).format(cpp / 100)
}

/** The unit of `formatCpp`: `¢`, or the currency where its hundredths have no name. */
export const cppUnit = (currency: string) => MINOR[currency] ?? currency

/** A number in that unit as hundredths of the currency. */
export const cppOf = (value: number, currency: string) => (MINOR[currency] ? value : value * 100)

/** 25,500 as 25.5k. */
export function formatShort(value: number): string {
  return value < 1000 ? whole.format(value) : `${credits.format(Math.round(value / 100) / 10)}k`
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const datedFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const monthFormat = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' })
const longMonthFormat = new Intl.DateTimeFormat(LOCALE, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const fullFormat = new Intl.DateTimeFormat(LOCALE, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const momentFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' })
const minuteFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const clockFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Calendar days belong to the hotel or the ledger, never to the user's time zone. */
export const formatDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))
export const formatFullDay = (day: string) => fullFormat.format(new Date(`${day}T00:00:00Z`))
/** With the year, if it is not the current one. */
export function formatNight(night: string): string {
  const isThisYear = night.slice(0, 4) === new Date().toISOString().slice(0, 4)
  return isThisYear ? formatDay(night) : datedFormat.format(new Date(`${night}T00:00:00Z`))
}
export const formatDayOfMonth = (day: string) => String(Number(day.slice(8, 10)))
export const formatMonth = (day: string) => monthFormat.format(new Date(`${day}T00:00:00Z`))
export const formatLongMonth = (day: string) => longMonthFormat.format(new Date(`${day}T00:00:00Z`))

/** The words of the interface for a day of the week. */
export const DAYS_OF_WEEK: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** Monday first, as short names. 1 January 2024 was a Monday. */
export const WEEKDAYS: readonly string[] = Array.from({ length: 7 }, (_, index) =>
  new Intl.DateTimeFormat(LOCALE, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)),
)
export const formatMoment = (moment: string) => momentFormat.format(new Date(moment))
/** Without seconds. */
export const formatMinute = (moment: string) => minuteFormat.format(new Date(moment))
export const formatClock = (moment: string) => clockFormat.format(new Date(moment))

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' })
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
]

export function formatAgo(moment: string, nowMs = Date.now()): string {
  let amount = (Date.parse(moment) - nowMs) / 1000
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return relative.format(Math.round(amount), unit)
    amount /= size
  }
  return ''
}

export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const signed = new Intl.NumberFormat(LOCALE, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** A difference, with its sign. */
export const formatPercent = (value: number) => signed.format(value / 100)

/** A free-night certificate: `cat1_4` covers categories 1 to 4. */
export function certificateWords(id: string): string {
  const [, first, last] = /^cat(\d+)_(\d+)$/.exec(id) ?? []
  return first === undefined ? id.replaceAll('_', ' ') : `category ${first}–${last}`
}

/** snake_case as words. */
export const inWords = (name: string) => name.replaceAll(/[._]/g, ' ')
