import { ApiError, type ErrorCode } from '../kernel/errors.ts'
import { type FailureKind, SourceFailure } from './source.ts'

/** Turns any error of an adapter into a failure. Unknown errors are our own fault in reading the answer. */
export function asFailure(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error
  const text = error instanceof Error ? error.message : 'unknown fault'
  return new SourceFailure('broken', `the answer could not be read: ${text}`, { cause: error })
}

/** The message contains only the source's id: a vendor's text may hold host names, account names and worse. */
export function toApiError(failure: SourceFailure, sourceId: string): ApiError {
  const { code, message } = PUBLIC[failure.kind]
  const { retryAfterMs = 0 } = failure
  return new ApiError(code, message(sourceId, failure), {
    chain: sourceId,
    cause: failure,
    forOperator: failure.locked,
    ...(retryAfterMs > 0 ? { retryAfterSec: Math.ceil(retryAfterMs / 1000) } : {}),
  })
}

/** The code that a client sees for this failure. */
export function codeOf({ kind }: SourceFailure): ErrorCode {
  return PUBLIC[kind].code
}

const unavailable = {
  code: 'source_unavailable',
  message: (id: string, { locked, usedUp, budgetUntilMs }: SourceFailure) => {
    if (budgetUntilMs !== undefined) {
      const until = new Date(budgetUntilMs).toISOString()
      return `The source ${id} was not asked: the operator's budget for this source is used up until ${until}.`
    }
    if (locked)
      return `The source ${id} does not accept the credentials of this service. Its operator must check them.`
    return usedUp
      ? `The requests of this service at the source ${id} are used up. Try again later, or ask its operator for more.`
      : `The source ${id} cannot answer at the moment.`
  },
} as const

interface Public {
  code: ApiError['code']
  message: (sourceId: string, failure: SourceFailure) => string
}

const PUBLIC: Record<FailureKind, Public> = {
  not_found: { code: 'hotel_not_found', message: (id) => `The source ${id} does not know this hotel.` },
  refused: unavailable,
  broken: unavailable,
  unsupported: {
    code: 'invalid_request',
    message: (id, { message }) => `The source ${id} does not support this request: ${message}.`,
  },
  no_offers: {
    code: 'source_unavailable',
    message: (id) =>
      `The source ${id} shows no offers for this stay. It may not be sold out: try again later, or ask another source.`,
  },
  timed_out: { code: 'upstream_timeout', message: (id) => `The source ${id} did not answer in time.` },
}
