import type { FastifyReply, FastifyRequest } from 'fastify'
import { toCredits } from '../kernel/credits.ts'
import { newId } from '../kernel/ids.ts'

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{8,64}$/

/** Keeps a client's own well-formed request id, so that its logs can be matched with ours. */
export function requestIdOf(inbound: string | string[] | undefined): string {
  return typeof inbound === 'string' && WELL_FORMED_ID.test(inbound) ? inbound : newId('req')
}

/** Headers of every answer: request id, charge, and, with a key, remaining credits. */
export function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const { metered } = request
  reply.header('x-request-id', request.id)
  reply.header('x-content-type-options', 'nosniff')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  reply.header(
    'x-credits-charged',
    reply.statusCode < 400 && metered ? String(toCredits(metered.charged)) : '0',
  )
  if (!metered) return
  if (metered.remaining !== null) reply.header('x-credits-remaining', String(toCredits(metered.remaining)))
  if (metered.rate) {
    reply.header('ratelimit-limit', String(metered.rate.limit))
    reply.header('ratelimit-remaining', String(metered.rate.remaining))
    reply.header('ratelimit-reset', String(metered.rate.resetSec))
  }
}
