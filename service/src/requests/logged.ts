import type { Milli } from '../kernel/credits.ts'
import { LIMITS } from '../kernel/limits.ts'

/** A request that was answered. */
export interface Answered {
  /** Starts with its time. */
  id: string
  requestId: string
  account: number
  key: number
  method: string
  /** With its query. Kept without the prefix of the API. */
  path: string
  status: number
  credits: Milli
  tookMs: number
  /** Made by the dashboard, not with the key itself. */
  fromPage: boolean
  /** Null if it may contain the address of a receiver. */
  body: string | null
  /** Null if it was a stream, or is not kept. */
  answer: string | Buffer | null
}

/** A request as it is kept. */
export interface Logged extends Omit<Answered, 'answer'> {
  unlisted: number
  error: string | null
  answer: string | null
}

/** An API key or a webhook secret, wherever a client may have put it. */
const SECRET = /\b(v[kcar]_|whsec_)[A-Za-z0-9+/=_-]{8,}/g
const PREFIX = /^(\/app\/api)?\/v1(?=\/)/
const ADDRESS = /"(webhook_url|secret)"/
const ERROR = /^\{"error":\{"code":"([a-z_]+)"/
/** A character has at most this many bytes. */
const CHARACTER_BYTES = 4

/** Shortens a request and removes what must not be stored. */
export function loggedOf(answered: Answered, unlisted: number): Logged {
  const { path, body } = answered
  const answer = textOf(answered.answer)
  return {
    ...answered,
    unlisted,
    path: clean(path.replace(PREFIX, '')).slice(0, LIMITS.loggedPath),
    error: answered.status >= 400 ? (ERROR.exec(answer ?? '')?.[1] ?? null) : null,
    body: body === null || body.length > LIMITS.loggedBody || ADDRESS.test(body) ? null : clean(body),
    answer: answer === null || ADDRESS.test(answer) ? null : clean(answer),
  }
}

/** The beginning of an answer. */
function textOf(answer: string | Buffer | null): string | null {
  if (answer === null) return null
  const text =
    typeof answer === 'string' ? answer : answer.toString('utf8', 0, LIMITS.loggedAnswer * CHARACTER_BYTES)
  return text.slice(0, LIMITS.loggedAnswer)
}

/** PostgreSQL stores no NUL. */
function clean(text: string): string {
  return text.replaceAll('\0', '').replaceAll(SECRET, '$1…')
}
