import type { Night, Weekday } from '../kernel/dates.ts'
import { WEEKDAYS } from '../kernel/dates.ts'

/** When a schedule runs, by the clocks of its time zone. */
export interface Timing {
  every: 'hour' | 'day' | 'week'
  /** Minutes after midnight; for hourly runs, after the full hour. */
  atMinute: number
  /** Days of the week, for weekly runs. */
  onDays: readonly Weekday[]
  timezone: string
}

const RUNS_PER_MONTH = { hour: 720, day: 30, week: 30 / 7 }

/** In 30 days. */
export function runsPerMonth({ every, onDays }: Timing): number {
  return RUNS_PER_MONTH[every] * (every === 'week' ? onDays.length : 1)
}

const MINUTE_MS = 60_000

/** The first time after a moment. */
export function nextRun(timing: Timing, afterMs: number): number {
  if (timing.every === 'hour') return nextHour(timing, afterMs)
  // The day before still counts: in some zones a date was left out altogether.
  let day = zoned(afterMs, timing.timezone).toPlainDate().subtract({ days: 1 })
  for (;;) {
    const weekday = WEEKDAYS[day.dayOfWeek - 1]
    const runs = timing.every === 'day' || (weekday !== undefined && timing.onDays.includes(weekday))
    const atMs = runs ? momentOf(day, timing) : -Infinity
    if (atMs > afterMs) return atMs
    day = day.add({ days: 1 })
  }
}

/** A local time that exists twice is the first of both; one that does not exist is the first moment after the gap. */
function momentOf(day: Temporal.PlainDate, { atMinute, timezone }: Timing): number {
  const wall = day.toPlainDateTime({ hour: Math.floor(atMinute / 60), minute: atMinute % 60 })
  const first = wall.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  if (first.toPlainDateTime().equals(wall)) return first.epochMilliseconds
  return first.getTimeZoneTransition('next')?.epochMilliseconds ?? first.epochMilliseconds
}

/**
 * Each time that the clock shows the minute. A shift by a whole hour changes nothing, so there are 23 or 25 runs that day; after
 * one by half an hour, the minute is sought again.
 */
function nextHour({ atMinute, timezone }: Timing, afterMs: number): number {
  let fromMs = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS
  for (;;) {
    const local = zoned(fromMs, timezone)
    const atMs = fromMs + ((atMinute - local.minute + 60) % 60) * MINUTE_MS
    const shift = local.getTimeZoneTransition('next')
    if (!shift || atMs < shift.epochMilliseconds || zoned(atMs, timezone).minute === atMinute) return atMs
    fromMs = shift.epochMilliseconds
  }
}

/** The date that the clocks of a zone show. */
export function localDay(atMs: number, timezone: string): Night {
  return zoned(atMs, timezone).toPlainDate().toString()
}

function zoned(atMs: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timezone)
}

/** Whether the time zone database has a zone of this name, in any case of letters. Fixed offsets are none. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
