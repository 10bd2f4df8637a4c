import { type Body, jsonBody, storedBody } from './body.ts'

/** An answer, before it is sent. */
export interface Served {
  status: 200 | 201 | 202 | 304
  headers: Record<string, string>
  body: Body
  /** Contains a secret: the copy kept for retries is encrypted. */
  confidential?: boolean
}

/** When to look at unfinished work for the first time. */
const LOOK_AFTER_SEC = 2

/** 202: work goes on after the answer. `location` is where to look for its end. */
export function accepted(value: unknown, location: string): Served {
  return {
    status: 202,
    headers: { location, 'retry-after': String(LOOK_AFTER_SEC) },
    body: jsonBody(value),
  }
}

/** What the client has is still right. */
export function notModified(headers: Served['headers']): Served {
  return { status: 304, headers, body: storedBody('') }
}

export function served(value: unknown, status: Served['status'] = 200): Served {
  return { status, headers: {}, body: jsonBody(value) }
}
