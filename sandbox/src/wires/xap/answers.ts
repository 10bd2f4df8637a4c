import { randomUUID } from 'node:crypto'
import type { WireAnswer } from '../wire.ts'

export const MEDIA_TYPE = 'application/vnd.exp-hotel.v3+json'

/** A refusal of the lodging service itself, thrown from wherever a request turns out wrong. */
export class Refusal extends Error {
  readonly errors: readonly Record<string, unknown>[]

  constructor(errors: readonly Record<string, unknown>[]) {
    super('refused')
    this.errors = errors
  }
}

export function refuse(code: string, description: string, detailCode?: string): Refusal {
  return new Refusal([
    { Code: code, ...(detailCode === undefined ? {} : { DetailCode: detailCode }), Description: description },
  ])
}

export function nothingFound(): Refusal {
  return refuse('NO_RESULTS_FOUND', 'The request is well formed, but no hotel was found for it.')
}

export function lodgingAnswer(
  status: number,
  body: Record<string, unknown>,
  transactionId: string,
): WireAnswer {
  return {
    status,
    headers: { 'content-type': MEDIA_TYPE, 'partner-transaction-id': transactionId },
    body: JSON.stringify({ ...body, TransactionId: randomUUID() }),
  }
}

/** The gateway before the service has its own, plainer error form. */
export function gatewayAnswer(status: number, message: string): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  }
}
