import type { Readable } from 'node:stream'

/** An answer that is ready to be sent. */
export interface Served {
  status: 200 | 201 | 202
  headers: Record<string, string>
  /** Bytes where the answer is cached as such; a stream where it is too large to hold in memory. */
  body: string | Buffer | Readable
  /** A write that must be committed before the answer is sent, so that the next request finds it on any process. */
  stored?: Promise<void>
  /** Contains a secret: the copy that is kept for repeats is encrypted. */
  confidential?: boolean
}

export function served(value: unknown, status: Served['status'] = 200): Served {
  return { status, headers: {}, body: JSON.stringify(value) }
}
