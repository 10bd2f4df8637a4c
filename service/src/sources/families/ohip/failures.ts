import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type HttpAnswer, SourceFailure } from '../../source.ts'

/** The vendor's error form. Not every error has one: a 401 may come without any body. */
const ExceptionDetail = Compile(
  Type.Object({
    title: Type.Optional(Type.String()),
    'o:errorCode': Type.String({ minLength: 1 }),
  }),
)

const QUOTED_CHARS = 200
const WORTH_A_SECOND_TRY = new Set([502, 503, 504])

/** What an answer other than the asked-for one means. */
export function failureOf(answer: HttpAnswer, asked: string): SourceFailure {
  const code = errorCodeOf(answer)
  const detail = `${asked}: HTTP ${answer.status} ${code ?? answer.body.slice(0, QUOTED_CHARS)}`
  // Only the vendor's own form says that a property is unknown; a bare 404 is a gateway that lost its route.
  if (answer.status === 404 && code !== null) return new SourceFailure('not_found', detail)
  if (answer.status < 400 || answer.status === 404) return new SourceFailure('broken', detail)
  const retryAfterMs = retryAfterOf(answer.headers['retry-after'])
  if (retryAfterMs !== undefined) return new SourceFailure('refused', detail, { retryAfterMs })
  return new SourceFailure('refused', detail, { transient: WORTH_A_SECOND_TRY.has(answer.status) })
}

export function parseJson(answer: HttpAnswer, asked: string): unknown {
  try {
    return JSON.parse(answer.body)
  } catch (cause) {
    throw new SourceFailure('broken', `${asked}: body is not JSON`, { cause })
  }
}

function errorCodeOf(answer: HttpAnswer): string | null {
  let body: unknown
  try {
    body = JSON.parse(answer.body)
  } catch {
    return null
  }
  return ExceptionDetail.Check(body) ? body['o:errorCode'] : null
}

function retryAfterOf(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d{1,6}$/.test(header.trim())) return undefined
  return Number(header) * 1000
}
