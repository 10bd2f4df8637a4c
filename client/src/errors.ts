import type { ErrorEnvelope } from './generated/shapes.ts'

/** The seven error codes of the service. */
export type ErrorCode = ErrorEnvelope['error']['code']

/**
 * `unreachable`: no answer arrived. `cut_off`: the answer ended early. `unexpected_answer`: the answer is not from this API, for
 * example because of a proxy or a wrong base address.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'cut_off' | 'unexpected_answer'

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

/** Whether the answer is a redirect. Browsers hide its status and target. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** Redirects are not followed: the key would go to the other server, and a POST would become a GET. */
export async function redirectError(response: Response, url: string): Promise<VacancyError> {
  await response.body?.cancel()
  const { status, headers } = response
  const location = headers.get('location')
  const to = location !== null && URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : ''
  return new VacancyError({
    code: 'unexpected_answer',
    message: `${new URL(url).origin} answered with a redirect${to}. Redirects are not followed. Check the base address.`,
    status: status || null,
    requestId: headers.get('x-request-id'),
  })
}

/** Reads the error from an answer. */
export async function errorOf(response: Response): Promise<VacancyError> {
  const text = await response.text()
  const { status, headers } = response
  const retryAfter = readRetryAfter(headers.get('retry-after'))
  const error = envelopeIn(text)
  if (!error) {
    return new VacancyError({
      code: 'unexpected_answer',
      message: `${response.url || 'The server'} answered ${status}, but not with an error of this API.`,
      status,
      requestId: headers.get('x-request-id'),
      retryAfter,
    })
  }
  const { code, message, chain, request_id: requestId } = error
  return new VacancyError({ code, message, status, chain: chain ?? null, requestId, retryAfter })
}

/** The reason behind "fetch failed", wherever the runtime puts it. */
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

/** Seconds, or the date that some proxies send instead. */
function readRetryAfter(value: string | null): number | null {
  if (value === null || value === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000)
}
