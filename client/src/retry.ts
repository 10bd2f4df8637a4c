import type { VacancyError } from './errors.ts'

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 15_000

/** Whoever is asked to wait longer than this is told so at once, and decides for himself. */
const LONGEST_RETRY_AFTER_SEC = 60

/**
 * After what a request may go again. A rate limit refuses before anything happened, so after that any request may; a source
 * that broke, a time-out or a lost connection may have come after the deed.
 *
 * - `anything`: it is safe to repeat, however the attempt before ended.
 * - `error`: an error of the service itself costs nothing. Where none came, by a lost connection or from a proxy in between,
 *   the answer may have been charged, and the next would be too.
 * - `refusal`: only where it was refused.
 */
export type RepeatAfter = 'anything' | 'error' | 'refusal'

/** How long to wait before the next attempt; null where another would not help or could do harm. */
export function waitBefore(attempt: number, error: VacancyError, after: RepeatAfter): number | null {
  const { retryAfter } = error
  if (!helps(error, after) || (retryAfter ?? 0) > LONGEST_RETRY_AFTER_SEC) return null
  // Never before the time that was named; the random part keeps callers that failed together from returning together.
  const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt)
  const spread = grown * (0.5 + Math.random() / 2)
  return retryAfter === null ? spread : retryAfter * 1000 + spread / 2
}

function helps({ code, status }: VacancyError, after: RepeatAfter): boolean {
  if (code === 'rate_limited') return true
  if (after === 'refusal') return false
  if (code === 'source_unavailable' || code === 'upstream_timeout') return true
  const isLost = code === 'unreachable' || code === 'cut_off'
  return after === 'anything' && (isLost || status === 503 || status === 504)
}

/** Waits, unless the signal ends it: then with the signal's reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
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
