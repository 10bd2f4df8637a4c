import type { Milli } from '../kernel/credits.ts'

/** Where the month goes if the account goes on as it did. */
export interface Forecast {
  /** Credits per day at this pace. */
  perDay: Milli
  /** The days that the pace was measured over. */
  days: number
  /** The day (UTC) on which the credits end; null if they last until the reset. */
  endsOn: string | null
  /** Used at the reset, if nothing refused it. */
  usedAtReset: Milli
}

export interface ForecastInput {
  used: Milli
  allowance: Milli
  resetsAtMs: number
  nowMs: number
  /** What each day (UTC) cost. Days without a charge are missing. */
  days: ReadonlyMap<string, Milli>
}

/** How far back the pace is measured. */
export const PACE_DAYS = 14
/** Fewer days with a charge say nothing about the rest of the month. */
export const LEAST_DAYS = 3
const DAY_MS = 86_400_000

/** Null if there is too little to go by. The pace counts from the first day with a charge, quiet days included. */
export function forecastOf({ used, allowance, resetsAtMs, nowMs, days }: ForecastInput): Forecast | null {
  const earliest = dayOf(nowMs - (PACE_DAYS - 1) * DAY_MS)
  const recent = [...days].filter(([day, cost]) => day >= earliest && cost > 0)
  const first = recent.map(([day]) => day).toSorted()[0]
  if (first === undefined || recent.length < LEAST_DAYS) return null
  const elapsed = (nowMs - Date.parse(first)) / DAY_MS
  const perDay = recent.reduce((sum, [, cost]) => sum + cost, 0) / elapsed
  const endsMs = nowMs + (Math.max(0, allowance - used) / perDay) * DAY_MS
  return {
    perDay: Math.round(perDay),
    days: Math.ceil(elapsed),
    endsOn: endsMs < resetsAtMs ? dayOf(endsMs) : null,
    usedAtReset: Math.round(used + (perDay * (resetsAtMs - nowMs)) / DAY_MS),
  }
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
