import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Pool } from '../db/pool.ts'
import type { AnswerAgent } from '../edge/agent-message.ts'
import type { LiveRoutes } from '../edge/live-routes.ts'
import type { Metering } from '../edge/metering.ts'
import type { RouteServices } from '../edge/serve.ts'
import { createValidation, type Part } from '../edge/validation.ts'
import type { MailConsent } from '../endpoints/consent.ts'
import type { AgentSignIn } from '../grants/sign-in.ts'
import { invalid } from '../kernel/errors.ts'
import { lastKnown } from '../kernel/last-known.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { UnaskedMail } from '../mail/unasked.ts'
import { createGiveBack } from '../ops/give-back-memory.ts'
import type { Tracing } from '../ops/tracing.ts'
import type { Answered } from '../requests/logged.ts'
import { networkOf } from '../sessions/network.ts'
import { answeredOf } from './answered.ts'
import { type Authenticate, authenticate, enter } from './auth.ts'
import './context.ts'
import { createCallLimit } from './call-limit.ts'
import { registerDocuments } from './documents.ts'
import { type DownloadsOptions, registerDownloads } from './downloads.ts'
import { answerBrokenRequest, createErrorHandler } from './errors.ts'
import { requestIdOf, setHeaders } from './headers.ts'
import { registerMailPages } from './mail-pages.ts'
import { registerMcp } from './mcp.ts'
import { type MetaOptions, metaRoutes } from './meta.ts'
import { lookAtAskOf, registerOAuth } from './oauth.ts'
import { type Dashboard, registerOwnCalls } from './own-calls.ts'
import { requireLoopbackHost } from './own-host.ts'
import { isOpenedByPerson, type PagesOptions, registerPages, sendLostPage } from './pages.ts'
import { registerReceiptPages } from './receipt-pages.ts'
import { registerReference } from './reference.ts'
import { registerRoute } from './register.ts'
import { createHttpServer } from './server.ts'
import { cutStalledReaders } from './stalled-readers.ts'
import { traceRequests } from './trace-requests.ts'

export interface AppOptions extends Omit<MetaOptions, 'apiRoutes'> {
  log: Logger
  services: RouteServices
  routes: LiveRoutes
  /** Answers messages of the Model Context Protocol. */
  mcp: AnswerAgent
  dashboard: Dashboard
  /** For people who follow a link in a mail. */
  consent: MailConsent
  /** For shared receipts. */
  pool: Pool
  /** For people who want no mails that they did not ask for. */
  unasked: UnaskedMail
  /** The folder of the documentation. */
  docs: string
  downloads: DownloadsOptions
  /** The folder of the dashboard's files, and the operator's map. */
  pages: Omit<PagesOptions, 'onPage' | 'lookAtAsk'>
  /** Where agents sign in. */
  agents: AgentSignIn
  /** Whether only this machine reaches the server. Then it must be called by a loopback name. */
  isUnreachable: boolean
  /** Proxies trusted for the visitor's address; empty: none. */
  trustedProxies: string
  /** Null: off. */
  tracing: Tracing | null
  onAnswer: (route: string, status: number, tookMs: number) => void
  /** Every answer to a request with a key, for the log of its account. */
  record: (answered: Answered) => void
}

export interface App extends FastifyInstance {
  /** Called before closing: every answer asks its client to open a new connection. */
  drain(): Promise<void>
}

/** After this many checks without a request, every active client has been asked to reconnect. Idle clients are not waited for. */
const QUIET_LOOKS = 20
const LOOK_MS = 50
/** The longest wait for clients that keep their connection. */
const LONGEST_DRAIN_MS = 10_000

/** What needs no key, from one address: far above what a page loads, and enough for an office behind one address. */
const OPEN_READS = { perSec: 50, burst: 500 }

/** Anyone may ask for the status, so the database is not asked each time. */
const STATUS_MS = 1000

export async function createApp(options: AppOptions): Promise<App> {
  const { log, services } = options
  const app = newServer(options)
  const compile = createValidation()
  app.setValidatorCompiler<object>(({ schema, httpPart }) => compile(schema, httpPart as Part | undefined))
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  app.decorateRequest('holder', null)
  app.decorateRequest('person', null)
  app.decorateRequest('metered', null)
  app.decorateRequest('bodyText', '')
  app.decorateRequest('startedAtMs', 0)
  app.setErrorHandler(createErrorHandler(services.metering, log))
  const life = followRequests(app, options)
  if (options.tracing) traceRequests(app, options.tracing)
  answerEveryExpectation(app)
  cutStalledReaders(app.server, LIMITS.stalledMs, createGiveBack())
  readJsonBodies(app)
  const open = openParts(options)
  await registerApi(app, options, open)
  await registerPeoplesPages(app, options, open)
  return Object.assign(app, { drain: () => drain(life) })
}

function newServer({ log, trustedProxies }: AppOptions): FastifyInstance {
  return fastify({
    // Fastify's logger would listen to the end of every answer and make a child logger for every request, for nothing: we log
    // where things happen.
    logger: false,
    bodyLimit: LIMITS.bodyBytes,
    serverFactory: createHttpServer,
    rewriteUrl: ({ url = '/' }) =>
      isReadable(url) ? url : UNREADABLE[url.startsWith('/v1') ? 'v1' : 'root'],
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    exposeHeadRoutes: true,
    trustProxy: trustedProxies === '' ? false : trustedProxies.split(',').map((network) => network.trim()),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, log),
    // Longer than any address the parser accepts, so that an id of any length gets our own error.
    routerOptions: { maxParamLength: 65_536 },
  })
}

/** What draining needs to know. */
interface Life {
  draining: boolean
  lastRequestMs: number
}

/** Hooks that run for every request are not async: a promise would cost more than the hook itself. */
function followRequests(
  app: FastifyInstance,
  { services, onAnswer, record, isUnreachable }: AppOptions,
): Life {
  const life: Life = { draining: false, lastRequestMs: Number.NEGATIVE_INFINITY }
  const answered = ({ routeOptions, startedAtMs }: FastifyRequest, { statusCode }: FastifyReply) =>
    onAnswer(routeOptions.url ?? 'unknown', statusCode, performance.now() - startedAtMs)
  const left = ({ metered }: FastifyRequest) => {
    if (metered) services.metering.leave(metered)
  }
  app.addHook('onRequest', (request, reply, done) => {
    // The connection was refused before the rest of this request arrived. Nobody would get the answer, so nothing is done.
    if (!request.raw.socket.writable) {
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    life.lastRequestMs = performance.now()
    request.startedAtMs = life.lastRequestMs
    services.freeWork.noteRequest()
    if (isUnreachable) requireLoopbackHost(request.headers)
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    setHeaders(request, reply)
    const logged = answeredOf(request, reply, payload)
    if (logged) record(logged)
    if (life.draining) reply.header('connection', 'close')
    // A complete answer leaves at once; only streamed answers need waiting for their end.
    if (payload instanceof Readable && !reply.raw.destroyed) {
      reply.raw.once('finish', () => answered(request, reply))
      reply.raw.once('close', () => left(request))
    } else {
      answered(request, reply)
      left(request)
    }
    done(null, payload)
  })
  return life
}

/** What needs no key is served below `/v1` and at the root. */
interface OpenParts {
  /** Refuses a network that asks too often. */
  count(request: FastifyRequest): void
  meta: MetaOptions
  byKey: Authenticate
}

function openParts(options: AppOptions): OpenParts {
  const reads = createCallLimit(OPEN_READS)
  return {
    count: ({ ip }) => reads.count(networkOf(ip)),
    meta: {
      ...options,
      apiRoutes: options.routes.all,
      databaseUp: lastKnown(options.databaseUp, false, STATUS_MS),
    },
    byKey: (request) => authenticate(options.services.keyRing, request),
  }
}

/** What programs call: the routes, the public documents and the tools for agents. */
async function registerApi(app: FastifyInstance, options: AppOptions, open: OpenParts): Promise<void> {
  const { services, routes } = options
  const { byKey, meta } = open
  // In its own context, so that the key is checked before the route: without a key nobody learns which routes exist.
  await app.register(
    async (v1) => {
      v1.addHook('onRequest', (request, _reply, done) => {
        if (request.routeOptions.config.route?.kind === 'public') {
          open.count(request)
          return done()
        }
        const unsure = byKey(request)
        if (unsure) void whenSure(unsure, request, services.metering, done)
        else enterOrWait(request, services.metering, done)
      })
      v1.setNotFoundHandler(unknownRoute)
      for (const route of [...metaRoutes(meta), ...routes.all()])
        registerRoute(v1, route, services, byKey, routes)
    },
    { prefix: '/v1' },
  )
  await app.register(async (agents) => {
    registerMcp(agents, {
      answer: options.mcp,
      services,
      publicUrl: options.dashboard.publicUrl,
      issuerOf: options.agents.issuerOf,
      enter: (request, done) => enterOrWait(request, services.metering, done),
    })
  })
}

/** What people open: the dashboard, the links in mails, and what anyone may read. */
async function registerPeoplesPages(
  app: FastifyInstance,
  options: AppOptions,
  open: OpenParts,
): Promise<void> {
  const { routes, services } = options
  await app.register(async (own) => {
    await registerOwnCalls(own, options.dashboard, { routes, services })
    await registerMailPages(own, options.consent, options.unasked)
    await registerReceiptPages(own, { pool: options.pool, freeWork: services.freeWork })
    registerOAuth(own, options.agents, options.log)
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', (request, _reply, done) => {
      open.count(request)
      done()
    })
    // The two public documents are also served at the root, where tools look for them first.
    const wellKnown = routes.all().filter(({ path }) => path.startsWith('/.well-known/'))
    for (const route of [...metaRoutes(open.meta), ...wellKnown])
      registerRoute(scope, route, services, open.byKey, routes)
    await registerReference(scope)
    await registerDocuments(scope, options.docs)
    await registerDownloads(scope, options.downloads)
    await registerPages(scope, {
      ...options.pages,
      onPage: options.dashboard.sessions.warm,
      lookAtAsk: lookAtAskOf(options.agents, options.log),
    })
  })
  app.setNotFoundHandler(async (request, reply) => {
    open.count(request)
    return isOpenedByPerson(request) ? sendLostPage(options.pages, reply) : unknownRoute(request)
  })
}

/** Waits until no request has come for a while. */
async function drain(life: Life): Promise<void> {
  life.draining = true
  if (performance.now() - life.lastRequestMs > QUIET_LOOKS * LOOK_MS) return
  const untilMs = performance.now() + LONGEST_DRAIN_MS
  // Counts checks instead of time: after a pause of the process, pending requests are read between two checks.
  for (let quiet = 0; quiet < QUIET_LOOKS && performance.now() < untilMs; ) {
    const lastMs = life.lastRequestMs
    await wait(LOOK_MS)
    quiet = life.lastRequestMs === lastMs ? quiet + 1 : 0
  }
}

/** Node would answer an unknown `Expect` header itself, without our error envelope. */
function answerEveryExpectation(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
}

/** The router would answer an address that cannot be decoded itself: before the key check and without our error envelope. */
const UNREADABLE = { v1: '/v1/unreadable', root: '/unreadable' } as const

function isReadable(url: string): boolean {
  if (!url.includes('%')) return true
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path).startsWith('/')
  } catch {
    return false
  }
}

async function whenSure(
  unsure: Promise<void>,
  request: FastifyRequest,
  metering: Metering,
  done: (error?: Error) => void,
): Promise<void> {
  try {
    await unsure
  } catch (error) {
    return done(error as Error)
  }
  return enterOrWait(request, metering, done)
}

/** Refusals are sent a little late, so that a client that repeats them in a loop keeps the process busy for nobody else. */
const REFUSAL_MS = 25

function enterOrWait(request: FastifyRequest, metering: Metering, done: (error?: Error) => void): void {
  try {
    enter(request, metering)
  } catch (error) {
    setTimeout(done, REFUSAL_MS, error as Error)
    return
  }
  done()
}

function unknownRoute(request: { method: string; originalUrl: string }): never {
  const [path = ''] = request.originalUrl.split('?')
  throw invalid(`There is no ${request.method} ${path.slice(0, 200)}. See /openapi.json for the routes.`)
}

/** Like Fastify's own parser, but keeps the text to compare it under an Idempotency-Key. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients send the header with every call, also without a body.
    if (body === '') return done(null, undefined)
    request.bodyText = body as string
    void parse(request, body as string, done)
  })
}
