import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { storedBody } from '../edge/body.ts'
import { publicRoute, type Route } from '../edge/route.ts'
import { Timestamp } from '../edge/schemas.ts'
import { type Served, served } from '../edge/served.ts'
import { type DirectoryStatus, DirectoryStatusSchema } from '../hotels/directory/status.ts'
import { type MadePast, MadePastSchema } from '../observations/made-pasts.ts'
import { SourceStatusSchema, type SourceStatusView } from '../sources/describe.ts'
import { HEALTH_STATUSES, type HealthStatus } from '../sources/health.ts'
import { API_VERSION } from './openapi.ts'

const Status = Type.Object(
  {
    status: Type.Enum(HEALTH_STATUSES, { description: 'The service as a whole.' }),
    version: Type.String({ description: 'The version of the API.' }),
    time: Timestamp('The time on this server.'),
    sources: Type.Array(SourceStatusSchema, { description: 'Chains first, then travel agencies.' }),
    directory: DirectoryStatusSchema,
    made_past: MadePastSchema,
  },
  { $id: 'Status' },
)

const NoQuery = Type.Object({}, { additionalProperties: false })

export interface MetaOptions {
  sources: () => SourceStatusView[]
  databaseUp: () => Promise<boolean>
  directory: () => Promise<DirectoryStatus>
  madePast: () => Promise<MadePast>
}

/** Routes that need no key. */
export function metaRoutes(
  app: FastifyInstance,
  { sources, databaseUp, directory, madePast }: MetaOptions,
): Route[] {
  let document: Served | undefined
  return [
    publicRoute(
      {
        method: 'GET',
        path: '/openapi.json',
        operationId: 'getOpenApi',
        tag: 'Account',
        summary: 'Get the OpenAPI document',
        description: 'Free; no key needed.',
        query: NoQuery,
        answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: Type.Object({}) } },
      },
      () => {
        // The same bytes for everybody: a text would be copied for each reader, and kept until the slowest one has it.
        document ??= {
          status: 200,
          headers: {},
          body: storedBody(Buffer.from(JSON.stringify(app.swagger()))),
        }
        return document
      },
    ),
    publicRoute(
      {
        method: 'GET',
        path: '/status.json',
        operationId: 'getStatus',
        tag: 'Account',
        summary: 'Get the status of the service and its sources',
        description: 'Free; no key needed.',
        query: NoQuery,
        answers: { 200: { description: 'The current status.', schema: Status } },
      },
      async () => {
        const list = sources()
        return served({
          status: overall(await databaseUp(), list),
          version: API_VERSION,
          time: new Date().toISOString(),
          sources: list,
          directory: await directory(),
          made_past: await madePast(),
        })
      },
    ),
  ]
}

/** Without the database nothing works; a failing source affects only itself. */
function overall(databaseUp: boolean, sources: SourceStatusView[]): HealthStatus {
  if (!databaseUp) return 'down'
  return sources.every(({ status }) => status === 'up') ? 'up' : 'degraded'
}
