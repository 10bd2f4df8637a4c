import { dayOf, type Night } from '../../../kernel/dates.ts'

const DAY_MS = 86_400_000

/**
 * A moment that lies on the date both in UTC and at the hotel. The vendor takes moments for dates, and its examples do not
 * tell whose date they mean: so it is the later of the two midnights.
 */
export function momentOn(night: Night, timeZone: string | null): string {
  const utcMs = dayOf(night) * DAY_MS
  const ms = timeZone === null ? utcMs : Math.max(utcMs, midnightIn(timeZone, utcMs))
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** When the date begins in the zone, given when it begins in UTC. */
function midnightIn(timeZone: string, utcMs: number): number {
  const guess = utcMs - offsetMs(timeZone, utcMs)
  // The offset may change between the two midnights.
  return utcMs - offsetMs(timeZone, guess)
}

/** How far the clocks of the zone are ahead of UTC; 0 for a zone that the runtime does not know. */
function offsetMs(timeZone: string, atMs: number): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
      atMs,
    )
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
    const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
    return sign === '-' ? -ahead : ahead
  } catch {
    return 0
  }
}
