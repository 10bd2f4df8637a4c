import type { Job, MatrixCell } from '../generated/shapes.ts'
import type { Cell } from './table.ts'

/**
 * Formats numbers, dates and states in the same way on every machine. Mostly without `Intl`: creating its formats takes longer
 * than the rest of a command.
 */

const digitsByCurrency = new Map<string, number>()

export function money(value: number | null | undefined, currency: string): string {
  return value === null || value === undefined ? '' : grouped(value.toFixed(digitsOf(currency)))
}

function digitsOf(currency: string): number {
  const known = digitsByCurrency.get(currency)
  if (known !== undefined) return known
  const digits = minorDigits(currency)
  digitsByCurrency.set(currency, digits)
  return digits
}

function minorDigits(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

function grouped(digits: string): string {
  return digits.replace(/^-?\d+/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','))
}

export function number(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : grouped(String(Math.round(value)))
}

export function decimal(value: number | null | undefined, digits = 2): string {
  return value === null || value === undefined ? '' : value.toFixed(digits)
}

export function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : `${value > 0 ? '+' : ''}${value.toFixed(2)} %`
}

export function credits(value: number): string {
  return `${amount(value)} ${value === 1 ? 'credit' : 'credits'}`
}

/** Credits have at most three decimals, without trailing zeros. */
export function amount(value: number): string {
  return grouped(String(Math.round(value * 1000) / 1000))
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Mon 1 Mar 2027`. */
export function longDate(date: string): string {
  const at = new Date(`${date}T00:00:00Z`)
  return `${WEEKDAYS[at.getUTCDay()]} ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** `27 Feb`, from a date or a timestamp. */
export function shortDate(date: string): string {
  return longDate(date.slice(0, 10)).split(' ').slice(1, 3).join(' ')
}

/** `2027-03-01 Mon`: sorts well and shows weekends. */
export function dayOf(date: string): string {
  return `${date} ${longDate(date).slice(0, 3)}`
}

/** A timestamp to the minute, in UTC. */
export function moment(timestamp: string | null | undefined): string {
  return timestamp ? `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)}` : ''
}

/** `15 Nov 06:35`: for lists of recent things, where the year is clear. */
export function shortMoment(timestamp: string): string {
  return `${shortDate(timestamp)} ${timestamp.slice(11, 16)}`
}

export function ago(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return ''
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`
}

interface Named {
  name: string | null
  city?: string | null
  country?: string | null
}

export function place(hotel: Named | null): string {
  if (!hotel) return ''
  const where = [hotel.city, hotel.country].filter(Boolean).join(' ')
  return [hotel.name, where].filter(Boolean).join(', ')
}

type Status = MatrixCell['status'] | null

/** What is shown in place of a price. */
export function statusCell(status: Status, minLos: number | null): Cell {
  switch (status) {
    case 'available':
      return { text: 'available', style: 'green' }
    case 'sold_out':
      return { text: 'sold out', style: 'red' }
    case 'closed':
      return { text: 'closed', style: 'red' }
    case 'restricted_los':
      return { text: minLos === null ? 'longer stays only' : `min ${minLos} nights`, style: 'yellow' }
    case null:
      return { text: 'unknown', style: 'dim' }
  }
}

/** Empty for an available night, otherwise the reason why there is no price. */
export function unlessAvailable(status: Status, minLos: number | null): Cell {
  return status === 'available' ? { text: '' } : statusCell(status, minLos)
}

export function jobCell(status: Job['status']): Cell {
  if (status === 'done') return { text: status, style: 'green' }
  return status === 'failed' ? { text: status, style: 'red' } : { text: status, style: 'yellow' }
}
