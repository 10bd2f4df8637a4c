import { Type } from 'typebox'
import type { Reads } from '../db/replica/reads.ts'
import { readJobFacts } from '../jobs/facts.ts'
import { LIMITS } from '../kernel/limits.ts'
import { memberRoute, type OwnRoute } from './own-route.ts'

const Ids = Type.Object(
  { ids: Type.Array(Type.String({ maxLength: 64 }), { maxItems: LIMITS.page }) },
  { additionalProperties: false },
)

/** What jobs are about. A read with a body, because an address has no room for this many ids. */
export function jobFactsRoute(reads: Reads): OwnRoute {
  return memberRoute(
    { method: 'POST', path: '/jobs/facts', body: Ids, needs: 'viewer' },
    async ({ body }, { account }) => ({ body: { jobs: await readJobFacts(reads, account.no, body.ids) } }),
  )
}
