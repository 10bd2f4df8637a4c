import type { BreakerState } from './breaker.ts'

export const HEALTH_STATUSES = ['up', 'degraded', 'down'] as const

export type HealthStatus = (typeof HEALTH_STATUSES)[number]

/** The recent health of a source. */
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

export const WINDOW_MS = 5 * 60_000
/** Enough for a steady median, and a limit on the cost of describing a busy source. */
const MAX_SAMPLES = 1_000
const DEGRADED_ERROR_SHARE = 0.2
/** One failure among two calls is no trend. */
const MIN_CALLS_TO_JUDGE = 5

/** The calls of the last five minutes. */
export interface CallWindow {
  record(succeeded: boolean, tookMs: number): void
  read(): { answered: number; failed: number; latencyMs: number | null; seenAt: number | null }
}

export function createCallWindow(now: () => number): CallWindow {
  const samples: { at: number; succeeded: boolean; tookMs: number }[] = []
  let seenAt: number | null = null

  const forgetOld = (): void => {
    for (let oldest = samples[0]; oldest && now() - oldest.at >= WINDOW_MS; oldest = samples[0])
      samples.shift()
  }

  return {
    record(succeeded, tookMs) {
      forgetOld()
      seenAt = now()
      samples.push({ at: seenAt, succeeded, tookMs })
      if (samples.length > MAX_SAMPLES) samples.shift()
    },
    read() {
      forgetOld()
      const answered = samples.filter((sample) => sample.succeeded)
      return {
        answered: answered.length,
        failed: samples.length - answered.length,
        latencyMs: median(answered.map((sample) => sample.tookMs)),
        seenAt,
      }
    },
  }
}

export function createHealth(now: () => number): Health {
  const window = createCallWindow(now)
  return {
    record: window.record,
    read(circumstances) {
      const { latencyMs, seenAt, ...counted } = window.read()
      const status = worse(statusOf(circumstances), statusByErrors(counted))
      return { status, latencyMs, errorShare: errorShareOf(counted), checkedAt: seenAt }
    },
  }
}

export interface Counted {
  answered: number
  failed: number
}

export function errorShareOf({ answered, failed }: Counted): number | null {
  const calls = answered + failed
  return calls === 0 ? null : failed / calls
}

export function statusByErrors(counted: Counted): HealthStatus {
  const judged = counted.answered + counted.failed >= MIN_CALLS_TO_JUDGE
  return judged && (errorShareOf(counted) ?? 0) >= DEGRADED_ERROR_SHARE ? 'degraded' : 'up'
}

export function worse(one: HealthStatus, other: HealthStatus): HealthStatus {
  return HEALTH_STATUSES.indexOf(one) > HEALTH_STATUSES.indexOf(other) ? one : other
}

function statusOf({ breaker, configured, toldToWait }: Circumstances): HealthStatus {
  if (!configured || breaker === 'open') return 'down'
  return breaker === 'half_open' || toldToWait ? 'degraded' : 'up'
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 2)
}
