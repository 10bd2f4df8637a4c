import type { BreakerState } from './breaker.ts'

export const HEALTH_STATUSES = ['up', 'degraded', 'down'] as const

export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** The recent health of a source, for the status page and `/chains`. */
export interface SourceHealth {
  status: HealthStatus
  /** Median of recent answered calls; null if there were none. */
  latencyMs: number | null
  /** From 0 to 1, of recent calls; null if there were none. */
  errorShare: number | null
  /** When the source last answered or failed, in epoch milliseconds. */
  checkedAt: number | null
}

export interface Health {
  record(succeeded: boolean, tookMs: number): void
  read(circumstances: Circumstances): SourceHealth
}

export interface Circumstances {
  breaker: BreakerState
  /** Whether the source can be called at all. */
  configured: boolean
  /** Whether the vendor asked us to wait. */
  toldToWait: boolean
}

const WINDOW_MS = 5 * 60_000
/** Enough for a steady median, and a limit on the cost of describing a busy source. */
const MAX_SAMPLES = 1_000
const DEGRADED_ERROR_SHARE = 0.2
/** One failure among two calls is no trend. */
const MIN_CALLS_TO_JUDGE = 5

export function createHealth(now: () => number): Health {
  const samples: { at: number; succeeded: boolean; tookMs: number }[] = []
  let checkedAt: number | null = null

  const forgetOld = (): void => {
    for (let oldest = samples[0]; oldest && now() - oldest.at >= WINDOW_MS; oldest = samples[0])
      samples.shift()
  }

  return {
    record(succeeded, tookMs) {
      forgetOld()
      checkedAt = now()
      samples.push({ at: checkedAt, succeeded, tookMs })
      if (samples.length > MAX_SAMPLES) samples.shift()
    },
    read(circumstances) {
      forgetOld()
      const failures = samples.filter((sample) => !sample.succeeded).length
      const errorShare = samples.length === 0 ? null : failures / samples.length
      const judged = samples.length >= MIN_CALLS_TO_JUDGE ? (errorShare ?? 0) : 0
      return {
        status: judge(circumstances, judged),
        latencyMs: median(samples.filter((sample) => sample.succeeded).map((sample) => sample.tookMs)),
        errorShare,
        checkedAt,
      }
    },
  }
}

function judge({ breaker, configured, toldToWait }: Circumstances, errorShare: number): HealthStatus {
  if (!configured || breaker === 'open') return 'down'
  return breaker === 'half_open' || toldToWait || errorShare >= DEGRADED_ERROR_SHARE ? 'degraded' : 'up'
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}
