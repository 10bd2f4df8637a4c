import type { ErrorEnvelope } from '@vacancy/client'
import { reach } from './connection.ts'
import { Fault } from './fault.ts'

/** The data of an answer and what its headers say. */
export interface Answer<T> {
  data: T
  status: number
  charged: number
  remaining: number | null
  requestId: string
  tookMs: number
  /** An answer that was paid for earlier and is shown again. */
  isRecalled?: boolean
}

export interface Ask {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** The key that the API call uses. */
  keyId?: string | undefined
  /** A repeat with the same key gets the first answer, free. */
  idempotencyKey?: string | undefined
  /** Only asks for the cost. Unless many cells are counted for it, it does not use up the account's requests per second. */
  isQuote?: boolean
}

const TRIES = 5

/** Calls our server. A call that hits the rate limit is free, so it is repeated after `Retry-After`. */
export async function call<T>(path: string, ask: Ask = {}): Promise<Answer<T>> {
  const { response, tookMs } = await send(path, ask)
  const text = await response.text()
  if (!response.ok) throw faultOf(response, text)
  return {
    data: JSON.parse(text) as T,
    status: response.status,
    charged: Number(response.headers.get('x-credits-charged') ?? 0),
    remaining: numberOf(response.headers.get('x-credits-remaining')),
    requestId: response.headers.get('x-request-id') ?? '',
    tookMs,
  }
}

/** Downloads a file of the API. */
export async function download(path: string, keyId: string | undefined, name: string): Promise<void> {
  const { response } = await send(path, { keyId })
  if (!response.ok) throw faultOf(response, await response.text())
  saveBlob(name, await response.blob())
}

/** Saves a text that the page already has. */
export function saveText(name: string, text: string, type: string): void {
  saveBlob(name, new Blob([text], { type }))
}

export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

async function send(path: string, { method = 'GET', body, keyId, idempotencyKey, isQuote = false }: Ask) {
  const started = performance.now()
  for (let tries = 1; ; tries += 1) {
    const response = await reach(`/app/api${path}`, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(keyId !== undefined && { 'x-key-id': keyId }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(isQuote && { 'x-page-quote': 'true' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const wait = Number(response.headers.get('retry-after') ?? 0)
    const tooFast = response.status === 429 && path.startsWith('/v1/') && wait > 0 && wait <= 2
    if (!tooFast || tries === TRIES) return { response, tookMs: performance.now() - started }
    await new Promise((resolve) => setTimeout(resolve, wait * 600 * tries))
  }
}

function faultOf(response: Response, text: string): Fault {
  const requestId = response.headers.get('x-request-id') ?? ''
  try {
    return new Fault(response.status, (JSON.parse(text) as ErrorEnvelope).error)
  } catch {
    const message = 'The server sent an unexpected answer. Try again in a few seconds.'
    return new Fault(response.status, { code: 'unreadable', message, request_id: requestId })
  }
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text)
}
