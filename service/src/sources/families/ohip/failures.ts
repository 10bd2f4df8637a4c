import { Type } from 'typebox'
import { shapeOf } from '../../../kernel/shape.ts'
import { type HttpAnswer, SourceFailure } from '../../source.ts'
import { quoted, refusal, tryJson } from '../http-answer.ts'

/** The vendor's error format. Not every error has one: a 401 may have no body. */
const ExceptionDetail = shapeOf(
  Type.Object({
    title: Type.Optional(Type.String()),
    'o:errorCode': Type.String({ minLength: 1 }),
  }),
)

/** The vendor limits requests per second, and states no time when it refuses. */
const THROTTLED_MS = 1_000

/** What an unexpected answer means. */
export function failureOf(answer: HttpAnswer, asked: string, nowMs: number): SourceFailure {
  const code = errorCodeOf(answer)
  const detail = `${asked}: HTTP ${answer.status} ${code ?? quoted(answer.body)}`
  // Only the vendor's own error format says that a hotel is unknown; a bare 404 is a wrong route.
  if (answer.status === 404 && code !== null) return new SourceFailure('not_found', detail)
  if (answer.status < 400 || answer.status === 404) return new SourceFailure('broken', detail)
  return refusal(answer, detail, nowMs, {
    waitMs: answer.status === 429 ? THROTTLED_MS : undefined,
  })
}

function errorCodeOf(answer: HttpAnswer): string | null {
  const body = tryJson(answer.body)
  return ExceptionDetail.Check(body) ? body['o:errorCode'] : null
}
