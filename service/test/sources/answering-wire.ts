import type { Wire } from '../../../sandbox/src/wires/wire.ts'
import type { Call, HttpAnswer, HttpRequest } from '../../src/sources/source.ts'

export interface Exchange {
  request: HttpRequest
  answer: HttpAnswer
}

/** A connection that ends at a wire of the sandbox, in this process; it keeps what went over it. */
export function answeringWire(wire: Wire): { call: Call; exchanges: Exchange[] } {
  const exchanges: Exchange[] = []
  const http = (request: HttpRequest): Promise<HttpAnswer> => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(request.query ?? {})) {
      for (const one of [value].flat()) query.append(name, one)
    }
    const {
      status,
      headers = {},
      body,
    } = wire.answer({
      method: request.method,
      path: request.path,
      query,
      headers: lowerCased(request.headers ?? {}),
      body: request.body ?? '',
    })
    const answer = { status, headers, body }
    exchanges.push({ request, answer })
    return Promise.resolve(answer)
  }
  return { call: { http, live: false, raw: false }, exchanges }
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
