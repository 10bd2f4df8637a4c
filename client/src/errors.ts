import type { ErrorEnvelope } from './generated/shapes.ts'

/** The seven codes of the service. */
export type ErrorCode = ErrorEnvelope['error']['code']

/**
 * `unreachable`: no answer came. `cut_off`: one began, and ended before it was whole. `unexpected_answer`: one came that is
 * not of this API, as from a proxy in between or a wrong base address.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'cut_off' | 'unexpected_answer'

export interface Failure {
  code: FailureCode
  message: string
  /** HTTP status; null where no answer came, or a browser hides it. */
  status: number | null
  /** The source that was involved, where one was. */
  chain?: string | null
  requestId?: string | null
  /** Seconds that the service asked to wait. */
  retryAfter?: number | null
  cause?: unknown
}

/** Everything that can go wrong with a call, except that it was aborted: then the signal's own reason is thrown. */
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

/** Whether the answer sends us elsewhere. Browsers do not show where, nor the status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** Nobody follows it: the key would go along to whichever server is named, and a POST would arrive as a GET. */
export async function redirectError(response: Response, url: string): Promise<VacancyError> {
  await response.body?.cancel()
  const { status, headers } = response
  const location = headers.get('location')
  const to = location !== null && URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : ''
  return new VacancyError({
    code: 'unexpected_answer',
    message: `${new URL(url).origin} answered with a redirect${to}, which is not followed; is the base address right?`,
    status: status || null,
    requestId: headers.get('x-request-id'),
  })
}

/** Reads the error out of an answer. */
export async function errorOf(response: Response): Promise<VacancyError> {
  const text = await response.text()
  const { status, headers } = response
  const retryAfter = readRetryAfter(headers.get('retry-after'))
  const error = envelopeIn(text)
  if (!error) {
    return new VacancyError({
      code: 'unexpected_answer',
      message: `${response.url || 'the server'} answered ${status} with something that is not of this API`,
      status,
      requestId: headers.get('x-request-id'),
      retryAfter,
    })
  }
  const { code, message, chain, request_id: requestId } = error
  return new VacancyError({ code, message, status, chain: chain ?? null, requestId, retryAfter })
}

/** What lies below "fetch failed", in whichever way the runtime tells it. */
export function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown }
  const { code, message } = (cause ?? error) as { code?: unknown; message?: unknown }
  return String(code ?? message ?? error)
}

function envelopeIn(text: string): ErrorEnvelope['error'] | null {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorEnvelope>
    return typeof error?.code === 'string' && typeof error.message === 'string' ? error : null
  } catch {
    return null
  }
}

/** Seconds, or a date that some proxies send instead. */
function readRetryAfter(value: string | null): number | null {
  if (value === null || value === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000)
}
