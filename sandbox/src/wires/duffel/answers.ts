import type { WireAnswer } from '../wire.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8' }

export function data(body: unknown): WireAnswer {
  return { status: 200, headers: HEADERS, body: JSON.stringify({ data: body }) }
}

export function problem(status: number, type: string, code: string, message: string): WireAnswer {
  const title = code.replaceAll('_', ' ')
  const documentation_url = 'https://duffel.com/docs/api/overview/errors'
  const errors = [{ code, documentation_url, message, title, type }]
  const meta = { request_id: `sandbox-${status}-${code}`, status }
  return { status, headers: HEADERS, body: JSON.stringify({ errors, meta }) }
}
