import type { WireSource } from '../sources.ts'
import type { World } from '../world/world.ts'

/** A request as a wire sees it; the path is relative to the source's own root. */
export interface WireRequest {
  method: string
  path: string
  query: URLSearchParams
  /** Lower-case names. */
  headers: Record<string, string>
  body: string
}

export interface WireAnswer {
  status: number
  headers?: Record<string, string>
  body: string
  /** The bytes of a file, in place of the body. */
  file?: Buffer
}

/**
 * One vendor's server side. It checks what the vendor checks (credentials, signatures, caps, token expiry) and answers
 * in the vendor's format, errors included. `codes` names the hotels a request is about, so that the server can make the
 * test hotels hang or break before the wire answers; empty for token or search calls.
 */
export interface Wire {
  codes(request: WireRequest): string[]
  answer(request: WireRequest): WireAnswer
}

export type WireFactory = (source: WireSource, world: World) => Wire
