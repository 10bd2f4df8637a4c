import { asFailure } from '../failures.ts'
import type { FailureKind, Http, HttpAnswer, HttpRequest } from '../source.ts'

/** One request of a call and what came back. */
export interface Exchange {
  method: string
  /** Without the query, where some vendors put the key. */
  path: string
  /** As it was sent, with credentials. */
  request: HttpRequest
  /** Null if no answer came. */
  answer: HttpAnswer | null
  /** Why none came. */
  failure: FailureKind | null
  /** Names of the headers that the family looked at. */
  headersRead: Set<string>
}

/** Notes requests in the order in which they are sent. Logins are left out: their answers are credentials. */
export function noting(http: Http, exchanges: Exchange[]): Http {
  return async (request) => {
    if (request.login) return http(request)
    const { method, path } = request
    const exchange: Exchange = { method, path, request, answer: null, failure: null, headersRead: new Set() }
    exchanges.push(exchange)
    try {
      exchange.answer = await http(request)
    } catch (error) {
      exchange.failure = asFailure(error).kind
      throw error
    }
    return { ...exchange.answer, headers: tracing(exchange.answer.headers, exchange.headersRead) }
  }
}

function tracing(headers: Record<string, string>, names: Set<string>): Record<string, string> {
  return new Proxy(headers, {
    get(target, name) {
      if (typeof name === 'string' && Object.hasOwn(target, name)) names.add(name)
      return Reflect.get(target, name) as unknown
    },
  })
}
