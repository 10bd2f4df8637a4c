import { ActsQuery, pageOfActs } from '../audit/routes.ts'
import type { Pool } from '../db/pool.ts'
import { memberRoute, type OwnRoute } from './own-route.ts'

/** The audit log without choosing a key. */
export function auditRoutes(pool: Pool): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/audit', query: ActsQuery }, async ({ query }, { account }) => ({
      body: await pageOfActs(pool, account.no, query),
    })),
  ]
}
