import type { Dispatcher } from 'undici'
import { post } from './post.ts'
import { signatureOf } from './sign.ts'

/** Input of one attempt. */
export interface Letter {
  url: string
  eventId: string
  type: string
  body: Buffer
  secrets: readonly string[]
}

/** The result of an attempt. */
export interface Sent {
  /** Null if there was no answer. */
  status: number | null
  /** Why it failed, if the status does not say it. */
  error: string | null
  retryAfter: string | null
  durationMs: number
}

export interface Sender {
  agent: Dispatcher
  timeoutMs: number
  now(): number
}

/** One attempt, signed with the current time. Null if it was canceled because this process is stopping. */
export async function send(
  { agent, timeoutMs, now }: Sender,
  { url, eventId, type, body, secrets }: Letter,
  stop: AbortSignal,
): Promise<Sent | null> {
  const startedMs = performance.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Vacancy-Webhooks/1.0',
    'x-event-id': eventId,
    'x-event-type': type,
    'x-service-signature': signatureOf(body, secrets, Math.floor(now() / 1000)),
  }
  const { status, retryAfter, error, stopped } = await post(
    agent,
    { url, headers, body },
    { timeoutMs, stop },
  )
  if (stopped) return null
  const isRedirect = status !== null && status >= 300 && status < 400
  return {
    status,
    error: error ?? (isRedirect ? 'redirects are not followed' : null),
    retryAfter,
    durationMs: Math.round(performance.now() - startedMs),
  }
}
