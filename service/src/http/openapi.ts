import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import { type Route, type RouteAnswer, TAGS } from '../edge/route.ts'
import { ErrorEnvelope } from '../edge/schemas.ts'
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { addExamples, readRecorded } from './examples/recorded.ts'
import { type JsonObject, named, plainSchema, shapeDocument } from './openapi-shape.ts'

export const API_VERSION = '1.0.0'

const DESCRIPTION = `What a hotel night costs, in money and in points: live rates and award availability from hotel chains' own
systems and from online travel agencies.

Every request under \`/v1\` carries the header \`x-api-key\`. Calls are metered in credits: the header
\`X-Credits-Charged\` of each answer says what it cost, and equals the line written to your usage. Answers from the cache
cost a quarter of a live one. Errors cost nothing.`

/** Why each code is answered, in the words that the reference shows. */
const ERROR_TEXT: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'The request is malformed, misses a limit, or names a route or an id that does not exist.',
  auth_failed: 'The API key is missing, malformed, revoked or unknown.',
  hotel_not_found: 'The source does not know the property.',
  quota_exceeded:
    'The credits of the period are spent, or what is left does not cover the worst case of this call.',
  rate_limited: "Over the plan's requests per second; wait for `Retry-After`.",
  source_unavailable:
    'A source refused or broke, or the service itself could not complete the request. Try again in a few seconds.',
  upstream_timeout: 'The source did not answer in time.',
}

const COMMON_HEADERS = {
  'X-Request-Id': {
    type: 'string',
    description: 'Your own request id if you sent a well-formed one, else ours.',
  },
  'X-Credits-Charged': { type: 'number', description: 'What this answer cost, in credits.' },
}

const KEYED_HEADERS = {
  ...COMMON_HEADERS,
  'X-Credits-Remaining': { type: 'number', description: 'What is left of the period’s allowance.' },
  'RateLimit-Limit': { type: 'integer', description: 'Requests per second of the account.' },
  'RateLimit-Remaining': { type: 'integer', description: 'How many are left in this second.' },
  'RateLimit-Reset': { type: 'integer', description: 'Seconds until the limit is whole again.' },
}

const REPLAY_HEADER = {
  'Idempotent-Replay': {
    type: 'boolean',
    description: 'Only there, and true, where an earlier answer came back for its Idempotency-Key.',
  },
}

const RETRY_AFTER = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait, where it is known.' },
}

/** The errors that a route of this kind can answer, one entry per HTTP status. */
function errorAnswers(route: Route): Record<string, unknown> {
  const codes: ErrorCode[] = ['invalid_request', 'source_unavailable']
  if (route.kind !== 'public') codes.push('auth_failed', 'rate_limited')
  if (route.kind === 'billable' || (route.kind === 'free' && !route.exempt)) codes.push('quota_exceeded')
  if (route.kind === 'billable') codes.push('hotel_not_found', 'upstream_timeout')
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code])
  const headers = route.kind === 'public' ? COMMON_HEADERS : KEYED_HEADERS
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${ERROR_TEXT[code]}`).join('\n\n'),
        headers: status === 429 || status === 503 ? { ...headers, ...RETRY_AFTER } : headers,
        content: { 'application/json': { schema: { $ref: 'Error#' } } },
      },
    ]),
  )
}

const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description:
        'A key of your own for this request. Sent again with the same body within 24 hours, the first answer comes back, at no charge.',
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyLength,
    }),
  ),
})

const Quote = Type.Object(
  {
    quote: Type.Object(
      {
        credits_min: Type.Number({ description: 'The charge if every unit that needs a source failed.' }),
        credits_max: Type.Number({ description: 'The worst case: what would be held before the call.' }),
        cached: Type.Integer({ description: 'Units that the store holds, at a quarter of the price.' }),
        live: Type.Integer({ description: 'Units that a source would be asked for.' }),
        free: Type.Integer({ description: 'Units that cost nothing.' }),
      },
      { description: 'Units are those of the endpoint: shops, nights, rows or cells.' },
    ),
  },
  { $id: 'Quote', description: 'The answer to `dry_run`.' },
)

function typeName({ operationId }: Route): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1)
}

/** The bodies that a status can have, by media type, under a name. Whatever can be quoted may also answer with the quote. */
function contentOf(route: Route, status: string, { schema, types }: RouteAnswer): JsonObject {
  const plain = plainSchema(schema)
  const quoted = route.kind === 'billable' && route.body !== undefined && status === '200' && schema !== Quote
  if (types) {
    const files = types.map((type) => [type, { schema: plain }])
    const quote = quoted && { 'application/json': { schema: plainSchema(Quote) } }
    return { ...Object.fromEntries(files), ...quote } as JsonObject
  }
  const answer = named(plain, typeName(route) + (status === '200' ? 'Response' : `Response${status}`))
  return { 'application/json': { schema: quoted ? { anyOf: [answer, plainSchema(Quote)] } : answer } }
}

function headersOf(route: Route, { headers = {} }: RouteAnswer): Record<string, object> {
  const own = Object.entries(headers).map(([name, description]) => [name, { type: 'string', description }])
  return {
    ...(route.kind === 'public' ? COMMON_HEADERS : KEYED_HEADERS),
    ...(isIdempotent(route) && REPLAY_HEADER),
    ...(Object.fromEntries(own) as Record<string, object>),
  }
}

function isIdempotent(route: Route): boolean {
  return route.kind !== 'public' && route.method === 'POST'
}

/** What answers with a job, or with something else that comes later, answers with a quote when it is asked for one. */
function answersOf(route: Route): Route['answers'] {
  const quotesOnly = route.kind === 'billable' && route.body !== undefined && !route.answers[200]
  const quote = { description: 'What it would cost: the answer to `dry_run`.', schema: Quote }
  return quotesOnly ? { 200: quote, ...route.answers } : route.answers
}

/** A parameter that nobody knows is a mistake of the caller's, on every route. */
const NO_QUERY = Type.Object({}, { additionalProperties: false })

export function documentRoute(route: Route): FastifySchema {
  const answers = Object.entries(answersOf(route)).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      headers: headersOf(route, answer),
      content: contentOf(route, status, answer),
    },
  ])
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.params && { params: route.params }),
    querystring: route.query ?? NO_QUERY,
    ...(route.body && { body: named(route.body, `${typeName(route)}Request`) }),
    ...(isIdempotent(route) && { headers: IdempotencyHeader }),
    ...(route.kind === 'public' && { security: [] }),
    // For clients: whether a call whose answer was lost may have been charged.
    ...(route.kind === 'billable' && { 'x-billable': true }),
    response: { ...Object.fromEntries(answers), ...errorAnswers(route) },
  }
}

/** The document as tools read it: shapes by name, and beside each the calls that were recorded. */
function finish(document: JsonObject): JsonObject {
  const shaped = shapeDocument(document)
  return { ...shaped, paths: addExamples(shaped['paths'] as JsonObject, readRecorded()) }
}

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  app.addSchema(ErrorEnvelope)
  await app.register(swagger, {
    stripBasePath: true,
    transformObject: (made) =>
      'openapiObject' in made ? finish(made.openapiObject as unknown as JsonObject) : made.swaggerObject,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vacancy',
        version: API_VERSION,
        description: DESCRIPTION,
      },
      servers: [{ url: '/v1', description: 'This server' }],
      security: [{ apiKey: [] }],
      tags: TAGS.map(({ name, description }) => ({ name, description })),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description:
              'For server-side code only. Keys are created per account; five may be active at once.',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `Schema${index}`,
    },
  })
}
