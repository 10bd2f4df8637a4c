import type { Readable } from 'node:stream'

/** An answer that is ready to send. */
export interface Served {
  status: 200 | 201 | 202
  headers: Record<string, string>
  /** Bytes if the answer is cached; a stream if it is too large for memory. */
  body: string | Buffer | Readable
  /** A write to commit before the answer is sent, so that the next request sees it on any process. */
  stored?: Promise<void>
  /** Called when the last byte of the answer is with the operating system, or its client is gone. */
  onSent?: () => void
  /** Contains a secret: the copy kept for retries is encrypted. */
  confidential?: boolean
}

/** When to look at unfinished work for the first time. */
const LOOK_AFTER_SEC = 2

/** 202: work goes on after the answer. `location` is where to look for its end. */
export function accepted(body: string, location: string): Served & { body: string } {
  return { status: 202, headers: { location, 'retry-after': String(LOOK_AFTER_SEC) }, body }
}

export function served(value: unknown, status: Served['status'] = 200): Served {
  return { status, headers: {}, body: JSON.stringify(value) }
}
