import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Pool } from '../db/pool.ts'
import { tell } from '../edge/faults.ts'
import { readAsk, SentBack } from '../grants/ask.ts'
import { type Issuer, NO_ISSUER, RESOURCE_METADATA, TOOL_PATHS } from '../grants/issuer.ts'
import { resourceMetadata, serverMetadata } from '../grants/metadata.ts'
import { Refusal } from '../grants/refusal.ts'
import type { AgentSignIn } from '../grants/sign-in.ts'
import { exchangeCode, refresh, revokeToken, type Tokens } from '../grants/tokens.ts'
import { ApiError } from '../kernel/errors.ts'
import { networkOf } from '../sessions/network.ts'
import { createCallLimit } from './call-limit.ts'
import { toApiError } from './errors.ts'
import type { PagesOptions } from './pages.ts'

/** Far above what clients do; hosted ones come from few addresses, for many people. */
const FROM_NETWORK = { perSec: 20, burst: 200 }

/** Where agents get and give back their tokens (OAuth 2.1), in the words of that protocol. */
export function registerOAuth(
  app: FastifyInstance,
  { pool, issuerOf, clients }: AgentSignIn,
  log: Logger,
): void {
  void app.register(async (scope) => {
    const fromNetwork = createCallLimit(FROM_NETWORK)
    scope.addHook('onRequest', async ({ ip }) => {
      fromNetwork.count(networkOf(ip))
    })
    readForms(scope)
    scope.setErrorHandler(async (thrown, request, reply) => refuse(thrown, request, reply, log))
    const issuerFor = ({ headers }: FastifyRequest): Issuer => {
      const issuer = issuerOf(headers.host)
      if (!issuer) throw new ApiError('invalid_request', NO_ISSUER)
      return issuer
    }

    scope.get('/.well-known/oauth-authorization-server', async (request, reply) =>
      reply.send(serverMetadata(issuerFor(request))),
    )
    for (const path of TOOL_PATHS)
      scope.get(RESOURCE_METADATA + path, async (request, reply) =>
        reply.send(resourceMetadata(issuerFor(request), path)),
      )

    scope.post('/oauth/register', async (request, reply) => {
      issuerFor(request)
      const { id, name, redirectUris } = await clients.register(request.body, networkOf(request.ip))
      return reply.code(201).send({
        client_id: id,
        client_name: name,
        redirect_uris: redirectUris,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      })
    })

    scope.post('/oauth/token', async (request, reply) =>
      reply.send(await giveTokens(pool, request, issuerFor(request))),
    )

    scope.post('/oauth/revoke', async (request, reply) => {
      issuerFor(request)
      const form = formOf(request)
      const token = form.required('token')
      await revokeToken(pool, { token, clientId: form.required('client_id'), address: request.ip })
      return reply.send({})
    })
  })
}

async function giveTokens(pool: Pool, request: FastifyRequest, issuer: Issuer): Promise<Tokens> {
  const form = formOf(request)
  const asked = {
    issuer,
    clientId: form.required('client_id'),
    resource: form.optional('resource'),
    address: request.ip,
  }
  switch (form.required('grant_type')) {
    case 'authorization_code':
      return exchangeCode(pool, {
        ...asked,
        code: form.required('code'),
        verifier: form.required('code_verifier'),
        redirectUri: form.optional('redirect_uri'),
      })
    case 'refresh_token':
      return refresh(pool, { ...asked, refreshToken: form.required('refresh_token') })
    default:
      throw new Refusal(
        'unsupported_grant_type',
        '`grant_type` must be `authorization_code` or `refresh_token`.',
      )
  }
}

/** Looks at what an agent asks a person for, before the page is sent. */
export function lookAtAskOf({ issuerOf, clients }: AgentSignIn, log: Logger): PagesOptions['lookAtAsk'] {
  return async (request) => {
    const issuer = issuerOf(request.headers.host)
    if (!issuer) return { status: 404 }
    try {
      await readAsk(queryOf(request), issuer, clients, networkOf(request.ip))
      return { status: 200 }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      noteRefusal(error, request, log)
      return error instanceof SentBack ? { redirect: error.redirect } : { status: 400 }
    }
  }
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  const from = url.indexOf('?')
  return new URLSearchParams(from < 0 ? '' : url.slice(from))
}

function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  )
}

interface Form {
  required(name: string): string
  optional(name: string): string | null
}

function formOf({ body }: FastifyRequest): Form {
  if (!(body instanceof URLSearchParams))
    throw new Refusal('invalid_request', 'Send a form: application/x-www-form-urlencoded.')
  const optional = (name: string) => {
    const [value, ...more] = body.getAll(name)
    if (more.length > 0) throw new Refusal('invalid_request', `\`${name}\` must not be repeated.`)
    return value === undefined || value === '' ? null : value
  }
  return {
    optional,
    required: (name) => {
      const value = optional(name)
      if (value === null) throw new Refusal('invalid_request', `\`${name}\` is missing.`)
      return value
    },
  }
}

/** Errors have the form of RFC 6749, section 5.2. */
async function refuse(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): Promise<FastifyReply> {
  if (thrown instanceof Refusal) {
    noteRefusal(thrown, request, log)
    return reply.code(400).send({ error: thrown.code, error_description: thrown.message })
  }
  const error = toApiError(thrown)
  tell(error, request.id, log)
  if (error.retryAfterSec !== undefined) reply.header('retry-after', String(error.retryAfterSec))
  const isOff = error.message === NO_ISSUER
  return reply
    .code(isOff ? 404 : error.status)
    .send({ error: CODES[error.code] ?? 'server_error', error_description: error.message })
}

const CODES: Partial<Record<ApiError['code'], string>> = {
  invalid_request: 'invalid_request',
  rate_limited: 'temporarily_unavailable',
}

/** Never with a secret: what the client sent is not logged. */
function noteRefusal(error: Refusal, { ip, id, routeOptions }: FastifyRequest, log: Logger): void {
  log.info(
    { error: error.code, why: error.message, from: networkOf(ip), route: routeOptions.url, request_id: id },
    'an agent was refused',
  )
}
