import type { ErrorEnvelope } from './generated/shapes.ts'

/** The seven error codes of the service. */
export type ErrorCode = ErrorEnvelope['error']['code']

/**
 * `unreachable`: no answer arrived. `timed_out`: it took longer than `timeoutMs`. `cut_off`: the answer ended early.
 * `unexpected_answer`: the answer is not from this API, for example because of a proxy or a wrong base address.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'timed_out' | 'cut_off' | 'unexpected_answer'

export interface Failure {
  code: FailureCode
  message: string
  /** HTTP status; null if no answer arrived or the browser hides it. */
  status: number | null
  /** The source involved, if any. */
  chain?: string | null
  requestId?: string | null
  /** Seconds to wait, if the service said so. */
  retryAfter?: number | null
  cause?: unknown
}

/** Every failure of a call, except an abort: that throws the reason of the signal. */
export class VacancyError extends Error {
  readonly code: FailureCode
  readonly status: number | null
  readonly chain: string | null
  readonly requestId: string | null
  readonly retryAfter: number | null

  constructor({ code, message, status, chain, requestId, retryAfter, cause }: Failure) {
    super(message, { cause })
    this.name = 'VacancyError'
    this.code = code
    this.status = status
    this.chain = chain ?? null
    this.requestId = requestId ?? null
    this.retryAfter = retryAfter ?? null
  }
}
