import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '../accounts/key-ring.ts'
import { FILE_TYPE } from '../cells/files.ts'
import type { LiveRoutes } from '../edge/live-routes.ts'
import type { MeteredRequest } from '../edge/metering.ts'
import type { Repeat } from '../edge/repeats.ts'
import type { Route, Visitor } from '../edge/route.ts'
import { type Call, type RouteServices, serve } from '../edge/serve.ts'
import type { Served } from '../edge/served.ts'
import type { Part } from '../edge/validation.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { networkOf } from '../sessions/network.ts'
import type { Authenticate } from './auth.ts'
import { requestSchemas, routerPath } from './openapi.ts'

/** Turns a route into a handler, by kind of route. */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  services: RouteServices,
  authenticate: Authenticate,
  live: LiveRoutes,
): void {
  const nothingRequired = route.body !== undefined && requiredOf(route.body).length === 0
  const url = routerPath(route.path)
  if (route.kind === 'public') allowReads(app, url, route)
  app.route({
    method: route.method,
    url,
    schema: requestSchemas(route),
    config: { route },
    validatorCompiler: ({ schema, httpPart }) => live.validate(route, httpPart as Part, schema as object),
    // HEAD must not cost anything, and a billable answer must be produced before its headers are known.
    exposeHeadRoute: route.kind !== 'billable' && !(route.kind === 'free' && route.paid),
    // A body without required fields may be omitted.
    ...(nothingRequired && { preValidation: assumeBody }),
    // Returns no promise: Fastify would wait for it too, which costs 8 of 90 µs for a small answer.
    handler: (request, reply) => {
      void answer(request, reply)
    },
  })

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    let served: Served | undefined
    try {
      served = await serve(live.now(route), callOf(request), services)
      const unsure = confirmKey(request, services.keyRing, authenticate)
      if (unsure) await unsure
      send(request, reply, served)
    } catch (error) {
      if (served) discard(served)
      reply.send(error)
    }
  }
}

/** LibreOffice asks for the options of a link first. Without an answer it would ask its user for a password. */
function allowReads(app: FastifyInstance, url: string, route: Route): void {
  app.options(url, { schema: { hide: true }, config: { route } }, (_request, reply) =>
    reply.code(204).header('allow', 'GET, HEAD').send(),
  )
}

function assumeBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body === undefined) request.body = {}
  done()
}

/**
 * A key may be revoked during a long request or a pause of the process. A charged answer is sent, because the ledger has
 * checked the key. Everything else needs a key that is still valid.
 */
export function confirmKey(
  request: FastifyRequest,
  keyRing: KeyRing,
  authenticate: Authenticate,
): Promise<void> | undefined {
  const { holder, metered } = request
  if (!holder || !metered || metered.charged > 0 || keyRing.trusts(holder)) return undefined
  return confirmAgain(request, metered, authenticate)
}

async function confirmAgain(
  request: FastifyRequest,
  metered: MeteredRequest,
  authenticate: Authenticate,
): Promise<void> {
  await authenticate(request)
  // Still the same request: it has been counted and its usage read.
  request.metered = metered
}

function repeatOf(request: FastifyRequest): Repeat | undefined {
  const key = request.headers['idempotency-key']
  const isCharged = request.routeOptions.config.route?.kind === 'billable'
  if (key === undefined || (request.method !== 'POST' && !isCharged)) return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > LIMITS.idempotencyKeyLength) {
    throw invalid(`The header Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyLength} characters.`)
  }
  const [endpoint = '', query = ''] = request.url.split('?')
  // A GET that is charged asks with its query.
  return { endpoint, key, bodyText: request.method === 'GET' ? query : request.bodyText }
}

function callOf(request: FastifyRequest): Call {
  const { params, query, body, id: requestId, holder, metered, person } = request
  // The schema has the defaults. Most calls without a body have neither field.
  const { dry_run: dryRun, max_credits: maxCredits } = (body ?? query ?? {}) as Partial<Quotable>
  return {
    asked: { params, query, body, requestId },
    by: holder && metered && { holder, metered, ...(person !== null && { person }) },
    ...(request.routeOptions.config.route?.kind === 'public' && { visitor: visitorOf(request) }),
    // A free read is never stored for a repeat.
    repeat: request.method === 'POST' || isBillable(request) ? repeatOf(request) : undefined,
    // What the page reads on its own is never sold, whatever the body says.
    dryRun: dryRun === true || metered?.isPageRead === true,
    maxCredits,
  }
}

export function visitorOf({ ip, method, headers }: FastifyRequest): Visitor {
  return {
    network: networkOf(ip),
    isHead: method === 'HEAD',
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
    takesGzip: takesGzip(headers),
  }
}

function isBillable({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.route?.kind === 'billable'
}

interface Quotable {
  dry_run: boolean
  max_credits: number
}

export function send(request: FastifyRequest, reply: FastifyReply, served: Served): FastifyReply {
  const { status, headers } = served
  const body = served.body.bytes()
  reply.code(status).type('application/json; charset=utf-8')
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  if (!(body instanceof Readable) || isPacked(headers) || !takesGzip(request.headers)) return reply.send(body)
  // Only streams are large enough to compress. Each end must close the other: a bare pipe would leave a failed read without a
  // listener, and an abandoned read open.
  const zipped = pipeline(body, createGzip({ level: 1 }), () => {})
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(zipped)
}

/** A file that is not sent would else stay open, and its account could read no other. */
function discard({ body }: Served): void {
  const bytes = body.bytes()
  if (bytes instanceof Readable) bytes.destroy()
}

/** Workbooks are compressed already. */
function isPacked({ 'content-type': type = '' }: Served['headers']): boolean {
  return type === FILE_TYPE.xlsx
}

function takesGzip({ 'accept-encoding': accepted = '' }: FastifyRequest['headers']): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)
}

/** The generic type says that a schema is always set. */
function requiredOf(body: { required?: readonly string[] }): readonly string[] {
  return body.required ?? []
}
