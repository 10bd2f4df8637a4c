import type { FastifyRequest } from 'fastify'
import { invalid } from '../kernel/errors.ts'

/**
 * Whether a call with a cookie comes from our own page. Browsers send the origin in one or two headers that no page can fake,
 * and every call that changes something must have one. The cookie is also same-site, and bodies must be JSON, which no form can
 * send.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin') throw foreign()
  if (isForeign(request, publicUrl)) throw foreign()
  const changes = request.method !== 'GET' && request.method !== 'HEAD'
  if (changes && origin === undefined) throw foreign()
}

/** Whether a browser sent the call from the page of another host. */
export function isForeign({ headers }: FastifyRequest, publicUrl: string): boolean {
  const own = publicUrl === '' ? headers.host : new URL(publicUrl).host
  return headers.origin !== undefined && hostOf(headers.origin) !== own
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null
}

function foreign(): Error {
  return invalid('This call is only for this server’s dashboard. Elsewhere, use /v1 with an API key.')
}
