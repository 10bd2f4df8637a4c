import type { FastifyRequest } from 'fastify'
import { invalid } from '../kernel/errors.ts'

/**
 * Whether a call that carries a cookie comes from our own page. A browser says where a request was made, in one header or
 * both, and no page can make it lie; whatever changes something must say so. The cookie itself is same-site too, and bodies
 * are taken only as JSON, which no form can send.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  const own = publicUrl === '' ? host : new URL(publicUrl).host
  if (site !== undefined && site !== 'same-origin') throw foreign()
  if (origin !== undefined && hostOf(origin) !== own) throw foreign()
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && origin === undefined) throw foreign()
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function foreign(): Error {
  return invalid('This call is only for this server’s dashboard. Elsewhere, use /v1 with an API key.')
}
