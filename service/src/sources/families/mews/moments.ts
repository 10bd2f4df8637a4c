import { dayOf, type Night } from '../../../kernel/dates.ts'

const DAY_MS = 86_400_000

/**
 * A moment that lies on the date both in UTC and at the hotel. The vendor takes moments for dates, and its examples do not
 * tell whose date they mean: so it is the later of the two midnights.
 */
export function momentOn(night: Night, timeZone: string | null): string {
  const utcMs = dayOf(night) * DAY_MS
  const ms = timeZone === null ? utcMs : Math.max(utcMs, midnightIn(timeZone, night, utcMs))
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** When the date begins in the zone; as in UTC for a zone that the runtime does not know. */
function midnightIn(timeZone: string, night: Night, utcMs: number): number {
  try {
    return Temporal.PlainDate.from(night).toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    return utcMs
  }
}
