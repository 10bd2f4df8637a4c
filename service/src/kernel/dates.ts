/**
 * Nights are plain calendar dates, `YYYY-MM-DD`, with no zone. Arithmetic runs on whole days since 1970, so
 * no daylight-saving rule of any machine can move a check-in.
 */
export type Night = string

const DAY_MS = 86_400_000
const SHAPE = /^\d{4}-\d{2}-\d{2}$/

/** Days since 1970-01-01, or null where the text is no real date (2027-02-30 is none). */
export function parseDay(text: string): number | null {
  if (!SHAPE.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms)) return null
  return nightOfDay(ms / DAY_MS) === text ? ms / DAY_MS : null
}

export function nightOfDay(day: number): Night {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

export function dayOf(night: Night): number {
  const day = parseDay(night)
  if (day === null) throw new RangeError(`not a date: ${night}`)
  return day
}

export function addNights(night: Night, count: number): Night {
  return nightOfDay(dayOf(night) + count)
}

/** Every night from the first to the last, both included. */
export function nightsBetween(from: Night, to: Night): Night[] {
  const first = dayOf(from)
  return Array.from({ length: Math.max(0, dayOf(to) - first + 1) }, (_, index) => nightOfDay(first + index))
}

/** The UTC calendar date of a moment. */
export function nightAt(epochMs: number): Night {
  return new Date(epochMs).toISOString().slice(0, 10)
}
