import { readRetryAfter } from '../kernel/retry-after.ts'

const SEC = 1000
const MIN = 60 * SEC
const HOUR = 60 * MIN

/** How long after each failed attempt the next one is made: about 24 hours in all. After the last it is given up. */
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

/** Spreads what failed together, so that it does not come back together. */
export function jitterFactor(random: () => number): number {
  return 1 - JITTER + 2 * JITTER * random()
}

/**
 * What a receiver asks for with `Retry-After`, in seconds or as a date. It can put the next attempt off, never bring it forward,
 * and not for longer than the schedule's own longest wait.
 */
export function retryAfterMs(header: string | null, nowMs: number): number {
  return Math.min(Math.round(readRetryAfter(header, nowMs) ?? 0), LONGEST_WAIT_MS)
}

/** `gone`: the receiver answered 410. `retry`: tried again if the schedule has another attempt. */
export type AttemptVerdict = 'delivered' | 'gone' | 'retry'

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
