import { Type } from 'typebox'
import { answerPacked, type Packed, packed } from '../edge/packed.ts'
import { publicRoute, type Route } from '../edge/route.ts'
import { Timestamp } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { type DirectoryStatus, DirectoryStatusSchema } from '../hotels/directory/status.ts'
import { VERSION } from '../kernel/version.ts'
import { type MadePast, MadePastSchema } from '../observations/made-pasts.ts'
import { SourceStatusSchema, type SourceStatusView } from '../sources/describe.ts'
import { HEALTH_STATUSES, type HealthStatus } from '../sources/health.ts'
import type { SentEvent } from '../webhooks/sent-schemas.ts'
import { openApiOf } from './openapi.ts'

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
  /** All routes but these, as they are now. */
  apiRoutes: () => readonly Route[]
  sources: () => SourceStatusView[]
  databaseUp: () => Promise<boolean>
  directory: () => Promise<DirectoryStatus>
  madePast: () => Promise<MadePast>
  /** What webhooks are sent. */
  events: readonly SentEvent[]
  /** Where people reach this server; empty if that is not set. */
  publicUrl: string
}

/** Routes that need no key. */
export function metaRoutes(options: MetaOptions): Route[] {
  const { apiRoutes, sources, databaseUp, directory, madePast, events, publicUrl } = options
  let made: { of: readonly Route[]; document: Promise<Packed> } | undefined
  const makeDocument = async (of: readonly Route[]): Promise<Packed> =>
    packed(Buffer.from(JSON.stringify(await openApiOf([...meta, ...of], { events, publicUrl }))))
  const meta = [
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
      async (_asked, visitor) => {
        const of = apiRoutes()
        // The same bytes for everybody: a text would be copied for each reader, and kept until the slowest one has it.
        if (made?.of !== of) made = { of, document: makeDocument(of) }
        return answerPacked(await made.document, visitor)
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
          version: VERSION,
          time: new Date().toISOString(),
          sources: list,
          directory: await directory(),
          made_past: await madePast(),
        })
      },
    ),
  ]
  return meta
}

/** Without the database nothing works; a failing source affects only itself. */
function overall(databaseUp: boolean, sources: SourceStatusView[]): HealthStatus {
  if (!databaseUp) return 'down'
  return sources.every(({ status }) => status === 'up') ? 'up' : 'degraded'
}
