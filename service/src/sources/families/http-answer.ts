import { readRetryAfter } from '../../kernel/retry-after.ts'
import { type Http, type HttpAnswer, SourceFailure } from '../source.ts'
import { keepRead } from './last-read.ts'

/** Reading of HTTP answers that all families share. */

export function parseJson(body: string): unknown {
  try {
    return keepRead(body, JSON.parse(body) as unknown)
  } catch (cause) {
    throw new SourceFailure('broken', `not JSON: ${body.slice(0, 120)}`, { cause })
  }
}

/** For bodies that may not be JSON: error pages, and bodies kept for the caller. */
export function tryJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Keeps a copy of every upstream body, if the caller asked for them. */
export function recording(http: Http, bodies: unknown[]): Http {
  return async (request) => {
    const answer = await http(request)
    if (answer.body !== '') bodies.push(tryJson(answer.body) ?? answer.body)
    return answer
  }
}

/**
 * The vendor refused. Only gateway errors are worth an immediate retry, and only if the vendor states no waiting time, in
 * `Retry-After` or elsewhere.
 */
export function refusal(
  answer: HttpAnswer,
  detail: string,
  nowMs: number,
  more: { waitMs?: number | undefined; remedy?: string | undefined } = {},
): SourceFailure {
  const { status, headers } = answer
  const told = { locked: isLocked(status), ...(more.remedy === undefined ? {} : { remedy: more.remedy }) }
  const retryAfterMs = readRetryAfter(headers['retry-after'], nowMs) ?? more.waitMs
  if (retryAfterMs !== undefined) return new SourceFailure('refused', detail, { ...told, retryAfterMs })
  return new SourceFailure('refused', detail, { ...told, transient: [502, 503, 504].includes(status) })
}

/** The vendor does not accept the credentials, or not for this. */
export function isLocked(status: number): boolean {
  return status === 401 || status === 403
}

const QUOTED_CHARS = 300

/** A vendor's text for the log: of an error page its title, of JSON what is written for people. */
export function quoted(body: string): string {
  const text = /^\s*</.test(body) ? titleOf(body) : wordsIn(tryJson(body)).join(': ') || body
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, QUOTED_CHARS) || 'without a text'
}

const WORDS = ['code', 'type', 'title', 'message', 'description'] as const
const DEEPEST = 4

function wordsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  const own = WORDS.map((name): unknown => Reflect.get(value, name))
  const said = own.filter((word) => typeof word === 'string' && word !== '').map(String)
  return [...said, ...Object.values(value).flatMap((inner: unknown) => wordsIn(inner, depth + 1))]
}

function titleOf(page: string): string {
  const title = /<(title|h1)\b[^>]*>([^<]*)<\/\1>/i.exec(page)?.[2]?.trim()
  return title ? `a page "${title}"` : 'a page without a title'
}
