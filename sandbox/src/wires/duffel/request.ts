import { saleOf } from '../../world/points-of-sale.ts'
import type { StayAsk } from '../../world/world.ts'

/** A well-formed `POST /stays/search` by accommodation ids. */
export interface StaysSearch {
  ids: string[]
  ask: StayAsk
  checkOut: string
  guests: Guest[]
}

type Guest = { type: 'adult'; age?: number } | { type: 'child'; age: number }

export interface BadSearch {
  problem: string
  code: string
}

const IDS_AT_MOST = 200
const NIGHTS_AT_MOST = 99
const DAY_MS = 86_400_000
const HOME = 'US'

export function readSearch(body: string, nowMs: number): StaysSearch | BadSearch {
  const asked = readData(body)
  if (!asked) return { code: 'validation_required', problem: 'data is missing' }
  const { check_in_date: checkIn, check_out_date: checkOut, rooms } = asked
  const ids = (asked.accommodation as { ids?: unknown } | undefined)?.ids
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > IDS_AT_MOST) {
    return { code: 'validation_required', problem: 'accommodation.ids must name one to 200 accommodations' }
  }
  const first = readDay(checkIn)
  const last = readDay(checkOut)
  if (first === null || first < Math.floor(nowMs / DAY_MS) - 1) {
    return { code: 'validation_date', problem: 'check_in_date must be a date that is not past' }
  }
  if (last === null || last <= first || last - first > NIGHTS_AT_MOST) {
    return { code: 'validation_date', problem: 'check_out_date must be 1 to 99 nights after check_in_date' }
  }
  if (typeof rooms !== 'number' || !Number.isInteger(rooms) || rooms < 1) {
    return { code: 'validation_number', problem: 'rooms must be a whole number from 1' }
  }
  const guests = readGuests(asked.guests)
  const adults = guests?.filter((guest) => guest.type === 'adult').length ?? 0
  if (!guests || adults < rooms) {
    return {
      code: 'validation_inclusion',
      problem: 'guests must name an adult for each room, children with age',
    }
  }
  const ages = guests.flatMap((guest) => (guest.type === 'child' ? [guest.age] : []))
  const childAges = ages.slice(0, Math.ceil(ages.length / rooms))
  return {
    ids: ids.map(String),
    checkOut: String(checkOut),
    guests,
    ask: {
      checkin: String(checkIn),
      los: last - first,
      adults: Math.ceil(adults / rooms),
      children: childAges.length,
      childAges,
      rooms,
      ...saleOf(HOME, undefined, asked.mobile === true),
    },
  }
}

function readData(body: string): Record<string, unknown> | null {
  try {
    const parsed = JSON.parse(body) as { data?: unknown } | null
    return typeof parsed?.data === 'object' ? (parsed.data as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

function readGuests(value: unknown): Guest[] | null {
  if (!Array.isArray(value)) return null
  const guests = value as { type?: unknown; age?: unknown }[]
  const understood = guests.every(
    ({ type, age }) => type === 'adult' || (type === 'child' && Number.isInteger(age)),
  )
  return understood ? (guests as Guest[]) : null
}

function readDay(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  const ms = Date.parse(`${value}T00:00:00Z`)
  const real = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
  return real ? ms / DAY_MS : null
}
