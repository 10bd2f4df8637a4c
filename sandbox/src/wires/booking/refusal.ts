import { randomBytes } from 'node:crypto'
import type { WireAnswer } from '../wire.ts'

/** Something wrong with a request, under the vendor's name for it. */
export interface Fault {
  id: string
  message: string
}

export function json(status: number, body: object): WireAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request_id: randomBytes(13).toString('hex'), ...body }),
  }
}

export function refuse(status: number, fault: Fault): WireAnswer {
  return json(status, { errors: [fault] })
}

export function missing(parameter: string): Fault {
  return { id: 'missing_parameter', message: `Parameter '${parameter}' is missing.` }
}

export function invalid(parameter: string, why: string): Fault {
  return { id: 'invalid_parameter', message: `Parameter '${parameter}' is not valid: ${why}.` }
}

export function isFault(value: object): value is Fault {
  return 'id' in value && 'message' in value
}
