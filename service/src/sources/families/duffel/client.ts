import { Type } from 'typebox'
import { readRetryAfter } from '../../../kernel/retry-after.ts'
import { shapeOf } from '../../../kernel/shape.ts'
import type { Call, HttpAnswer, HttpRequest, SourceFailure } from '../../source.ts'
import { parseJson, quoted, refusal, tryJson } from '../http-answer.ts'

const API_VERSION = 'v2'

export interface DuffelClient {
  /** `POST /stays/search` for one accommodation. */
  search(data: Record<string, unknown>, call: Call): Promise<unknown>
  /** `POST /stays/search_results/{id}/actions/fetch_all_rates`. */
  fetchAllRates(searchResultId: string, call: Call): Promise<unknown>
  /** `GET /stays/accommodation/{id}`; null if the vendor does not know the id. */
  accommodation(id: string, call: Call): Promise<unknown>
  /** `POST /stays/accommodation/suggestions`. */
  suggestions(query: string, call: Call): Promise<unknown>
}

export function createDuffelClient(token: string, now: () => number): DuffelClient {
  const headers = {
    authorization: `Bearer ${token}`,
    'duffel-version': API_VERSION,
    accept: 'application/json',
  }

  async function post(path: string, data: Record<string, unknown> | null, call: Call): Promise<unknown> {
    const request: HttpRequest = { method: 'POST', path, headers }
    if (data !== null) {
      request.headers = { ...headers, 'content-type': 'application/json' }
      request.body = JSON.stringify({ data })
    }
    const answer = await call.http(request)
    // Searches answer 200 or 201: each one creates its results.
    if (answer.status !== 200 && answer.status !== 201) throw refused(answer, now())
    return parseJson(answer.body)
  }

  return {
    search: (data, call) => post('/stays/search', data, call),
    fetchAllRates: (id, call) =>
      post(`/stays/search_results/${encodeURIComponent(id)}/actions/fetch_all_rates`, null, call),
    suggestions: (query, call) => post('/stays/accommodation/suggestions', { query }, call),
    async accommodation(id, call) {
      const path = `/stays/accommodation/${encodeURIComponent(id)}`
      const answer = await call.http({ method: 'GET', path, headers })
      // A wrong base address is a 404 too; only the vendor's own error format says that the hotel is unknown.
      if (answer.status === 404 && readErrors(answer.body) !== null) return null
      if (answer.status !== 200) throw refused(answer, now())
      return parseJson(answer.body)
    },
  }
}

const ErrorsShape = shapeOf(
  Type.Object({
    errors: Type.Array(
      Type.Object({
        code: Type.Optional(Type.String()),
        title: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
      }),
      { minItems: 1 },
    ),
  }),
)

/** The vendor's errors, or null if the body has another form. */
function readErrors(body: string): { codes: string[]; text: string } | null {
  const parsed = tryJson(body)
  if (!ErrorsShape.Check(parsed)) return null
  const texts = parsed.errors.map(({ code, title, message }) =>
    [title ?? code, message].filter((part) => part).join(': '),
  )
  return { codes: parsed.errors.flatMap(({ code }) => code ?? []), text: texts.join(' ') }
}

/** Accounts begin without Stays: the token is right, but opens only flights. */
const NO_ACCESS = 'Ask Duffel for access to Stays: it is not part of a new account.'

function refused(answer: HttpAnswer, nowMs: number): SourceFailure {
  const { status, headers, body } = answer
  const waitMs = status === 429 ? readRetryAfter(headers['ratelimit-reset'], nowMs) : undefined
  const errors = readErrors(body)
  const remedy = errors?.codes.includes('unavailable_feature') ? NO_ACCESS : undefined
  return refusal(answer, `HTTP ${status}: ${quoted(errors?.text ?? body)}`, nowMs, { waitMs, remedy })
}
