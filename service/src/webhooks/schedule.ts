import { readRetryAfter } from '../kernel/retry-after.ts'
import type { AttemptVerdict } from './receiver.ts'

const SEC = 1000
const MIN = 60 * SEC
const HOUR = 60 * MIN

/** The pause after each failed attempt: about 24 hours in total. After the last attempt the delivery fails. */
export const WAITS_MS: readonly number[] = [
  5 * SEC,
  5 * MIN,
  30 * MIN,
  2 * HOUR,
  5 * HOUR,
  8 * HOUR,
  8 * HOUR,
]

const JITTER = 0.2
const LONGEST_WAIT_MS = 8 * HOUR

/** Jitter, so that deliveries that failed together are not retried together. */
export function jitterFactor(random: () => number): number {
  return 1 - JITTER + 2 * JITTER * random()
}

/**
 * `Retry-After`, in seconds or as a date. It can delay the next attempt, never bring it forward, and at most by the longest pause
 * of the schedule.
 */
export function retryAfterMs(header: string | null, nowMs: number): number {
  return Math.min(Math.round(readRetryAfter(header, nowMs) ?? 0), LONGEST_WAIT_MS)
}

export function verdictOf({
  status,
  error,
}: {
  status: number | null
  error: string | null
}): AttemptVerdict {
  if (status === 410) return 'gone'
  return error === null && status !== null && status >= 200 && status < 300 ? 'delivered' : 'retry'
}
