import { readRetryAfter } from '../../kernel/retry-after.ts'
import { type Http, type HttpAnswer, SourceFailure } from '../source.ts'

/** Reading of HTTP answers that all families share. */

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new SourceFailure('broken', `not JSON: ${body.slice(0, 120)}`, { cause })
  }
}

/** For bodies that may not be JSON: error pages, and bodies kept for the caller. */
export function tryJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Keeps a copy of every upstream body, if the caller asked for them. */
export function recording(http: Http, bodies: unknown[]): Http {
  return async (request) => {
    const answer = await http(request)
    if (answer.body !== '') bodies.push(tryJson(answer.body) ?? answer.body)
    return answer
  }
}

/**
 * The vendor refused. Only gateway errors are worth an immediate retry, and only if the vendor states no waiting time, in
 * `Retry-After` or elsewhere.
 */
export function refusal(answer: HttpAnswer, detail: string, nowMs: number, waitMs?: number): SourceFailure {
  const retryAfterMs = readRetryAfter(answer.headers['retry-after'], nowMs) ?? waitMs
  if (retryAfterMs !== undefined) return new SourceFailure('refused', detail, { retryAfterMs })
  const { status } = answer
  const locked = status === 401 || status === 403
  return new SourceFailure('refused', detail, { transient: [502, 503, 504].includes(status), locked })
}
