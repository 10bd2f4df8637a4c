import { LRUCache } from 'lru-cache'
import { nextTurn } from '../billing/pace.ts'
import { ApiError } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

const MOST_SESSIONS = 10_000
const EMIT_MS = 1000 / LIMITS.sessionRps

/** Limits the calls of a browser session, before the session is looked up. Calls to the API are limited by the account too. */
export interface SessionPace {
  /** By the cookie, checked or not: a made-up one fails its signature check without a query. */
  count(cookie: string | undefined): void
}

export function createSessionPace(): SessionPace {
  const sessions = new LRUCache<string, number>({ max: MOST_SESSIONS })
  return {
    count: (cookie) => {
      if (cookie === undefined) return
      const next = nextTurn(sessions.get(cookie) ?? 0, EMIT_MS, performance.now())
      if (next !== null) {
        sessions.set(cookie, next)
        return
      }
      const message = `A session may make ${LIMITS.sessionRps} requests per second. Wait for Retry-After.`
      throw new ApiError('rate_limited', message, { retryAfterSec: 1 })
    },
  }
}
