import { type FailureCode, VacancyError } from '../errors.ts'

/** Exit codes that scripts can rely on. */
export const EXIT = { ok: 0, error: 1, usage: 2, limit: 3, source: 4, interrupted: 130 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line is wrong or incomplete. */
export class UsageError extends Error {
  readonly hint: string | null

  constructor(message: string, hint: string | null = null) {
    super(message)
    this.name = 'UsageError'
    this.hint = hint
  }
}

/** The command ran, but the result is a failure. */
export class OutcomeError extends Error {
  readonly exit: ExitCode

  constructor(message: string, exit: ExitCode) {
    super(message)
    this.name = 'OutcomeError'
    this.exit = exit
  }
}

export interface Ending {
  exit: ExitCode
  message: string
  /** What to do next. */
  hint: string | null
}

const EXITS: Readonly<Record<FailureCode, ExitCode>> = {
  invalid_request: EXIT.usage,
  auth_failed: EXIT.error,
  hotel_not_found: EXIT.error,
  quota_exceeded: EXIT.limit,
  rate_limited: EXIT.limit,
  source_unavailable: EXIT.source,
  upstream_timeout: EXIT.source,
  unreachable: EXIT.error,
  timed_out: EXIT.error,
  cut_off: EXIT.error,
  unexpected_answer: EXIT.error,
}

/** Null for errors that are not ours. */
export function endingOf(error: unknown): Ending | null {
  if (error instanceof UsageError) return { exit: EXIT.usage, message: error.message, hint: error.hint }
  if (error instanceof OutcomeError) return { exit: error.exit, message: error.message, hint: null }
  if (!(error instanceof VacancyError)) {
    // For system errors, such as a file that cannot be written, the message of the system is enough.
    const isSystem = error instanceof Error && 'syscall' in error
    return isSystem ? { exit: EXIT.error, message: error.message, hint: null } : null
  }
  const chain = error.chain === null || error.message.includes(error.chain) ? '' : ` [${error.chain}]`
  const request = error.requestId === null ? '' : ` (${error.requestId})`
  return { exit: exitFor(error), message: `${error.message}${chain}${request}`, hint: hintFor(error) }
}

/** What a program wants to know of a failure, for errors as JSON. */
export function detailsOf(error: unknown): Record<string, unknown> {
  if (error instanceof UsageError) return { code: 'usage' }
  if (!(error instanceof VacancyError)) return { code: 'failed' }
  const { code, status, chain, requestId, retryAfter } = error
  return { code, status, chain, request_id: requestId, retry_after: retryAfter }
}

function exitFor({ code, message }: VacancyError): ExitCode {
  // The service refuses a call above `max_credits` as an invalid request; for a script it is a limit.
  return code === 'invalid_request' && message.includes('max_credits') ? EXIT.limit : EXITS[code]
}

function hintFor({ code, message, retryAfter }: VacancyError): string | null {
  // Only the operator can help, and the message says so.
  if (code === 'source_unavailable' && message.includes('operator')) return 'Nothing was charged.'
  switch (code) {
    case 'auth_failed':
      return 'Run `vacancy login` with an active key, or set VACANCY_API_KEY.'
    case 'hotel_not_found':
      return 'Each source has its own codes. `vacancy hotels NAME` finds them, `vacancy chains` shows examples.'
    case 'quota_exceeded':
      return '`vacancy usage` shows what is left and when it resets. `--dry-run` shows what a call could cost.'
    case 'rate_limited':
      return `Try again in ${retryAfter ?? 1} s. \`vacancy usage\` shows the rate limit of your plan.`
    case 'source_unavailable':
    case 'upstream_timeout':
      return 'Nothing was charged. Try again in a moment. `vacancy chains` shows the status of each source.'
    case 'unreachable':
      return 'Is the service running, and is the address right? Set VACANCY_URL, or run `vacancy login --url URL`.'
    case 'unexpected_answer':
      return 'Check the address in VACANCY_URL, or the one you gave to `vacancy login`.'
    case 'timed_out':
      return 'Is something between you and the service? `vacancy chains` shows how long its sources take.'
    case 'cut_off':
    case 'invalid_request':
      return null
  }
}
