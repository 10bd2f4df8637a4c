import { readRetryAfter } from '../../kernel/retry-after.ts'
import { type Http, type HttpAnswer, SourceFailure } from '../source.ts'

/** What all families read alike of an HTTP answer, whatever its body is about. */

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (cause) {
    throw new SourceFailure('broken', `not JSON: ${body.slice(0, 120)}`, { cause })
  }
}

/** For bodies that need not be JSON: error pages, and what is kept for the caller to see. */
export function tryJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Keeps a copy of every upstream body, for callers that asked to see them. */
export function recording(http: Http, bodies: unknown[]): Http {
  return async (request) => {
    const answer = await http(request)
    if (answer.body !== '') bodies.push(tryJson(answer.body) ?? answer.body)
    return answer
  }
}

/**
 * That the vendor would not answer. Only a gateway's own errors are worth a second try at once, and not where a time to
 * stay away is known: from `Retry-After`, or from wherever else the vendor tells it.
 */
export function refusal(answer: HttpAnswer, detail: string, nowMs: number, waitMs?: number): SourceFailure {
  const retryAfterMs = readRetryAfter(answer.headers['retry-after'], nowMs) ?? waitMs
  if (retryAfterMs !== undefined) return new SourceFailure('refused', detail, { retryAfterMs })
  return new SourceFailure('refused', detail, { transient: [502, 503, 504].includes(answer.status) })
}
