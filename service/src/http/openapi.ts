import swagger from '@fastify/swagger'
import fastify, { type FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { type Route, type RouteAnswer, TAGS } from '../edge/route.ts'
import { ErrorEnvelope, UpstreamSchema } from '../edge/schemas.ts'
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { VERSION } from '../kernel/version.ts'
import type { SentEvent } from '../webhooks/sent-schemas.ts'
import { addExamples } from './examples/illustrate.ts'
import { readRecorded } from './examples/recorded.ts'
import { hoistHeaders, type JsonObject, named, plainSchema, shapeDocument } from './openapi-shape.ts'
import { addWebhooks } from './openapi-webhooks.ts'

const DESCRIPTION = `What a hotel night costs, in money and in points: live rates and award availability from hotel chains and
online travel agencies.

Send your API key in the header \`x-api-key\`. Calls are metered in credits: the header \`X-Credits-Charged\` of each
answer says what it cost, and matches the line in your usage. A cached answer costs a quarter of a live one. Errors are free.`

/** The meaning of each code, for the API reference. */
const ERROR_TEXT: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'The request is malformed, exceeds a limit, or names a route or an id that does not exist.',
  auth_failed: 'The API key is missing, malformed, revoked or unknown.',
  hotel_not_found: 'The source does not know the hotel.',
  quota_exceeded:
    'All credits of the period are used, or the remaining credits do not cover the worst case of this call.',
  rate_limited:
    'The account made more requests per second, or had more in flight, than its plan allows. Wait as long as `Retry-After` says.',
  source_unavailable:
    'A source refused or failed, or the service itself could not complete the request. Retry in a few seconds.',
  upstream_timeout: 'The source did not answer in time.',
}

const COMMON_HEADERS = {
  'X-Request-Id': {
    type: 'string',
    description: 'Your own request id if you sent a valid one, otherwise a new one.',
  },
  'X-Credits-Charged': { type: 'number', description: 'What this answer cost, in credits.' },
}

const KEYED_HEADERS = {
  ...COMMON_HEADERS,
  'X-Credits-Remaining': { type: 'number', description: 'Credits left in the period.' },
  'RateLimit-Limit': { type: 'integer', description: 'Requests per second of the account.' },
  'RateLimit-Remaining': { type: 'integer', description: 'Requests left right now.' },
  'RateLimit-Reset': { type: 'integer', description: 'Seconds until the full limit is available again.' },
}

const REPLAY_HEADER = {
  'Idempotent-Replay': {
    type: 'boolean',
    description:
      'Present and true if this is the stored answer to an earlier request with the same Idempotency-Key.',
  },
}

const RETRY_AFTER = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait, if known.' },
}

const ACCEPTED_HEADERS = {
  Location: {
    type: 'string',
    description: 'Where to follow the work: the job, the list of jobs or events, or the watch.',
  },
  'Retry-After': { type: 'integer', description: 'Seconds to wait before the first look.' },
}

/** The errors that a route of this kind can answer, one entry per HTTP status. */
function errorAnswers(route: Route): Record<string, unknown> {
  const codes: ErrorCode[] = ['invalid_request', 'source_unavailable', 'rate_limited']
  if (route.kind !== 'public') codes.push('auth_failed')
  if (route.kind === 'billable' || (route.kind === 'free' && !route.exempt)) codes.push('quota_exceeded')
  if (route.kind === 'billable' || route.namesHotel) codes.push('hotel_not_found')
  if (route.kind === 'billable' || (route.kind === 'free' && route.paid)) codes.push('upstream_timeout')
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code])
  const texts = [...byStatus].map(([status, group]) => [
    String(status),
    group.map((code) => `\`${code}\`: ${ERROR_TEXT[code]}`).join('\n\n'),
  ])
  // Without a valid key there is no account whose limits could be told.
  const isUnknown = (status: string) => route.kind === 'public' || status === String(ERROR_STATUS.auth_failed)
  return Object.fromEntries(
    [...texts, ...Object.entries(route.refusals ?? {})].map(([status = '', description]) => [
      status,
      {
        description,
        headers: {
          ...(isUnknown(status) ? COMMON_HEADERS : KEYED_HEADERS),
          ...((status === '429' || status === '503') && RETRY_AFTER),
        },
        content: { 'application/json': { schema: { $ref: 'Error#' } } },
      },
    ]),
  )
}

const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description:
        'Your own key for this request. Sending the same key and body again within 24 hours returns the first answer, free of charge.',
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyLength,
    }),
  ),
})

const Quote = Type.Object(
  {
    quote: Type.Object(
      {
        credits_min: Type.Number({ description: 'The charge if every live unit fails.' }),
        credits_max: Type.Number({ description: 'The worst case: what the call would reserve.' }),
        cached: Type.Integer({ description: 'Cached units, at a quarter of the price.' }),
        live: Type.Integer({ description: 'Units that have to be fetched from a source.' }),
        free: Type.Integer({ description: 'Units that are free.' }),
        upstream: Type.Optional(UpstreamSchema),
      },
      { description: 'Units are those of the endpoint: shops, nights, rows or cells.' },
    ),
  },
  { $id: 'Quote', description: 'The answer to `dry_run`.' },
)

function typeName({ operationId }: Route): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1)
}

/** The named bodies of a status, by media type. Routes with a dry run may also answer with a quote. */
function contentOf(route: Route, status: string, { schema, types }: RouteAnswer): JsonObject {
  const plain = plainSchema(schema)
  const quoted = isQuoted(route) && status === '200' && schema !== Quote
  if (types) {
    const files = types.map((type) => [type, { schema: plain }])
    const quote = quoted && { 'application/json': { schema: plainSchema(Quote) } }
    return { ...Object.fromEntries(files), ...quote } as JsonObject
  }
  const answer = named(plain, typeName(route) + (status === '200' ? 'Response' : `Response${status}`))
  return { 'application/json': { schema: quoted ? { oneOf: [answer, plainSchema(Quote)] } : answer } }
}

function isQuoted({ kind, body, query }: Route): boolean {
  return kind === 'billable' && (body !== undefined || query?.properties['dry_run'] !== undefined)
}

function headersOf(route: Route, status: string, { headers = {} }: RouteAnswer): Record<string, object> {
  const own = Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }])
  return {
    ...(route.kind === 'public' ? COMMON_HEADERS : KEYED_HEADERS),
    ...(isIdempotent(route) && REPLAY_HEADER),
    ...(status === '202' && ACCEPTED_HEADERS),
    ...(Object.fromEntries(own) as Record<string, object>),
  }
}

function isIdempotent(route: Route): boolean {
  return route.kind === 'billable' || (route.kind === 'free' && route.method === 'POST')
}

/** Routes that answer 201 or 202 answer a dry run with 200 and a quote. */
function answersOf(route: Route): Route['answers'] {
  const quotesOnly = isQuoted(route) && !route.answers[200]
  const quote = { description: 'The answer to `dry_run`: what the call would cost.', schema: Quote }
  return quotesOnly ? { 200: quote, ...route.answers } : route.answers
}

/** Unknown query parameters are refused on every route. */
const NO_QUERY = Type.Object({}, { additionalProperties: false })

/** What the router needs of a route: how to validate a request. The rest of its description is made for the document only. */
export function requestSchemas(route: Route): FastifySchema {
  return {
    ...(route.params && { params: route.params }),
    querystring: route.query ?? NO_QUERY,
    ...(route.body && { body: named(route.body, `${typeName(route)}Request`) }),
    ...(isIdempotent(route) && { headers: IdempotencyHeader }),
  }
}

function documentRoute(route: Route): FastifySchema {
  const answers = Object.entries(answersOf(route)).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      headers: headersOf(route, status, answer),
      // An answer without a body has no media type.
      ...(answer.types?.length === 0 ? { type: 'null' } : { content: contentOf(route, status, answer) }),
    },
  ])
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...requestSchemas(route),
    ...(route.kind === 'public' && { security: [] }),
    // Tells clients whether a call whose answer was lost may have been charged.
    ...(route.kind === 'billable' && { 'x-billable': true }),
    response: { ...Object.fromEntries(answers), ...errorAnswers(route) },
  }
}

/** Adds what webhooks are sent, named shapes and recorded examples to the document. */
function finish(document: JsonObject, events: readonly SentEvent[]): JsonObject {
  const shaped = shapeDocument(hoistHeaders(addWebhooks(document, events)))
  return { ...shaped, paths: addExamples(shaped['paths'] as JsonObject, readRecorded()) }
}

export interface DocumentParts {
  events: readonly SentEvent[]
  /** Empty if nobody has said where people reach this server. */
  publicUrl: string
}

/** The document of these routes. It is made by an application of its own, because the routes change with the sources. */
export async function openApiOf(
  routes: readonly Route[],
  { events, publicUrl }: DocumentParts,
): Promise<JsonObject> {
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.addSchema(ErrorEnvelope)
  await app.register(swagger, {
    stripBasePath: true,
    transform: ({ schema, url, route: { config } }) => ({
      url,
      schema: config?.route ? documentRoute(config.route) : (schema ?? {}),
    }),
    transformObject: (made) =>
      'openapiObject' in made
        ? finish(made.openapiObject as unknown as JsonObject, events)
        : made.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vacancy',
        version: VERSION,
        description: DESCRIPTION,
        // The operator is the contact; the software itself has none.
        contact: { name: 'The operator of this server' },
        license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: `${publicUrl.replace(/\/$/, '')}/v1`, description: 'This server' }],
      security: [{ apiKey: [] }],
      tags: TAGS.map(({ name, description }) => ({ name, description })),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description: 'For server-side code only. An account can have up to five active keys.',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `Schema${index}`,
    },
  })
  await app.register(
    async (v1) => {
      for (const route of routes) {
        const { method, path } = route
        v1.route({ method, url: routerPath(path), config: { route }, schema: {}, handler: () => undefined })
      }
    },
    { prefix: '/v1' },
  )
  await app.ready()
  const document = app.swagger() as unknown as JsonObject
  await app.close()
  return document
}

/** `/jobs/{id}` as the router writes it. */
export function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
