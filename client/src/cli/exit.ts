import { type FailureCode, VacancyError } from '../errors.ts'

/** What a script can tell from how a command ended. */
export const EXIT = { ok: 0, error: 1, usage: 2, limit: 3, source: 4, interrupted: 130 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command was asked for something that it cannot make sense of, or lacks something to begin with. */
export class UsageError extends Error {
  readonly hint: string | null

  constructor(message: string, hint: string | null = null) {
    super(message)
    this.name = 'UsageError'
    this.hint = hint
  }
}

/** It was done as asked, but what came of it is no success. */
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
  cut_off: EXIT.error,
  unexpected_answer: EXIT.error,
}

/** Null for what is none of our errors. */
export function endingOf(error: unknown): Ending | null {
  if (error instanceof UsageError) return { exit: EXIT.usage, message: error.message, hint: error.hint }
  if (error instanceof OutcomeError) return { exit: error.exit, message: error.message, hint: null }
  if (!(error instanceof VacancyError)) {
    // A file that cannot be written, and the like: the system's own words are good enough.
    const isSystem = error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string'
    return isSystem ? { exit: EXIT.error, message: error.message, hint: null } : null
  }
  const chain = error.chain === null || error.message.includes(error.chain) ? '' : ` [${error.chain}]`
  const request = error.requestId === null ? '' : ` (${error.requestId})`
  return { exit: EXITS[error.code], message: `${error.message}${chain}${request}`, hint: hintFor(error) }
}

function hintFor({ code, retryAfter }: VacancyError): string | null {
  switch (code) {
    case 'auth_failed':
      return 'Run `vacancy login` with a key that is active, or set VACANCY_API_KEY.'
    case 'hotel_not_found':
      return 'Codes belong to their source: `vacancy hotels PLACE` finds them, `vacancy chains` shows some of each.'
    case 'quota_exceeded':
      return '`vacancy usage` shows what is left and when it starts anew; `--dry-run` tells what a call could cost.'
    case 'rate_limited':
      return `Try again in ${retryAfter ?? 1} s; \`vacancy usage\` shows the requests per second of your plan.`
    case 'source_unavailable':
    case 'upstream_timeout':
      return 'Nothing was charged. Try again in a moment; `vacancy chains` shows how each source is doing.'
    case 'unreachable':
      return 'Is the service running, and is the address right? Set VACANCY_URL, or run `vacancy login --url URL`.'
    case 'unexpected_answer':
      return 'Check the address: VACANCY_URL, or the one given to `vacancy login`.'
    case 'cut_off':
    case 'invalid_request':
      return null
  }
}
