import { RateLimitPage } from '../../search-engine.ts'
import { type Call, type HttpAnswer, SourceFailure } from '../../source.ts'
import { parseJson, refusal, tryJson } from '../http-answer.ts'
import { checkEnvelope, checkFailure, type Envelope } from './answer.ts'

/** One search: its page, or null without results. */
export type Search = (ask: Record<string, string>, call: Call) => Promise<Envelope | null>

const NO_RESULTS = /hasn't returned any results/i
const RUN_OUT = /run out of searches|searches for the month have run out/i
const BUSY = /throughput limit|rate limit/i
/** The vendor does not say how long to wait. Searches come back with the next month, or when the operator buys more. */
const RUN_OUT_WAIT_MS = 15 * 60_000
const BUSY_WAIT_MS = 60_000

/**
 * The key is a query parameter, so a transport error or the vendor's message may quote it. Every failure that leaves this file
 * has the key removed.
 */
export function createSearch(apiKey: string, now: () => number): Search {
  const clean = (text: string): string =>
    [apiKey, encodeURIComponent(apiKey)]
      .filter((secret) => secret !== '')
      .reduce((left, secret) => left.replaceAll(secret, '[key]'), text)
      .replaceAll(/api_key=[^&\s"']*/g, 'api_key=[key]')

  return async (ask, call) => {
    try {
      const answer = await call.http({
        method: 'GET',
        path: '/search.json',
        query: { engine: 'google_hotels', ...ask, api_key: apiKey },
      })
      return pageOf(answer, ask, now())
    } catch (error) {
      throw error instanceof SourceFailure ? cleaned(error, clean) : error
    }
  }
}

/** Without the cause, which may quote the key too. */
function cleaned(failure: SourceFailure, clean: (text: string) => string): SourceFailure {
  const detail = clean(failure.message)
  if (detail === failure.message && failure.cause === undefined) return failure
  const retry = failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }
  return failure instanceof RateLimitPage
    ? new RateLimitPage(detail, retry)
    : new SourceFailure(failure.kind, detail, {
        transient: failure.transient,
        locked: failure.locked,
        ...retry,
      })
}

function pageOf(answer: HttpAnswer, ask: Record<string, string>, nowMs: number): Envelope | null {
  // A refusal may be an HTML page; only a success must be JSON.
  const body = answer.status === 200 ? parseJson(answer.body) : tryJson(answer.body)
  const message = checkFailure.Check(body) ? body.error : undefined
  const refused = refusal(answer, `HTTP ${answer.status}: ${quote(message)}`, nowMs)
  if (answer.status === 429 || (message !== undefined && (RUN_OUT.test(message) || BUSY.test(message)))) {
    const waitMs = message !== undefined && RUN_OUT.test(message) ? RUN_OUT_WAIT_MS : BUSY_WAIT_MS
    throw new RateLimitPage(refused.message, { retryAfterMs: refused.retryAfterMs ?? waitMs })
  }
  if (answer.status !== 200) throw refused
  if (!checkEnvelope.Check(body)) {
    throw message === undefined
      ? new SourceFailure('broken', 'the body is no page of the engine')
      : new SourceFailure('refused', quote(message))
  }
  requireEcho(body, ask)
  const { status } = body.search_metadata
  if (message !== undefined && status === 'Success' && NO_RESULTS.test(message)) return null
  if (message !== undefined || status !== 'Success') {
    throw new SourceFailure('refused', `search ${status}: ${quote(message)}`, {
      transient: status === 'Error',
    })
  }
  return body
}

function requireEcho({ search_parameters: echoed }: Envelope, ask: Record<string, string>): void {
  const same =
    echoed.engine === 'google_hotels' &&
    echoed.check_in_date === ask['check_in_date'] &&
    echoed.check_out_date === ask['check_out_date'] &&
    echoed.property_token === ask['property_token'] &&
    (echoed.q === undefined || echoed.q === ask['q'])
  if (!same) throw new SourceFailure('broken', 'the page of another search')
}

function quote(message: string | undefined): string {
  return message === undefined ? 'no message' : message.slice(0, 300)
}
