import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import type { Route } from '../edge/route.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Authenticate, authenticate } from './auth.ts'
import './context.ts'
import { answerBrokenRequest, createErrorHandler } from './errors.ts'
import { requestIdOf, setHeaders } from './headers.ts'
import { type MetaOptions, metaRoutes } from './meta.ts'
import { registerOpenApi } from './openapi.ts'
import { type Dashboard, registerOwnCalls } from './own-calls.ts'
import { registerPages } from './pages.ts'
import { registerReference } from './reference.ts'
import { type RouteServices, registerRoute } from './register.ts'
import { createValidation } from './validation.ts'

export interface AppOptions extends MetaOptions {
  log: Logger
  services: RouteServices
  routes: Route[]
  dashboard: Dashboard
  /** The folder of the dashboard's files. */
  pages: string
  /** Whose word on a visitor's address is taken; nobody's where it is empty. */
  trustedProxies: string
  onAnswer: (route: string, status: number, tookMs: number) => void
}

export interface App extends FastifyInstance {
  /** Before it closes: asks clients, with every answer, to take their next request elsewhere. */
  drain(): Promise<void>
}

/** Nobody who was busy has asked in so many looks: all have heard of it. Those that were silent need not be waited for. */
const QUIET_LOOKS = 20
const LOOK_MS = 50
/** Who does not listen is not waited for for ever. */
const LONGEST_DRAIN_MS = 10_000

export async function createApp(options: AppOptions): Promise<App> {
  const { log, services, routes } = options
  const byKey: Authenticate = (request) => authenticate(services.keyRing, request)
  const app = fastify({
    // Its own logger would listen to the end of every answer, and make a child for every request, for nothing: what there is to
    // log is logged where it happens.
    logger: false,
    bodyLimit: LIMITS.bodyBytes,
    requestTimeout: LIMITS.requestMs,
    http: { headersTimeout: LIMITS.headersMs, connectionsCheckingInterval: 2000 },
    rewriteUrl: ({ url = '/' }) =>
      isReadable(url) ? url : UNREADABLE[url.startsWith('/v1') ? 'v1' : 'root'],
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    exposeHeadRoutes: true,
    trustProxy:
      options.trustedProxies === ''
        ? false
        : options.trustedProxies.split(',').map((network) => network.trim()),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, log),
    // Longer than any address that the parser lets through: an id of any length is answered in our own form.
    routerOptions: { maxParamLength: 65_536 },
  }) as unknown as FastifyInstance

  app.setValidatorCompiler(createValidation())
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.decorateRequest('holder', null)
  app.decorateRequest('metered', null)
  app.decorateRequest('bodyText', '')
  app.decorateRequest('startedAtMs', 0)
  app.setErrorHandler(createErrorHandler(services.metering, log))
  const life = { draining: false, lastRequestMs: 0 }
  // The hooks that every request passes are not async: each promise would cost it more than the hook itself.
  app.addHook('onRequest', (request, _reply, done) => {
    life.lastRequestMs = performance.now()
    request.startedAtMs = life.lastRequestMs
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    setHeaders(request, reply)
    // Node disconnects a client that takes nothing of its answer for so long, and starts the count again while it takes something.
    reply.raw.setTimeout(LIMITS.stalledMs)
    if (life.draining) reply.header('connection', 'close')
    const answered = () =>
      options.onAnswer(
        request.routeOptions.url ?? 'unknown',
        reply.statusCode,
        performance.now() - request.startedAtMs,
      )
    // A whole answer leaves at once; only of one that is streamed the end is far enough away to wait for it.
    if (payload instanceof Readable) reply.raw.once('finish', answered)
    else answered()
    done(null, payload)
  })
  answerEveryExpectation(app)
  readJsonBodies(app)
  await registerOpenApi(app)

  // Within a context of its own, so that the key is asked for before the route is looked for: whoever has none does not
  // learn which routes there are.
  await app.register(
    async (v1) => {
      v1.addHook('onRequest', (request, _reply, done) => {
        if (request.routeOptions.config.route?.kind === 'public') return done()
        const unsure = byKey(request)
        if (!unsure) return done()
        void whenSure(unsure, done)
      })
      v1.setNotFoundHandler(unknownRoute)
      for (const route of [...metaRoutes(v1, options), ...routes]) registerRoute(v1, route, services, byKey)
    },
    { prefix: '/v1' },
  )
  // The two documents that need no key are also found at the root, where tools look for them first.
  await app.register(async (root) => {
    root.addHook('onRoute', hide)
    for (const route of metaRoutes(app, options)) registerRoute(root, route, services, byKey)
  })
  await registerReference(app)
  await app.register(async (own) => {
    own.addHook('onRoute', hide)
    await registerOwnCalls(own, options.dashboard, { routes, services })
    await registerPages(own, { folder: options.pages, onPage: options.dashboard.sessions.warm })
  })
  app.setNotFoundHandler(unknownRoute)
  return Object.assign(app, {
    drain: async () => {
      life.draining = true
      if (performance.now() - life.lastRequestMs > QUIET_LOOKS * LOOK_MS) return
      const untilMs = performance.now() + LONGEST_DRAIN_MS
      // By looks and not by the clock: after a process stood still, what came meanwhile is read between two of them.
      for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() < untilMs; ) {
        const lastMs = life.lastRequestMs
        await wait(LOOK_MS)
        quiet = life.lastRequestMs === lastMs ? quiet + 1 : 0
      }
    },
  })
}

/** Node would answer an expectation that it does not know by itself, without our envelope. */
function answerEveryExpectation(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** Out of the public description. */
function hide(route: RouteOptions): void {
  route.schema = { ...route.schema, hide: true }
}

/** The router would answer an address that cannot be decoded by itself: before the key is asked for, and not in our form. */
const UNREADABLE = { v1: '/v1/unreadable', root: '/unreadable' } as const

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  const [path = ''] = url.split('?')
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

async function whenSure(unsure: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await unsure
  } catch (error) {
    return done(error as Error)
  }
  return done()
}

function unknownRoute(request: { method: string; originalUrl: string }): never {
  const [path = ''] = request.originalUrl.split('?')
  throw invalid(`There is no ${request.method} ${path.slice(0, 200)}. See /openapi.json for the routes.`)
}

/** As Fastify's own, but the text stays at hand for the comparison under an Idempotency-Key. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.bodyText = body as string
    void parse(request, body as string, done)
  })
}
