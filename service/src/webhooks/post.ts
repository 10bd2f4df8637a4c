import { LRUCache } from 'lru-cache'
import { type Dispatcher, errors } from 'undici'
import { atMost } from '../kernel/at-most.ts'
import { LIMITS } from '../kernel/limits.ts'
import { AddressRefused } from './agent.ts'
import type { Sent } from './receiver.ts'
import { verdictOf } from './schedule.ts'

export interface Post {
  url: string
  headers: Record<string, string>
  body: Buffer
}

export interface PosterOptions {
  agent: Dispatcher
  timeoutMs: number
  /** Whether accounts may see what receivers answer. */
  keepsAnswer: boolean
}

/** One POST. Never throws. Null if it was canceled because this process is stopping, which says nothing about the receiver. */
export type Poster = (post: Post, stop: AbortSignal) => Promise<Sent | null>

/** The most we read of an answer; then the connection is closed. */
const MOST_BYTES = 20_480

/**
 * One POST within the timeout, including reading the answer. Only the beginning of an answer is kept, and nothing of it where
 * receivers may be in the operator's own network: an account must not read there. Uses undici's dispatcher directly: a stream and
 * two abort signals per answer took half the time of a delivery.
 */
export function createPoster({ agent, timeoutMs, keepsAnswer }: PosterOptions): Poster {
  const cancels = createCancels()
  const targets = new LRUCache<string, Target>(atMost(MOST_TARGETS))
  const targetOf = (url: string) => {
    const known = targets.get(url)
    if (known) return known
    const { origin, pathname, search } = new URL(url)
    const target = { origin, path: pathname + search }
    targets.set(url, target)
    return target
  }
  return (post, stop) => attempt(post, { agent, timeoutMs, keepsAnswer, cancels: cancels(stop), targetOf })
}

/** How many addresses are kept parsed. */
const MOST_TARGETS = 1000

/** An address as the dispatcher wants it. */
interface Target {
  origin: string
  path: string
}

/**
 * What to cancel when a signal aborts. One listener for all: a signal compares each new listener with those it has, and hundreds
 * of attempts run at once.
 */
function createCancels(): (stop: AbortSignal) => Set<() => void> {
  const known = new WeakMap<AbortSignal, Set<() => void>>()
  return (stop) => {
    const found = known.get(stop)
    if (found) return found
    const cancels = new Set<() => void>()
    known.set(stop, cancels)
    stop.addEventListener('abort', () => {
      for (const cancel of cancels) cancel()
    })
    return cancels
  }
}

interface AttemptOptions extends PosterOptions {
  /** What to call when the process is stopping. */
  cancels: Set<() => void>
  /** Throws if the address is not a URL. */
  targetOf(url: string): Target
}

function attempt(
  { url, headers, body }: Post,
  { agent, timeoutMs, keepsAnswer, cancels, targetOf }: AttemptOptions,
): Promise<Sent | null> {
  const { promise, resolve } = Promise.withResolvers<Sent | null>()
  const startedMs = performance.now()
  let status: number | null = null
  let retryAfter: string | null = null
  let bytes = 0
  let beginning: Buffer | null = null
  let ended = false
  let abort: (() => void) | null = null

  const end = (error: string | null, stopped = false) => {
    if (ended) return
    ended = true
    clearTimeout(timer)
    cancels.delete(cancel)
    resolve(stopped ? null : sentOf({ status, retryAfter, error, startedMs, answer: readable(beginning) }))
    abort?.()
  }
  const cancel = () => end(null, true)
  const timer = setTimeout(() => end(`no complete answer within ${timeoutMs / 1000} s`), timeoutMs)
  cancels.add(cancel)

  try {
    const { origin, path } = targetOf(url)
    agent.dispatch(
      { origin, path, method: 'POST', headers, body },
      {
        onRequestStart: (controller) => {
          abort = () => controller.abort(new errors.RequestAbortedError())
          // Timed out before the connection was made.
          if (ended) abort()
        },
        onResponseStart: (_controller, code, answered) => {
          if (code < 200) return
          status = code
          const asked = answered['retry-after']
          retryAfter = typeof asked === 'string' ? asked : null
        },
        onResponseData: (_controller, chunk) => {
          bytes += chunk.length
          if (keepsAnswer && (beginning?.length ?? 0) < LIMITS.deliveryAnswer) {
            beginning = Buffer.concat(beginning ? [beginning, chunk] : [chunk]).subarray(
              0,
              LIMITS.deliveryAnswer,
            )
          }
          if (bytes > MOST_BYTES) end(null)
        },
        onResponseEnd: () => {
          abort = null
          end(null)
        },
        onResponseError: (_controller, error) => {
          abort = null
          end(reasonOf(error))
        },
      },
    )
  } catch (error) {
    end(reasonOf(error))
  }
  return promise
}

function sentOf({
  status,
  retryAfter,
  error: failure,
  startedMs,
  answer,
}: Pick<Sent, 'status' | 'retryAfter' | 'error' | 'answer'> & { startedMs: number }): Sent {
  const isRedirect = status !== null && status >= 300 && status < 400
  const error = failure ?? (isRedirect ? 'redirects are not followed' : null)
  const durationMs = Math.round(performance.now() - startedMs)
  return { status, error, retryAfter, durationMs, verdict: verdictOf({ status, error }), answer }
}

/** Text as it came; null if there is none. A character that was cut in two, or cannot be stored, is left out. */
function readable(beginning: Buffer | null): string | null {
  if (!beginning) return null
  const text = beginning
    .toString('utf8')
    .replaceAll('\0', '')
    .replace(/\uFFFD$/, '')
  return text === '' ? null : text
}

/** Shown to the account: what its receiver did, without details of our network. */
export function reasonOf(failure: unknown): string {
  for (const cause of causesOf(failure)) {
    if (cause instanceof AddressRefused) return 'the address is private, local or reserved'
    if (cause instanceof errors.ConnectTimeoutError) return 'the connection took too long'
    if (cause instanceof errors.HTTPParserError) return 'the answer was not HTTP'
    const code = String(Reflect.get(cause, 'code'))
    const reason = REASONS[code]
    if (reason) return reason
    if (/CERT|TLS|SSL|SIGNED|ISSUER/.test(code)) return 'the certificate or the encryption was refused'
  }
  return 'the connection failed'
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

/** An error and its chain of causes. */
function causesOf(failure: unknown): object[] {
  if (typeof failure !== 'object' || failure === null) return []
  const inner = failure instanceof AggregateError ? failure.errors : [Reflect.get(failure, 'cause')]
  return [failure, ...inner.flatMap(causesOf)]
}
