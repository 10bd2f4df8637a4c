import type { VacancyError } from './errors.ts'
import type { Signal } from './web.ts'

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 15_000

/** A longer `Retry-After` than this is thrown at once, for the caller to decide. */
const LONGEST_RETRY_AFTER_SEC = 60

/**
 * When a request may be retried. After `rate_limited` always, because the service did nothing. After other failures it depends
 * on the request, because the service may already have acted.
 *
 * - `anything`: safe to repeat after any failure.
 * - `error`: only after an error from the service, which is free. After a lost connection or a proxy error, the first attempt may
 *   have been charged, and a second would be charged again.
 * - `refusal`: only after `rate_limited`.
 */
export type RepeatAfter = 'anything' | 'error' | 'refusal'

/** What proxies answer in place of a service that is starting, away or slow. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 503, 504])

/** Wait before the next attempt; null if a retry would not help or could do harm. */
export function waitBefore(attempt: number, error: VacancyError, after: RepeatAfter): number | null {
  const { retryAfter } = error
  if (!helps(error, after) || (retryAfter ?? 0) > LONGEST_RETRY_AFTER_SEC) return null
  // Never earlier than `Retry-After`. The random part spreads callers that failed at the same time.
  const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  const spread = grown * (0.5 + Math.random() / 2)
  return retryAfter === null ? spread : retryAfter * 1000 + spread / 2
}

function helps({ code, status }: VacancyError, after: RepeatAfter): boolean {
  if (code === 'rate_limited') return true
  if (after === 'refusal') return false
  if (code === 'source_unavailable' || code === 'upstream_timeout') return true
  return after === 'anything' && isAway({ code, status })
}

/** Whether the service, or the way to it, is gone for a moment: no answer, part of one, or a proxy's. */
export function isAway({ code, status }: Pick<VacancyError, 'code' | 'status'>): boolean {
  const isLost = code === 'unreachable' || code === 'timed_out' || code === 'cut_off'
  return isLost || (status !== null && OF_PROXIES.has(status))
}

/** Waits, or rejects with the reason of the signal when it is aborted. */
export function pause(ms: number, signal?: Signal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
