import type { WireAnswer } from '../wire.ts'

export class Refusal extends Error {
  readonly code: number
  readonly status: string
  readonly reason: string | undefined

  constructor(code: number, status: string, message: string, reason?: string) {
    super(message)
    this.code = code
    this.status = status
    this.reason = reason
  }
}

export function invalidArgument(message: string): Refusal {
  return new Refusal(400, 'INVALID_ARGUMENT', message)
}

export function json(status: number, body: unknown): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: JSON.stringify(body),
  }
}

/** The error form of every Google API. */
export function refusalAnswer({ code, status, message, reason }: Refusal): WireAnswer {
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason,
    domain: 'googleapis.com',
    metadata: { service: 'places.googleapis.com' },
  }
  const error = { code, message, status, ...(reason === undefined ? {} : { details: [info] }) }
  return json(code, { error })
}
