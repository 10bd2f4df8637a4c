/** The seven error codes of the API with their HTTP status. Clients never see any other code. */
export const ERROR_STATUS = {
  invalid_request: 400,
  auth_failed: 401,
  hotel_not_found: 404,
  quota_exceeded: 429,
  rate_limited: 429,
  source_unavailable: 503,
  upstream_timeout: 504,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

export const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[]

export interface ErrorDetail {
  /** The source involved, if any. */
  chain?: string
  /** Whole seconds until a retry makes sense. */
  retryAfterSec?: number
  /** The underlying error. Logged, never sent. */
  cause?: unknown
  /** The caller is known and may not do this. */
  forbidden?: boolean
  /** Somebody else changed the same thing meanwhile. Only in the dashboard's own calls. */
  conflict?: boolean
  /** For links that programs follow without reading messages: there is nothing there, or nothing any more. */
  link?: 'unknown' | 'gone'
  /** Only the operator of the service can help; trying again does not. */
  forOperator?: boolean
  /** Refused because it could cost as many credits. */
  mayCost?: number
}

const FORBIDDEN = 403
const CONFLICT = 409
const LINK_STATUS = { unknown: 404, gone: 410 } as const

/** An error answer: a public message and a private cause. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly chain: string | undefined
  readonly retryAfterSec: number | undefined
  readonly status: number
  readonly forOperator: boolean
  readonly mayCost: number | undefined

  constructor(code: ErrorCode, publicMessage: string, detail: ErrorDetail = {}) {
    super(publicMessage, { cause: detail.cause })
    this.name = 'ApiError'
    this.code = code
    this.chain = detail.chain
    this.retryAfterSec = detail.retryAfterSec
    this.status = statusOf(code, detail)
    this.forOperator = detail.forOperator ?? false
    this.mayCost = detail.mayCost
  }
}

function statusOf(code: ErrorCode, { forbidden: isForbidden, conflict, link }: ErrorDetail): number {
  if (isForbidden) return FORBIDDEN
  if (link) return LINK_STATUS[link]
  return conflict ? CONFLICT : ERROR_STATUS[code]
}

export function invalid(message: string, detail: ErrorDetail = {}): ApiError {
  return new ApiError('invalid_request', message, detail)
}

/** For somebody who is signed in: signing in again would not help. */
export function forbidden(message: string): ApiError {
  return new ApiError('auth_failed', message, { forbidden: true })
}

/** The message for any internal error, whatever broke. */
const INTERNAL_FAULT_MESSAGE =
  'The service could not complete this request. Nothing was charged; try again in a few seconds.'

export function internalFault(cause: unknown): ApiError {
  return new ApiError('source_unavailable', INTERNAL_FAULT_MESSAGE, { cause })
}
