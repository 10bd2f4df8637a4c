import type { WireAnswer } from '../wire.ts'

const HEADERS = { 'content-type': 'application/json; charset=utf-8' }

export function json(body: unknown, status = 200): WireAnswer {
  return { status, headers: HEADERS, body: JSON.stringify(body) }
}

/** Nothing found: a status without a body. */
export const NOTHING: WireAnswer = { status: 204, headers: {}, body: '' }

/** The vendor's errors are texts in a list. */
export function refusal(status: number, message: string): WireAnswer {
  return json({ messages: [message] }, status)
}
