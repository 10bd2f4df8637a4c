import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { served } from '../billing/sale.ts'
import { publicRoute, type Route } from '../edge/route.ts'
import { Timestamp } from '../edge/schemas.ts'
import { API_VERSION } from './openapi.ts'

/** How a source is doing, as `/status.json` shows it. */
export interface SourceStatus {
  id: string
  status: 'up' | 'degraded' | 'down'
  latency_ms: number | null
  error_share: number
  checked_at: string | null
}

const State = (description: string) => Type.Enum(['up', 'degraded', 'down'], { description })

const Status = Type.Object(
  {
    status: State('The service as a whole.'),
    version: Type.String(),
    time: Timestamp('By the clock of this process.'),
    sources: Type.Array(
      Type.Object({
        id: Type.String(),
        status: State('From the calls of the last minutes.'),
        latency_ms: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Median; null before the first call.',
        }),
        error_share: Type.Number({ description: 'Failed calls, from 0 to 1.', minimum: 0, maximum: 1 }),
        checked_at: Type.Union([Timestamp('When the source last answered or failed.'), Type.Null()]),
      }),
    ),
  },
  { $id: 'Status' },
)

const NoQuery = Type.Object({}, { additionalProperties: false })

export interface MetaOptions {
  sources: () => SourceStatus[]
  databaseUp: () => Promise<boolean>
}

/** What can be read without a key. */
export function metaRoutes(app: FastifyInstance, { sources, databaseUp }: MetaOptions): Route[] {
  let document: string | undefined
  return [
    publicRoute(
      {
        method: 'GET',
        path: '/openapi.json',
        operationId: 'getOpenApi',
        tag: 'Account',
        summary: 'This description, for machines',
        description: 'Free; no key needed.',
        query: NoQuery,
        answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: Type.Object({}) } },
      },
      () => {
        document ??= JSON.stringify(app.swagger())
        return { status: 200, headers: {}, body: document }
      },
    ),
    publicRoute(
      {
        method: 'GET',
        path: '/status.json',
        operationId: 'getStatus',
        tag: 'Account',
        summary: 'How the service and its sources are doing',
        description: 'Free; no key needed.',
        query: NoQuery,
        answers: { 200: { description: 'The state right now.', schema: Status } },
      },
      async () => {
        const list = sources()
        return served({
          status: overall(await databaseUp(), list),
          version: API_VERSION,
          time: new Date().toISOString(),
          sources: list,
        })
      },
    ),
  ]
}

/** Without the database nothing works; a source that is away takes only itself out. */
function overall(databaseUp: boolean, sources: SourceStatus[]): SourceStatus['status'] {
  if (!databaseUp) return 'down'
  return sources.every(({ status }) => status === 'up') ? 'up' : 'degraded'
}
