import { VacancyError } from './errors.ts'
import type { ErrorEnvelope } from './generated/shapes.ts'

export function timedOut(url: string, cause: unknown): VacancyError {
  return new VacancyError({
    code: 'timed_out',
    message: `${new URL(url).origin} took too long to answer. \`timeoutMs\` changes how long is waited.`,
    status: null,
    cause,
  })
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
