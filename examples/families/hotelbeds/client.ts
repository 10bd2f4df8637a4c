import { createHash } from 'node:crypto'
import {
  type Call,
  type HttpAnswer,
  parseJson,
  quoted,
  refusal,
  SourceFailure,
  tryJson,
} from 'vacancy/family'
import { fields, text } from './read.ts'

export interface Client {
  /** `POST /hotel-api/1.0/hotels`. */
  availability(body: object, call: Call): Promise<unknown>
  /** `GET /hotel-content-api/1.0/hotels`, names only. */
  content(hotelCodes: readonly string[], call: Call): Promise<unknown>
}

/** Refused for now: more requests per second than the contract allows. */
const OVER_QPS_MS = 1_000
/** The quota of the day is used up; the vendor does not say when it begins again. */
const OVER_RATE_MS = 600_000

export function createClient(apiKey: string, secret: string, now: () => number): Client {
  const headers = (): Record<string, string> => {
    // Valid for a short time only, so each request has its own.
    const seconds = Math.floor(now() / 1000)
    const signature = createHash('sha256').update(`${apiKey}${secret}${seconds}`).digest('hex')
    return { 'api-key': apiKey, 'x-signature': signature, accept: 'application/json' }
  }
  const read = (answer: HttpAnswer): unknown => {
    if (answer.status !== 200) throw failureOf(answer, now())
    const body = parseJson(answer.body)
    const error = errorIn(body)
    if (error !== null) throw new SourceFailure('refused', error)
    return body
  }
  return {
    async availability(body, call) {
      return read(
        await call.http({
          method: 'POST',
          path: '/hotel-api/1.0/hotels',
          headers: { ...headers(), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    },
    async content(hotelCodes, call) {
      const query = { codes: hotelCodes.join(','), fields: 'name', from: '1', to: String(hotelCodes.length) }
      return read(
        await call.http({ method: 'GET', path: '/hotel-content-api/1.0/hotels', query, headers: headers() }),
      )
    },
  }
}

/** Quotas are refused with 403, like wrong credentials: a header of the vendor's gateway tells them apart. */
function failureOf(answer: HttpAnswer, nowMs: number): SourceFailure {
  const { status, headers, body } = answer
  const detail = `HTTP ${status}: ${errorIn(tryJson(body)) ?? quoted(body)}`
  const reason = headers['x-mashery-error-code'] ?? body
  if (status === 403 && /OVER_(QPS|RATE)|Over (Qps|Rate)/i.test(reason)) {
    const isPerSecond = /QPS/i.test(reason)
    const { retryAfterMs = isPerSecond ? OVER_QPS_MS : OVER_RATE_MS } = refusal(answer, detail, nowMs)
    return new SourceFailure('refused', detail, { retryAfterMs })
  }
  return status < 400 ? new SourceFailure('broken', detail) : refusal(answer, detail, nowMs)
}

function errorIn(body: unknown): string | null {
  const error = fields(fields(body)['error'])
  const code = text(error['code'])
  return code === null ? null : quoted(`${code}: ${text(error['message']) ?? ''}`)
}
