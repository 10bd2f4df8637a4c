import { type Call, type HttpAnswer, type HttpRequest, SourceFailure } from '../../source.ts'
import { parseJson, quoted, refusal, tryJson } from '../http-answer.ts'

/** `found` is false if the vendor has no rates. */
export interface RatesBody {
  found: boolean
  body: unknown
}

export type RatesQuestion = { hotelIds: readonly string[] } & Record<string, unknown>

export interface LiteapiClient {
  /** `POST /hotels/rates`. Throws `not_found` if the vendor does not know one of the ids. */
  rates(body: RatesQuestion, call: Call): Promise<RatesBody>
  /** `GET /data/hotel`; null if the vendor does not know the id. */
  hotel(hotelId: string, call: Call): Promise<unknown>
  /** `GET /data/hotels`. */
  hotels(query: Record<string, string>, call: Call): Promise<unknown>
  /** `GET /data/countries`. */
  countries(call: Call): Promise<unknown>
}

const NO_AVAILABILITY = 2001
const BAD_REQUEST = 4000
const BAD_FIELD = 4002

export function createLiteapiClient(apiKey: string, now: () => number): LiteapiClient {
  const headers = { 'x-api-key': apiKey, accept: 'application/json' }

  async function get(path: string, query: Record<string, string>, call: Call): Promise<HttpAnswer> {
    return call.http({ method: 'GET', path, query, headers })
  }

  return {
    async rates(body, call) {
      const request: HttpRequest = {
        method: 'POST',
        path: '/hotels/rates',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      const answer = await call.http(request)
      if (answer.status === 204) return { found: false, body: null }
      const error = readError(answer.body)
      // The vendor does not say which of several ids is unknown, so each is requested alone.
      const unknownIds = error?.code === BAD_REQUEST && /hotel ids not found/i.test(error.text)
      if (unknownIds && answer.status < 500) {
        throw new SourceFailure('not_found', `unknown among ${body.hotelIds.length} ids`)
      }
      if (answer.status < 500 && error?.code === NO_AVAILABILITY) return { found: false, body: null }
      if (answer.status !== 200 || error) throw refused(answer, error, now())
      return { found: true, body: parseJson(answer.body) }
    },

    async hotel(hotelId, call) {
      const answer = await get('/data/hotel', { hotelId }, call)
      const error = readError(answer.body)
      const unknown = answer.status === 404 || (answer.status === 400 && error?.code === BAD_FIELD)
      if (unknown) return null
      if (answer.status !== 200 || error) throw refused(answer, error, now())
      return parseJson(answer.body)
    },

    async hotels(query, call) {
      const answer = await get('/data/hotels', query, call)
      const error = readError(answer.body)
      if (answer.status === 204 || error?.code === NO_AVAILABILITY) return { data: [] }
      if (answer.status !== 200 || error) throw refused(answer, error, now())
      return parseJson(answer.body)
    },

    async countries(call) {
      const answer = await get('/data/countries', {}, call)
      const error = readError(answer.body)
      if (answer.status !== 200 || error) throw refused(answer, error, now())
      return parseJson(answer.body)
    },
  }
}

interface VendorError {
  code: number
  text: string
}

/** The vendor's `{error: {code, message, description}}`, whatever HTTP status it came with. */
function readError(body: string): VendorError | null {
  if (!body.includes('"error"')) return null
  const parsed = tryJson(body) as { error?: unknown } | null | undefined
  if (typeof parsed?.error !== 'object' || parsed.error === null) return null
  const { code, message, description } = parsed.error as Record<string, unknown>
  return { code: Number(code), text: [message, description].filter((part) => part).join(': ') }
}

function refused(answer: HttpAnswer, error: VendorError | null, nowMs: number): SourceFailure {
  const said = error ? `error ${error.code}: ${error.text}` : answer.body
  return refusal(answer, `HTTP ${answer.status}: ${quoted(said)}`, nowMs)
}
