import { LEAD_BUCKETS } from '../observations/lead-buckets.ts'

/** The first bucket, today and tomorrow, leaves no time for a fall until one day before arrival. */
export const FIRST_BUCKET = 2
export const BUCKETS = LEAD_BUCKETS.length - FIRST_BUCKET + 1
/** The last bucket has no end. Its nights are taken from its first days. */
const OPEN_DAYS = 60

/**
 * The lead time at which a night stands for a bucket: another one for each night, so that all days of the bucket are represented
 * alike. A question can come on any of them, and what happens until arrival depends on how long that is.
 */
export function originLead(nightDay: number, bucket: number): number {
  const days = LEAD_BUCKETS[bucket - 1]
  if (!days) throw new RangeError(`there is no bucket ${bucket}`)
  const length = days.to === null ? OPEN_DAYS : days.to - days.from + 1
  const scattered = (Math.imul(nightDay, 0x9e_37_79_b1) >>> 0) / 2 ** 32
  return days.from + Math.floor(scattered * length)
}
