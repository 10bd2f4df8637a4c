import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { MatrixCell } from '../../src/cells/cell.ts'
import type { Pool } from '../../src/db/pool.ts'
import { plainSchema } from '../../src/http/openapi-shape.ts'
import { JobSchema } from '../../src/jobs/job.ts'
import { sentEvents } from '../../src/webhooks/sent-schemas.ts'
import { closed } from './documented.ts'

/** Every event that was made, of types that begin like this, must be what the OpenAPI document says of its type, without a field more. */
export async function expectDocumentedEvents(pool: Pool, beginning = ''): Promise<void> {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const events = sentEvents({ cell: MatrixCell, job: JobSchema })
  const checks = new Map(
    events.map(({ type, schema }) => [type as string, ajv.compile(closed(plainSchema(schema)) as object)]),
  )
  const { rows } = await pool.query<{ body: string }>(
    "select convert_from(body, 'UTF8') as body from events where starts_with(type, $1)",
    [beginning],
  )
  const problems = rows.flatMap(({ body }) => {
    const event: unknown = JSON.parse(body)
    const { type } = event as { type: string }
    const check = checks.get(type)
    if (!check) return [`there is no ${type}`]
    if (check(event)) return []
    return (check.errors ?? []).map(({ instancePath, message, params }) =>
      [type, instancePath, message, JSON.stringify(params)].join(' '),
    )
  })
  expect([...new Set(problems)]).toEqual([])
}
