import { ActsQuery, pageOfActs } from '../audit/routes.ts'
import type { Reads } from '../db/replica/reads.ts'
import { memberRoute, type OwnRoute } from './own-route.ts'

/** The audit log without choosing a key. */
export function auditRoutes(reads: Reads): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/audit', query: ActsQuery }, async ({ query }, { account }) => ({
      body: await pageOfActs(reads, account.no, query),
    })),
  ]
}
