import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '../accounts/key-ring.ts'
import { type AgentMessage, type AnswerAgent, NO_JSON } from '../edge/agent-message.ts'
import type { RouteServices } from '../edge/serve.ts'
import { challengeOf, type IssuerOf } from '../grants/issuer.ts'
import { ApiError } from '../kernel/errors.ts'
import { isLoopback } from '../kernel/loopback.ts'
import { type Authenticate, authenticateKey, authenticateToken } from './auth.ts'
import { envelope } from './errors.ts'
import { isForeign } from './origin.ts'
import { confirmKey } from './register.ts'

export interface McpOptions {
  answer: AnswerAgent
  services: RouteServices
  publicUrl: string
  issuerOf: IssuerOf
  /** Called once the key is known, as for every call of the API. */
  enter: (request: FastifyRequest, done: (error?: Error) => void) => void
}

const PATHS = ['/mcp', '/v1/mcp']

/**
 * `POST /mcp`: agents call the routes of the API as tools, with the same limits and prices, with a key or with a token that somebody
 * agreed to. Nothing is kept between calls.
 */
export function registerMcp(
  app: FastifyInstance,
  { answer, services, publicUrl, issuerOf, enter }: McpOptions,
): void {
  readMessages(app)
  const byKey = byKeyOrToken(services.keyRing, issuerOf)
  app.addHook('onRequest', async (request, reply) => {
    if (!mayCall(request, publicUrl)) return refuseForeign(request, reply)
    try {
      await byKey(request)
    } catch (error) {
      inviteToSignIn(request, reply, issuerOf, error)
      throw error
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    enter(request, (error) => (error ? reject(error) : resolve()))
    await promise
  })
  for (const url of PATHS) {
    app.post(url, async (request, reply) => {
      const { status, type, body } = await answer(messageOf(request, leftOf(reply)))
      await confirmKey(request, services.keyRing, byKey)
      if (type !== null) reply.type(type)
      return reply.code(status).send(body)
    })
    app.route({ method: ['GET', 'DELETE'], url, handler: refuseMethod })
  }
}

/** What is no JSON is answered in the terms of the protocol, and not like a call of the API. */
function readMessages(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body as string, (error, value) => done(null, error ? NO_JSON : value))
  })
}

/**
 * Programs send no origin. A page must be our own; without a public address it must also be on this machine, because a page can give
 * its own name the address of this machine.
 */
function mayCall(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  return !isForeign(request, publicUrl) && (publicUrl !== '' || isLoopback(new URL(origin).hostname))
}

function byKeyOrToken(keyRing: KeyRing, issuerOf: IssuerOf): Authenticate {
  return (request) => {
    const sent = credentialOf(request)
    if (!sent.startsWith('va_')) return authenticateKey(keyRing, request, sent)
    const issuer = issuerOf(request.headers.host)
    const resource = issuer && issuer.url + (request.routeOptions.url ?? '')
    return authenticateToken(keyRing, request, { token: sent, resource })
  }
}

/** Clients of the protocol send keys in either header, and tokens in the second. */
function credentialOf({ headers }: FastifyRequest): string {
  const own = headers['x-api-key']
  if (typeof own === 'string' && own !== '') return own
  const bearer = bearerOf(headers)
  if (bearer !== undefined) return bearer
  throw new ApiError('auth_failed', 'Send your API key in the header x-api-key, or as Authorization: Bearer.')
}

function bearerOf({ authorization = '' }: FastifyRequest['headers']): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1]
}

/** Tells a client without a good token where it gets one, unless it came with a key of its own. */
function inviteToSignIn(
  { headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  issuerOf: IssuerOf,
  error: unknown,
): void {
  const issuer = issuerOf(headers.host)
  if (!issuer || !(error instanceof ApiError) || error.code !== 'auth_failed') return
  if (headers['x-api-key'] !== undefined && headers['x-api-key'] !== '') return
  const told = bearerOf(headers) === undefined ? undefined : error.message
  reply.header('www-authenticate', challengeOf(issuer, routeOptions.url ?? '', told))
}

function messageOf(request: FastifyRequest, left: AbortSignal): AgentMessage {
  const { holder, metered, body, id: requestId } = request
  if (!holder || !metered) throw new Error('a message arrived without a key')
  const key = request.headers['idempotency-key']
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && FORWARDED.test(name) ? [[name, value]] : [],
  )
  return {
    headers: Object.fromEntries(headers),
    body,
    idempotencyKey: typeof key === 'string' ? key : undefined,
    requestId,
    by: { holder, metered },
    left,
  }
}

/** Aborted when the connection is closed, answered or not. */
function leftOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => leaving.abort())
  return leaving.signal
}

/** The headers that the protocol reads. */
const FORWARDED = /^(accept|content-type|mcp-.*|last-event-id)$/

async function refuseForeign(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const error = new ApiError('auth_failed', 'Pages of other sites may not call this server.')
  return reply.code(403).type('application/json; charset=utf-8').send(envelope(error, request.id))
}

/** Without sessions there is no stream to open and nothing to end. */
async function refuseMethod(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const error = new ApiError('invalid_request', `Use POST: ${request.method} is not answered here.`)
  return reply
    .code(405)
    .header('allow', 'POST')
    .type('application/json; charset=utf-8')
    .send(envelope(error, request.id))
}
