import { Type } from 'typebox'
import { personOf, recordAct } from '../accounts/acts.ts'
import { changeOperator, changePlan } from '../accounts/store.ts'
import { countTry } from '../accounts/throttle.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { startSync } from '../hotels/directory/start-sync.ts'
import { cancelJob } from '../jobs/store.ts'
import { invalid } from '../kernel/errors.ts'
import { PLAN_NAMES } from '../kernel/plan-names.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import { requireRole } from '../sessions/roles.ts'
import { recordsOf } from './acting.ts'

const closed = { additionalProperties: false } as const
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** What the operator changes of other accounts and of the server: the same as `vacancy accounts` and `vacancy directory`. */
export function actRoutes(pool: Pool): OwnRoute[] {
  return [
    memberRoute(
      {
        method: 'PATCH',
        path: '/operator/accounts/{id}',
        params: Id,
        body: Type.Object(
          { plan: Type.Optional(Type.Enum(PLAN_NAMES)), operator: Type.Optional(Type.Boolean()) },
          { ...closed, minProperties: 1 },
        ),
        needs: 'operator',
      },
      async ({ params: { id }, body: { plan, operator } }, member) => {
        // Who runs the server, and with how many credits, is for the owners: a member could raise an account of their own.
        requireRole(member, 'owner')
        if (operator === false && id === member.account.id)
          throw invalid(
            'You cannot remove the operator right from your own account. Ask another operator to do it.',
          )
        const record = recordsOf(member)
        await inTransaction(pool, async (client) => {
          if (plan !== undefined) await changePlan(client, id, plan, record)
          if (operator !== undefined) await changeOperator(client, id, operator, record)
        })
        return { body: { id } }
      },
    ),
    memberRoute(
      {
        method: 'POST',
        path: '/operator/directory/sync',
        body: Type.Object(
          { source: Type.Optional(Type.String({ maxLength: 64 })), whole: Type.Boolean() },
          closed,
        ),
        needs: 'operator',
      },
      async ({ body: { source, whole } }, { account, email }) => {
        await countTry(pool, 'readOfDirectory', source ?? 'all')
        const sources = await inTransaction(pool, async (client) => {
          const started = await startSync(client, source, whole)
          await recordAct(client, {
            account: account.no,
            by: personOf(email),
            action: 'directory.sync',
            subject: source ?? 'all',
            detail: { whole: whole ? 'yes' : 'no' },
          })
          return started.sources
        })
        return { body: { sources } }
      },
    ),
    memberRoute(
      { method: 'POST', path: '/operator/jobs/{id}/cancel', params: Id, needs: 'operator' },
      async ({ params: { id } }, member) => {
        await inTransaction(pool, async (client) => {
          const [job] = await jobOf(client, id)
          if (!job) throw invalid(`There is no job ${id}.`)
          await cancelJob(client, job.account, id)
          const [now] = await jobOf(client, id)
          if (!job.isOpen || now?.status !== 'canceled') throw invalid(`The job ${id} has ended already.`)
          await recordsOf(member)(client, job.account, { action: 'job.cancel', subject: id })
        })
        return { body: { id } }
      },
    ),
  ]
}

async function jobOf(client: Client, id: string) {
  const { rows } = await client.query<{ account: number; status: string; isOpen: boolean }>(
    `select account, status, status in ('queued', 'running') as "isOpen" from jobs where public_id = $1`,
    [id],
  )
  return rows
}
