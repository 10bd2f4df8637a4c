import { contentOf } from './body.ts'
import { VacancyError } from './errors.ts'
import type { Attempt, Hooks } from './hooks.ts'
import { type Patience, patienceOf } from './patience.ts'
import { errorOf, isRedirect, reasonOf, redirectError, timedOut } from './read-error.ts'
import { pause, type RepeatAfter, waitBefore } from './retry.ts'
import type { Fetch, Signal, WebHeaders } from './web.ts'

export interface Connection {
  /** With `/v1`, without a trailing slash. */
  baseUrl: string
  apiKey: string
  fetch: Fetch
  retries: number
  timeoutMs: number | null
  userAgent: string
  hooks: Hooks
}

export interface CallOptions {
  /** Aborts the call, including waits between retries. */
  signal?: Signal | undefined
  /** Your own key for this request, to repeat it later for free. By default one is generated where it matters; null sends none. */
  idempotencyKey?: string | null | undefined
  /** Your own id for this request: 8 to 64 letters, digits, `.`, `_` or `-`. */
  requestId?: string | undefined
  /** Maximum number of retries, instead of the client's setting. */
  retries?: number | undefined
  /** The longest wait for each attempt's answer, instead of the client's setting; null waits for as long as it takes. */
  timeoutMs?: number | null | undefined
}

export type Scalar = string | number | boolean

export interface Request {
  method: string
  /** Path below `/v1`, with a leading slash and its parameters filled in. */
  path: string
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  /** Whether the service remembers the answer under an Idempotency-Key. */
  isIdempotent?: boolean
  /** Whether it may cost credits: without a key, such a GET is not retried after a lost answer. */
  isBillable?: boolean
  takesKey?: boolean
}

/** What comes with an answer besides its data. */
export interface Receipt {
  /** What this call cost, and what is left in the period (null for routes without a key). */
  credits: { charged: number; remaining: number | null }
  requestId: string
  /** True if this is the stored answer of an earlier call with the same Idempotency-Key. */
  replayed: boolean
  headers: WebHeaders
}

export interface Received extends Receipt {
  status: number
  /** Parsed JSON, or a stream for files. */
  data: unknown
}

/** Sends a request, with retries where they can help. */
export async function send(
  connection: Connection,
  request: Request,
  options: CallOptions = {},
): Promise<Received> {
  const { retries = connection.retries, timeoutMs = connection.timeoutMs } = options
  const { signal } = options
  const idempotencyKey = keyFor(request, options)
  const after = repeatAfter(request, idempotencyKey)
  const url = addressOf(connection.baseUrl, request)
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    const headers = headersOf(connection, request, options, idempotencyKey)
    const sending: Attempt = { method: request.method, url, headers, attempt: attempt + 1 }
    await connection.hooks.before?.(sending)
    const startedMs = performance.now()
    const outcome = await attemptOnce(connection, request, sending, { timeoutMs, signal })
    const isFailure = outcome instanceof VacancyError
    const retryInMs = isFailure && attempt < retries ? waitBefore(attempt, outcome, after) : null
    await connection.hooks.after?.({
      ...sending,
      durationMs: performance.now() - startedMs,
      status: outcome.status,
      requestId: outcome.requestId,
      charged: isFailure ? 0 : outcome.credits.charged,
      error: isFailure ? outcome : null,
      retryInMs,
    })
    if (!isFailure) return outcome
    if (retryInMs === null) throw outcome
    await pause(retryInMs, signal)
  }
}

/** All attempts share one key, so that the call is charged only once. */
function keyFor(request: Request, { idempotencyKey }: CallOptions): string | null {
  if (idempotencyKey !== undefined) return idempotencyKey
  return request.isIdempotent ? crypto.randomUUID() : null
}

/** Without a key, a call whose answer was lost may have been charged, or have made something. */
function repeatAfter({ method, isBillable = false }: Request, idempotencyKey: string | null): RepeatAfter {
  if (idempotencyKey !== null || ['PUT', 'PATCH', 'DELETE'].includes(method)) return 'anything'
  if (method !== 'GET') return 'refusal'
  return isBillable ? 'error' : 'anything'
}

function addressOf(baseUrl: string, { path, query = {} }: Request): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (asked.length === 0) return baseUrl + path
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value as Scalar)]))
  return `${baseUrl}${path}?${search.toString()}`
}

/** Everything but the API key, which hooks do not see. */
function headersOf(
  { userAgent }: Connection,
  { body }: Request,
  { requestId }: CallOptions,
  idempotencyKey: string | null,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    ...(requestId !== undefined && { 'x-request-id': requestId }),
  }
}

interface Waiting {
  timeoutMs: number | null
  signal: AbortSignal | undefined
}

async function attemptOnce(
  { fetch, apiKey }: Connection,
  { body, takesKey = true }: Request,
  { method, url, headers }: Attempt,
  { timeoutMs, signal }: Waiting,
): Promise<Received | VacancyError> {
  const patience = patienceOf(timeoutMs, signal)
  const init: RequestInit = {
    method,
    headers: { ...headers, ...(takesKey && { 'x-api-key': apiKey }) },
    // A followed redirect would send the key to the other server: fetch only strips `authorization` and cookies.
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(patience.signal && { signal: patience.signal }),
  }
  patience.begin()
  try {
    const response = await fetch(url, init)
    if (isRedirect(response)) return await redirectError(response, url)
    return response.ok ? await receive(response, patience, signal) : await errorOf(response)
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof VacancyError) return cause
    if (patience.hasRunOut()) return timedOut(url, cause)
    return new VacancyError({
      code: 'unreachable',
      message: `${new URL(url).origin} could not be reached: ${reasonOf(cause)}.`,
      status: null,
      cause,
    })
  } finally {
    patience.end()
  }
}

async function receive(
  response: Response,
  patience: Patience,
  signal: AbortSignal | undefined,
): Promise<Received> {
  const { headers, status } = response
  const remaining = headers.get('x-credits-remaining')
  const receipt = {
    status,
    credits: {
      charged: Number(headers.get('x-credits-charged') ?? 0),
      remaining: remaining === null ? null : Number(remaining),
    },
    requestId: headers.get('x-request-id') ?? '',
    replayed: headers.get('idempotent-replay') === 'true',
    headers,
  }
  if (!headers.has('x-credits-charged')) {
    await response.body?.cancel()
    throw new VacancyError({
      code: 'unexpected_answer',
      message: `${response.url} answered ${status}, but it is not this API. Check the base address.`,
      status,
    })
  }
  return { ...receipt, data: await contentOf(response, patience, signal) }
}
