/**
 * Lead time is the number of days from the observation (UTC) to the night. Prices are compared among observations of
 * similar lead time, in these buckets.
 */
export interface LeadDays {
  from: number
  /** Null: and more. */
  to: number | null
}

/** The first day of each bucket, as in the SQL function `lead_bucket`. */
const STARTS = [0, 2, 4, 8, 15, 31, 61, 121]

export const LEAD_BUCKETS: readonly LeadDays[] = STARTS.map((from, index) => {
  const next = STARTS[index + 1]
  return { from, to: next === undefined ? null : next - 1 }
})

/** From 1. A night that has begun somewhere, but is yesterday in UTC, counts as today. */
export function leadBucket(nightDay: number, seenDay: number): number {
  const lead = Math.max(0, nightDay - seenDay)
  return STARTS.filter((from) => from <= lead).length
}
