import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { Type } from 'typebox'
import type { Route } from '../edge/route.ts'
import { ErrorEnvelope } from '../edge/schemas.ts'
import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

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

const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Seconds to wait.' } }

/** The errors that a route of this kind can answer, one entry per HTTP status. */
function errorAnswers(route: Route): Record<string, unknown> {
  const codes: ErrorCode[] =
    route.kind === 'public'
      ? ['invalid_request', 'source_unavailable']
      : ['invalid_request', 'auth_failed', 'quota_exceeded', 'rate_limited', 'source_unavailable']
  if (route.kind === 'billable') codes.push('hotel_not_found', 'upstream_timeout')
  const byStatus = Map.groupBy(codes, (code) => ERROR_STATUS[code])
  const headers = route.kind === 'public' ? COMMON_HEADERS : KEYED_HEADERS
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${ERROR_TEXT[code]}`).join('\n\n'),
        headers: status === 429 ? { ...headers, ...RETRY_AFTER } : headers,
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

export function documentRoute(route: Route): FastifySchema {
  const headers = route.kind === 'public' ? COMMON_HEADERS : KEYED_HEADERS
  const answers = Object.entries(route.answers).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      headers,
      content: Object.fromEntries(
        (answer.types ?? ['application/json']).map((type) => [
          type,
          { schema: answer.schema, ...(answer.example !== undefined && { example: answer.example }) },
        ]),
      ),
    },
  ])
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    ...(route.params && { params: route.params }),
    ...(route.query && { querystring: route.query }),
    ...(route.body && { body: route.body }),
    ...(route.kind === 'billable' && route.method === 'POST' && { headers: IdempotencyHeader }),
    ...(route.kind === 'public' && { security: [] }),
    response: { ...Object.fromEntries(answers), ...errorAnswers(route) },
  }
}

export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  app.addSchema(ErrorEnvelope)
  await app.register(swagger, {
    stripBasePath: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vacancy',
        version: API_VERSION,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0' },
      },
      servers: [{ url: '/v1', description: 'This server' }],
      security: [{ apiKey: [] }],
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
