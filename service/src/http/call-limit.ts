import { LRUCache } from 'lru-cache'
import { nextTurn } from '../billing/pace.ts'
import { atMost } from '../kernel/at-most.ts'
import { ApiError } from '../kernel/errors.ts'

export interface CallRate {
  perSec: number
  burst: number
}

/** Limits calls that no API key pays for. Counted per process, before any query. */
export interface CallLimit {
  /** Throws `rate_limited` above the rate. */
  count(by: string): void
}

/** Bounds memory. A forgotten caller starts with a full burst. */
const MAX_COUNTED = 20_000

export function createCallLimit({ perSec, burst }: CallRate, nowMs = () => performance.now()): CallLimit {
  // For each caller, when its burst will be whole again.
  const evenAtMs = new LRUCache<string, number>(atMost(MAX_COUNTED))
  const emitMs = 1000 / perSec
  return {
    count: (by) => {
      const now = nowMs()
      const even = evenAtMs.get(by) ?? now
      const next = nextTurn(even, emitMs, now, burst * emitMs)
      if (next === null) {
        throw new ApiError('rate_limited', 'Too many calls. Wait a moment, then try again.', {
          retryAfterSec: Math.ceil((even + emitMs - now - burst * emitMs) / 1000),
        })
      }
      evenAtMs.set(by, next)
    },
  }
}
