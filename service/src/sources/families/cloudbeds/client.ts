import { type Call, SourceFailure } from '../../source.ts'
import { parseJson, refusal, tryJson } from '../http-answer.ts'
import { Envelope } from './schema.ts'

/** The methods of the PMS API that we call. Answers are whole bodies; `data` is what they are about. */
export interface CloudbedsClient {
  get(method: string, query: Record<string, string>, call: Call): Promise<Answered>
}

export interface Answered {
  success: boolean
  data?: unknown
}

/** The vendor limits requests per second, and not every refusal says how long to wait. */
const THROTTLED_MS = 1_000

/** What the vendor says of a property that is not one of the key's. Its other problems are refusals. */
const UNKNOWN_PROPERTY =
  /propert(?:y|ies)\b.*(?:not found|invalid|not exist|no access|not authori[sz]ed|not allowed|denied)|(?:invalid|unknown|no such|no access to|not found)\b.*propert(?:y|ies)/i

export function createCloudbedsClient(apiKey: string, now: () => number): CloudbedsClient {
  return {
    async get(method, query, call) {
      const answer = await call.http({
        method: 'GET',
        path: `/${method}`,
        query,
        headers: { 'x-api-key': apiKey, accept: 'application/json' },
      })
      const told = `${method}: HTTP ${answer.status} ${answer.body.slice(0, 200)}`
      const body = answer.status === 200 ? parseJson(answer.body) : tryJson(answer.body)
      if (answer.status !== 200 && answer.status !== 400 && answer.status !== 404) {
        throw refusal(answer, told, now(), answer.status === 429 ? { waitMs: THROTTLED_MS } : {})
      }
      if (!Envelope.Check(body)) {
        if (answer.status === 200) throw new SourceFailure('broken', `${method}: an answer of another shape`)
        throw refusal(answer, told, now())
      }
      if (body.success && answer.status === 200) return body
      const isUnknown = UNKNOWN_PROPERTY.test(body.message ?? '')
      throw isUnknown ? new SourceFailure('not_found', told) : refusal(answer, told, now())
    },
  }
}

export function broken(detail: string): SourceFailure {
  return new SourceFailure('broken', detail)
}
