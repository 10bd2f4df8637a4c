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

/** The zone's name as the time zone database spells it; null if it has no such zone. Fixed offsets are none. */
export function findTimezone(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
