import { Agent, request } from 'undici'

export interface Answer {
  status: number
  charged: number
  remaining: number | null
  headers: Record<string, string>
  body: unknown
}

const agent = new Agent({ connections: 256, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 })

export interface Ask {
  key?: string
  body?: unknown
  headers?: Record<string, string>
}

/** One HTTP call, as a client of the service makes it. */
export async function call(
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  ask: Ask = {},
): Promise<Answer> {
  const { statusCode, headers, body } = await request(url + path, {
    dispatcher: agent,
    method,
    headers: {
      ...(ask.key && { 'x-api-key': ask.key }),
      ...(ask.body !== undefined && { 'content-type': 'application/json' }),
      ...ask.headers,
    },
    ...(ask.body !== undefined && { body: JSON.stringify(ask.body) }),
  })
  const text = await body.text()
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const remaining = flat['x-credits-remaining']
  return {
    status: statusCode,
    charged: Number(flat['x-credits-charged']),
    remaining: remaining === undefined ? null : Number(remaining),
    headers: flat,
    body: text === '' ? null : JSON.parse(text),
  }
}

export function get(url: string, path: string, key?: string): Promise<Answer> {
  return call(url, 'GET', path, key === undefined ? {} : { key })
}

export function post(url: string, path: string, key: string, body: unknown, headers = {}): Promise<Answer> {
  return call(url, 'POST', path, { key, body, headers })
}

export function errorOf(answer: Answer): {
  code: string
  message: string
  request_id: string
  chain?: string
} {
  return (answer.body as { error: { code: string; message: string; request_id: string } }).error
}
