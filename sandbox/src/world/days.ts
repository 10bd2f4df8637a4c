/** Dates as day numbers since 1970-01-01, so that nights are integers to hash and add. */

const DAY_MS = 86_400_000

export function dayOf(date: string): number {
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(ms)) throw new RangeError(`not a date: ${date.slice(0, 20)}`)
  return ms / DAY_MS
}

/** Dates already written: every night of every answer needs one. */
const dates = new Map<number, string>()
const MOST_DATES = 5_000

export function dateOf(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
  if (dates.size >= MOST_DATES) dates.clear()
  dates.set(day, date)
  return date
}

export function dayAt(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

/** 0 is January. */
export function monthOf(day: number): number {
  return new Date(day * DAY_MS).getUTCMonth()
}

/** The hour of a day as an RFC 3339 text in UTC. */
export function instantOf(day: number, hour: number): string {
  return new Date(day * DAY_MS + hour * 3_600_000).toISOString()
}
