import type { ErrorEnvelope } from '@vacancy/client'

/** The server's error, or one of our own if its answer could not be parsed. */
type Refusal = Omit<ErrorEnvelope['error'], 'code'> & { code: string }

/** An error with the message of the server. */
export class Fault extends Error {
  readonly code: string
  readonly status: number
  readonly requestId: string

  constructor(status: number, { code, message, request_id }: Refusal) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.status = status
    this.requestId = request_id
  }
}
