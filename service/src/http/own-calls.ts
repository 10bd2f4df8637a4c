import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LiveRoutes } from '../edge/live-routes.ts'
import { isSold } from '../edge/route.ts'
import type { RouteServices } from '../edge/serve.ts'
import { ApiError, forbidden } from '../kernel/errors.ts'
import { networkOf } from '../sessions/network.ts'
import type { OwnAnswer, OwnRoute } from '../sessions/own-route.ts'
import { requireOperator, requireRole } from '../sessions/roles.ts'
import type { Sessions, SignedInMember, Visitor } from '../sessions/sessions.ts'
import type { Member } from '../sessions/store.ts'
import { type Authenticate, enter, identify } from './auth.ts'
import { type CallLimit, createCallLimit } from './call-limit.ts'
import { requireOwnOrigin } from './origin.ts'
import { createPageReads, type PageReads } from './page-reads.ts'
import { registerRoute } from './register.ts'

export interface Dashboard {
  sessions: Sessions
  calls: OwnRoute[]
  /** The public address of the dashboard; empty: any host that the browser asks for. */
  publicUrl: string
}

/** Far above what the page does, and enough for an office behind one address. */
const FROM_NETWORK = { perSec: 100, burst: 500 }
const OF_ACCOUNT = { perSec: 20, burst: 60 }

/** Finds the account's key for a call, by its id. */
const KEY_HEADER = 'x-key-id'

/**
 * What the dashboard calls: its own routes with a session, and every API route with a session and one of the account's keys.
 * The latter are the same routes, priced, limited and counted as if called with the key itself. Only small free reads and quotes have
 * a limit of their own.
 */
export async function registerOwnCalls(
  app: FastifyInstance,
  { sessions, calls, publicUrl }: Dashboard,
  { routes, services }: { routes: LiveRoutes; services: RouteServices },
): Promise<void> {
  await app.register(
    async (own) => {
      const fromNetwork = createCallLimit(FROM_NETWORK)
      const ofAccount = createCallLimit(OF_ACCOUNT)
      own.addHook('onRequest', async (request) => {
        fromNetwork.count(networkOf(request.ip))
        if (!request.routeOptions.config.isOpenedByBrowser) requireOwnOrigin(request, publicUrl)
      })
      const visitorOf = (request: FastifyRequest) => visitorAt(request, publicUrl)
      for (const call of calls) registerCall(own, call, { sessions, ofAccount, visitorOf })
      own.setNotFoundHandler(unknownCall)
      await own.register(
        async (v1) => {
          const pageReads = createPageReads()
          const authenticate: Authenticate = async (request) => {
            const member = await memberOf(visitorOf(request), sessions)
            requireSecondFactor(member)
            if (!isRead(request)) requireRole(member, 'member')
            const keyId = request.headers[KEY_HEADER]
            const holder =
              typeof keyId === 'string' ? await services.keyRing.checkId(member.account.no, keyId) : null
            if (!holder) throw new ApiError('auth_failed', 'Choose an active API key of your account.')
            identify(request, holder)
            request.person = member.email
          }
          v1.addHook('onRequest', async (request, reply) => {
            await authenticate(request)
            const isSmallRead = isRead(request) && readAsPage(request, reply, pageReads)
            if (!isSmallRead) enter(request, services.metering)
          })
          v1.setNotFoundHandler(unknownCall)
          for (const route of routes.all()) registerRoute(v1, route, services, authenticate, routes)
        },
        { prefix: '/v1' },
      )
    },
    { prefix: '/app/api' },
  )
}

interface CallDeps {
  sessions: Sessions
  ofAccount: CallLimit
  visitorOf(request: FastifyRequest): Visitor
}

function registerCall(
  app: FastifyInstance,
  call: OwnRoute,
  { sessions, ofAccount, visitorOf }: CallDeps,
): void {
  app.route({
    config: { isOpenedByBrowser: call.isOpenedByBrowser ?? false },
    method: call.method,
    url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(call.params && { params: call.params }),
      querystring: call.query ?? NO_QUERY,
      ...(call.body && { body: call.body }),
    },
    handler: async (request, reply) => {
      const { params, query, body, id } = request
      const asked = { params, query, body, requestId: id }
      if (call.kind === 'open') return answerWith(reply, await call.handle(asked, visitorOf(request)))
      const member = await memberOf(visitorOf(request), sessions, reply)
      ofAccount.count(member.account.id)
      if (!call.isEnrolling) requireSecondFactor(member)
      requireRight(member, call)
      return answerWith(reply, await call.handle(asked, member, visitorOf(request)))
    },
  })
}

function answerWith(reply: FastifyReply, { body, headers, cookies, location }: OwnAnswer): FastifyReply {
  keep(reply, cookies)
  if (headers) reply.headers(headers)
  return location === undefined ? reply.send(body) : reply.redirect(location, SEE_OTHER)
}

const SEE_OTHER = 303

const NO_QUERY = { type: 'object', properties: {}, additionalProperties: false }

function requireRight(member: Member, { method, needs }: OwnRoute): void {
  if (needs === 'operator') {
    requireOperator(member)
    // Viewers see the operator's pages, too.
    if (method !== 'GET') requireRole(member, 'member')
  } else requireRole(member, needs ?? (method === 'GET' ? 'viewer' : 'member'))
}

/** Until it is set up, a session is good for nothing else. */
function requireSecondFactor({ standing }: SignedInMember): void {
  if (standing === 'enrol')
    throw forbidden('Your account requires a second factor. Set one up under Account, then go on.')
}

/** Free and changes nothing. */
function isRead(request: FastifyRequest): boolean {
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  const { route } = request.routeOptions.config
  return (isGet && route?.kind === 'free' && !isSold(route, request)) || isQuote(request)
}

/** The page shows what a call would cost before it is made. With this header, the call is a dry run, whatever its body says. */
const QUOTE_HEADER = 'x-page-quote'

function isQuote(request: FastifyRequest): boolean {
  const { route } = request.routeOptions.config
  const isBillable = route?.kind === 'billable' && request.method === 'POST'
  return isBillable && request.headers[QUOTE_HEADER] !== undefined
}

/**
 * What an account has can be read when its credits are spent. Small reads are not counted by the ledger either; large ones count
 * against the account's requests per second like any call. Returns whether it is a small one.
 */
function readAsPage(request: FastifyRequest, reply: FastifyReply, pageReads: PageReads): boolean {
  const { holder, metered } = request
  if (!holder || !metered) return false
  const { id } = holder.account
  pageReads.enter(id, isQuote(request))
  reply.raw.once('close', () => pageReads.leave(id))
  metered.isPageRead = true
  if (request.routeOptions.config.route?.large) return false
  metered.admitted = true
  metered.judged = true
  return true
}

async function memberOf(visitor: Visitor, sessions: Sessions, reply?: FastifyReply): Promise<SignedInMember> {
  const found = await sessions.find(visitor)
  if (!found) throw new ApiError('auth_failed', 'You are not signed in.')
  if (reply) keep(reply, found.cookies)
  return found.member
}

function visitorAt(request: FastifyRequest, publicUrl: string): Visitor {
  const { cookie, host, 'user-agent': agent, accept = '' } = request.headers
  const origin = publicUrl === '' ? `http://${host ?? ''}` : publicUrl
  return { address: request.ip, cookie, agent, host, origin, opensPage: accept.includes('text/html') }
}

function keep(reply: FastifyReply, cookies: string[] = []): void {
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}

function unknownCall(request: { method: string; url: string }): never {
  const path = (request.url.split('?')[0] ?? '').replace(/^\/app\/api(?=\/v1\/)/, '')
  throw new ApiError('invalid_request', `There is no ${request.method} ${path.slice(0, 200)}.`)
}
