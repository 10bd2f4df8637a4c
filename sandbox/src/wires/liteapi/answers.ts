import type { WireAnswer } from '../wire.ts'

export function json(status: number, body: unknown): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}

export function problem(status: number, code: number, message: string, description: string): WireAnswer {
  return json(status, { error: { code, message, description } })
}
