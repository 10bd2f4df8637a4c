import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KeyRing } from '../accounts/key-ring.ts'
import { deprecationOf } from '../edge/deprecation.ts'
import type { MeteredRequest, Metering } from '../edge/metering.ts'
import type { Repeat } from '../edge/repeats.ts'
import type { BillableRoute, Caller, FreeRoute, PublicRoute, Route, RouteInput } from '../edge/route.ts'
import type { Give, Sell } from '../edge/sale.ts'
import type { Served } from '../edge/served.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Authenticate } from './auth.ts'
import { documentRoute } from './openapi.ts'

export interface RouteServices {
  keyRing: KeyRing
  metering: Metering
  sell: Sell
  give: Give
}

/** Turns a route into a handler, by kind of route. */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  services: RouteServices,
  authenticate: Authenticate,
): void {
  const deprecation = deprecationOf(route)
  const nothingRequired = route.body !== undefined && requiredOf(route.body).length === 0
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: documentRoute(route),
    config: { route },
    // HEAD must not cost anything, and a billable answer must be produced before its headers are known.
    exposeHeadRoute: route.kind !== 'billable',
    // A body without required fields may be omitted.
    ...(nothingRequired && { preValidation: assumeBody }),
    ...(deprecation && {
      onSend: (request, reply, payload, done) => {
        reply.headers(deprecation(request))
        done(null, payload)
      },
    }),
    handler: async (request, reply) => {
      const served = await serve(route, request, services)
      await confirmKey(request, services.keyRing, authenticate)
      return send(request, reply, served)
    },
  })
}

function assumeBody(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.body === undefined) request.body = {}
  done()
}

/**
 * A key may be revoked during a long request or a pause of the process. A charged answer is sent, because the ledger has
 * checked the key. Everything else needs a key that is still valid.
 */
async function confirmKey(
  request: FastifyRequest,
  keyRing: KeyRing,
  authenticate: Authenticate,
): Promise<void> {
  const { holder, metered } = request
  if (!holder || !metered || metered.charged > 0 || keyRing.trusts(holder)) return
  await authenticate(request)
  // Still the same request: it has been counted and its usage read.
  request.metered = metered
}

async function serve(route: Route, request: FastifyRequest, services: RouteServices): Promise<Served> {
  switch (route.kind) {
    case 'public':
      return servePublic(route, request)
    case 'free':
      return serveFree(route, request, services)
    case 'billable':
      return serveBillable(route, request, services)
  }
}

async function servePublic(route: PublicRoute, request: FastifyRequest): Promise<Served> {
  return route.handle(asked(request))
}

async function serveFree(
  route: FreeRoute,
  request: FastifyRequest,
  { metering, give }: RouteServices,
): Promise<Served> {
  const repeat = repeatOf(request)
  if (repeat) {
    return give(meteredOf(request), repeat, async (keepWith) =>
      route.handle(asked(request), callerOf(request), keepWith),
    )
  }
  await metering.admit(meteredOf(request), { exempt: route.exempt })
  if (route.method === 'POST' || route.method === 'PATCH') await metering.countWrite(meteredOf(request))
  return route.handle(asked(request), callerOf(request), async () => {})
}

async function serveBillable(
  route: BillableRoute,
  request: FastifyRequest,
  { sell }: RouteServices,
): Promise<Served> {
  // The schema has the defaults. Calls without a body have neither field.
  const { dry_run: dryRun, max_credits: maxCredits } = (request.body ?? {}) as Partial<Quotable>
  return sell({
    usage: route.usage,
    large: route.large,
    metered: meteredOf(request),
    dryRun: dryRun === true,
    maxCredits,
    repeat: repeatOf(request),
    plan: () => route.plan(asked(request), callerOf(request)),
  })
}

interface Quotable {
  dry_run: boolean
  max_credits: number
}

function repeatOf(request: FastifyRequest): Repeat | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method !== 'POST') return undefined
  if (typeof key !== 'string' || key.length === 0 || key.length > LIMITS.idempotencyKeyLength) {
    throw invalid(`The header Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyLength} characters.`)
  }
  const [endpoint = ''] = request.url.split('?')
  return { endpoint, key, bodyText: request.bodyText }
}

function asked(request: FastifyRequest): RouteInput {
  return { params: request.params, query: request.query, body: request.body, requestId: request.id }
}

function callerOf(request: FastifyRequest): Caller {
  if (!request.holder) throw new Error('a route for key holders was reached without a key')
  return { holder: request.holder, ...(request.person !== null && { person: request.person }) }
}

function meteredOf(request: FastifyRequest): MeteredRequest {
  if (!request.metered) throw new Error('a route for key holders was reached without a key')
  return request.metered
}

function send(request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Served): FastifyReply {
  reply.code(status).type('application/json; charset=utf-8')
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  if (!(body instanceof Readable) || !wantsGzip(request)) return reply.send(body)
  // Only streams are large enough to compress. Each end must close the other: a bare pipe would leave a failed read without a
  // listener, and an abandoned read open.
  const zipped = pipeline(body, createGzip({ level: 1 }), () => {})
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(zipped)
}

function wantsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '')
}

/** The generic type says that a schema is always set. */
function requiredOf(body: { required?: readonly string[] }): readonly string[] {
  return body.required ?? []
}
