import { type Dispatcher, errors } from 'undici'
import { AddressRefused } from './agent.ts'
import { signatureOf } from './sign.ts'

/** All that one attempt needs. */
export interface Letter {
  url: string
  eventId: string
  type: string
  body: Buffer
  secrets: readonly string[]
}

/** What came of an attempt. The receiver's words are not kept: an address may lead to somebody who did not mean to be asked. */
export interface Sent {
  /** Null where there was no answer. */
  status: number | null
  /** Why it does not count, where that is not the status alone. */
  error: string | null
  retryAfter: string | null
  durationMs: number
}

/** More of an answer is not read: the connection is closed instead. */
const MOST_BYTES = 20_480

export interface Sender {
  agent: Dispatcher
  timeoutMs: number
  now(): number
}

/** One attempt, signed for this moment. Never throws; null where it was broken off because this process stops. */
export async function send(
  { agent, timeoutMs, now }: Sender,
  letter: Letter,
  stop: AbortSignal,
): Promise<Sent | null> {
  const startedMs = performance.now()
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([deadline, stop])
  let status: number | null = null
  let retryAfter: string | null = null
  let error: string | null = null
  try {
    const url = new URL(letter.url)
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Vacancy-Webhooks/1.0',
        'x-event-id': letter.eventId,
        'x-event-type': letter.type,
        'x-service-signature': signatureOf(letter.body, letter.secrets, Math.floor(now() / 1000)),
      },
      body: letter.body,
      signal,
    })
    status = answer.statusCode
    const asked = answer.headers['retry-after']
    retryAfter = typeof asked === 'string' ? asked : null
    await readSome(answer.body)
    if (status >= 300 && status < 400) error = 'redirects are not followed'
  } catch (failure) {
    if (stop.aborted && !deadline.aborted) return null
    error = deadline.aborted ? `no complete answer within ${timeoutMs / 1000} s` : reasonOf(failure)
  }
  return { status, error, retryAfter, durationMs: Math.round(performance.now() - startedMs) }
}

/** Reads the body to its end, so that the connection can serve again, or as far as anybody may expect us to. */
async function readSome(body: Dispatcher.ResponseData['body']): Promise<void> {
  // Leaving the loop early destroys the body, which is an error that nobody else would hear.
  body.on('error', () => {})
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) return
  }
}

/** For the account's own eyes: what its receiver did, and nothing of how our network looks from inside. */
function reasonOf(failure: unknown): string {
  for (const cause of causesOf(failure)) {
    if (cause instanceof AddressRefused) return 'the address is private, local or reserved'
    if (cause instanceof errors.ConnectTimeoutError) return 'the connection took too long'
    if (cause instanceof errors.HTTPParserError) return 'the answer was not HTTP'
    const reason = REASONS[String(Reflect.get(cause, 'code'))]
    if (reason) return reason
  }
  const code = String(Reflect.get(failure as object, 'code'))
  return /CERT|TLS|SSL|SIGNED|ISSUER|ALTNAME/.test(code)
    ? 'the certificate or the encryption was refused'
    : 'the connection failed'
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'the host name was not found',
  ENODATA: 'the host name was not found',
  ESERVFAIL: 'the host name could not be resolved',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEOUT: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
}

/** An error, what lies behind it, and what lies behind that. */
function causesOf(failure: unknown): object[] {
  if (typeof failure !== 'object' || failure === null) return []
  const inner = failure instanceof AggregateError ? failure.errors : [Reflect.get(failure, 'cause')]
  return [failure, ...inner.flatMap(causesOf)]
}
