import { Type } from 'typebox'
import type { Reads } from '../db/replica/reads.ts'
import { pageLimit, readPage } from '../edge/paging.ts'
import { toCredits } from '../kernel/credits.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import { aboutOf } from './about.ts'
import { type RequestRow, readRequest, readRequests } from './store.ts'

const closed = { additionalProperties: false } as const
const Id = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

/** Of the log, or the one that the answer had. */
const RequestId = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' })

const Query = Type.Object(
  {
    cursor: Type.Optional(Id),
    limit: pageLimit('Requests per page.', 50),
    outcome: Type.Optional(Type.Enum(['ok', 'failed'])),
    key_id: Type.Optional(Type.String({ maxLength: 64 })),
    status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
    from: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
    to: Type.Optional(Type.String({ format: 'date-time', maxLength: 40 })),
    q: Type.Optional(Type.String({ maxLength: 100, pattern: '^[^\\u0000]*$' })),
  },
  closed,
)

/** The log of requests, for the dashboard. */
export function requestRoutes({ reads }: { reads: Reads }): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/requests', query: Query }, async ({ query }, { account }) => {
      const { cursor, outcome, key_id, q, status, from, to, limit } = query
      const asked = {
        before: cursor ?? null,
        failed: outcome === undefined ? null : outcome === 'failed',
        keyId: key_id ?? null,
        text: q === undefined || q === '' ? null : q,
        status: status ?? null,
        from: from === undefined ? null : Date.parse(from),
        to: to === undefined ? null : Date.parse(to),
      }
      const { page, nextCursor } = await readPage(
        limit,
        (rows) => readRequests(reads, account.no, { ...asked, limit: rows }),
        viewOf,
      )
      return { body: { requests: page, next_cursor: nextCursor, days: LIMITS.loggedDays } }
    }),
    memberRoute(
      { method: 'GET', path: '/requests/{id}', params: Type.Object({ id: RequestId }) },
      async ({ params }, { account }) => {
        const found = await readRequest(reads, account.no, params.id)
        if (!found) throw invalid(`There is no request ${params.id} in the log. It may be too old.`)
        const { body, answer } = found
        const isCut = answer !== null && answer.length >= LIMITS.loggedAnswer
        return { body: { ...viewOf(found), body, answer, answer_cut: isCut } }
      },
    ),
  ]
}

function viewOf(row: RequestRow) {
  const { id, at, method, path, status, error, credits, tookMs, unlisted, fromPage, requestId, keyId } = row
  return {
    id,
    at: at.toISOString(),
    method,
    path,
    status,
    error,
    credits: toCredits(credits),
    took_ms: tookMs,
    /** Requests just before this one that were not listed, because there were too many. */
    unlisted,
    from_page: fromPage,
    request_id: requestId,
    key_id: keyId,
    about: aboutOf(row),
  }
}
