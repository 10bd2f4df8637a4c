import { ApiError } from '../kernel/errors.ts'
import { createCallLimit } from './call-limit.ts'

/**
 * Limits what the dashboard reads on its own. These reads count against a limit of their own, per process, and not against the
 * requests per second that the account's programs need.
 */
export interface PageReads {
  /** Throws `rate_limited`. Otherwise `leave` must be called when the answer has left. */
  enter(accountId: string, isQuote: boolean): void
  leave(accountId: string): void
}

/** Several open tabs, each with as many connections as a browser has. */
const IN_FLIGHT = 24

export function createPageReads(): PageReads {
  const reads = createCallLimit({ perSec: 20, burst: 60 })
  // A quote may plan thousands of cells.
  const quotes = createCallLimit({ perSec: 4, burst: 12 })
  const inFlight = new Map<string, number>()
  return {
    enter: (accountId, isQuote) => {
      const now = inFlight.get(accountId) ?? 0
      if (now >= IN_FLIGHT) {
        throw new ApiError('rate_limited', 'Too many calls. Wait a moment, then try again.', {
          retryAfterSec: 1,
        })
      }
      if (isQuote) quotes.count(accountId)
      else reads.count(accountId)
      inFlight.set(accountId, now + 1)
    },
    leave: (accountId) => {
      const left = (inFlight.get(accountId) ?? 1) - 1
      if (left > 0) inFlight.set(accountId, left)
      else inFlight.delete(accountId)
    },
  }
}
