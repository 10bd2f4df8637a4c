/** How to make a call: deadline, freshness and connection. */
export interface Call {
  http: Http
  /** Ask the vendor to bypass its own caches, if its format can. */
  live: boolean
  /** Keep the upstream bodies on the answer. */
  raw: boolean
}

export interface HttpRequest {
  method: 'GET' | 'POST'
  /** Begins with `/`; joined to the source's base address. */
  path: string
  /** Another address of the same vendor, such as its login. From the operator's settings, never from an answer. */
  baseUrl?: string
  query?: Record<string, string | string[]>
  headers?: Record<string, string>
  body?: string
  /** The call sends nothing after this request, so the source is free for the next call once the answer has arrived. */
  last?: boolean
  /** The answer is a credential, such as a token. It is never kept. */
  login?: boolean
}

export interface HttpAnswer {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  /** Decoded and within the size cap. */
  body: string
}

/**
 * One request to the source, within the call's deadline. Returns answers of any HTTP status; throws a `SourceFailure` only for
 * transport errors (refused, reset, timed out, too large).
 */
export type Http = (request: HttpRequest) => Promise<HttpAnswer>
