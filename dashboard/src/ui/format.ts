/** Formats numbers and times. */

const credits = new Intl.NumberFormat('en', { maximumFractionDigits: 3 })
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

export const formatCredits = (value: number) => credits.format(value)
export const formatWhole = (value: number) => whole.format(value)
export const formatShare = (value: number) => percent.format(value)

export function formatMoney(value: number | null | undefined, currency: string | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (!currency) return credits.format(value)
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    value,
  )
}

/** Short form without cents. */
export function formatRound(value: number, currency: string | null): string {
  if (!currency) return whole.format(value)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  }).format(value)
}

export function formatPoints(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : whole.format(value)
}

/** 25,500 as 25.5k. */
export function formatShort(value: number): string {
  return value < 1000 ? whole.format(value) : `${credits.format(Math.round(value / 100) / 10)}k`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const momentFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const clockFormat = new Intl.DateTimeFormat('en-GB', {
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
  return isThisYear ? formatDay(night) : `${formatDay(night)} ${night.slice(0, 4)}`
}
export const formatMoment = (moment: string) => momentFormat.format(new Date(moment))
export const formatClock = (moment: string) => clockFormat.format(new Date(moment))

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
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

/** Uses a minus sign as wide as the plus. */
export const formatPercent = (value: number) =>
  `${value > 0 ? '+' : ''}${value.toFixed(2).replace('-', '−')} %`

/** snake_case as words. */
export const inWords = (name: string) => name.replaceAll(/[._]/g, ' ')
