import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answered } from '../requests/logged.ts'

/** Below which the dashboard calls the API. */
const PAGE_PREFIX = '/app/api'

/** A request with a key, for the log. Null for others, and for what the dashboard reads on its own. */
export function answeredOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): Answered | null {
  const { metered, holder, url } = request
  if (!metered || !holder || metered.isPageRead) return null
  const { route } = request.routeOptions.config
  const failed = reply.statusCode >= 400
  // Bodies of free calls may contain addresses and secrets of receivers. A free read can be repeated instead.
  const isKept = route?.kind === 'billable'
  return {
    id: metered.id,
    requestId: request.id,
    account: holder.account.no,
    key: holder.key.no,
    method: request.method,
    path: url,
    status: reply.statusCode,
    credits: failed ? 0 : metered.charged,
    tookMs: Math.round(performance.now() - request.startedAtMs),
    fromPage: url.startsWith(PAGE_PREFIX),
    body: isKept && request.bodyText !== '' ? request.bodyText : null,
    answer: isKept || failed ? bytesOf(payload) : null,
  }
}

function bytesOf(payload: unknown): string | Buffer | null {
  if (payload instanceof Readable) return null
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : null
}
