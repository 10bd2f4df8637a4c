import { Type } from 'typebox'
import { personOf, recordAct } from '../accounts/acts.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { type Drift, readDriftBody, readDrifts, readLearnt } from '../sources/drift/reports.ts'
import { learnAgain } from '../sources/drift/store.ts'

export interface DriftDeps {
  pool: Pool
  catalog: Catalog
}

const closed = { additionalProperties: false } as const
const No = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) }, closed)
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** What vendors have changed in the answers that are read. */
export function driftRoutes({ pool, catalog }: DriftDeps): OwnRoute[] {
  return [
    memberRoute({ method: 'GET', path: '/operator/drift', needs: 'operator' }, async () => {
      const [drifts, learnt] = await Promise.all([readDrifts(pool, null), readLearnt(pool)])
      const names = new Map(catalog.sources.map(({ id, name }) => [id, name]))
      const named = <Row extends { source: string }>(row: Row) =>
        Object.assign(row, { name: names.get(row.source) ?? row.source })
      return { body: { drifts: drifts.map(driftView).map(named), learnt: learnt.map(named) } }
    }),
    memberRoute(
      { method: 'GET', path: '/operator/drift/{id}/body', params: No, needs: 'operator' },
      async ({ params }) => {
        const body = await readDriftBody(pool, Number(params.id))
        if (body === null) throw invalid('There is no such change.')
        return { body: { body } }
      },
    ),
    memberRoute(
      { method: 'POST', path: '/operator/sources/{id}/learn-again', params: Id, needs: 'operator' },
      async ({ params }, { account, email }) => {
        if (!catalog.sources.some(({ id }) => id === params.id)) throw invalid('There is no such source.')
        const accepted = await inTransaction(pool, async (client) => {
          const by = personOf(email)
          await recordAct(client, {
            account: account.no,
            by,
            action: 'source.learn_again',
            subject: params.id,
          })
          return learnAgain(client, params.id, email)
        })
        return { body: { source: params.id, accepted } }
      },
    ),
  ]
}

export function driftView({ firstSeen, learntAt, learntBy, ...drift }: Drift) {
  return {
    ...drift,
    first_seen: firstSeen.toISOString(),
    learnt_at: learntAt?.toISOString() ?? null,
    learnt_by: learntBy,
  }
}
