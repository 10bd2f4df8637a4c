import { Type } from 'typebox'
import { personOf, recordAct } from '../accounts/acts.ts'
import { setOperator, setPlan } from '../accounts/store.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { startSync } from '../hotels/directory/start-sync.ts'
import { cancelJob } from '../jobs/store.ts'
import { invalid } from '../kernel/errors.ts'
import { PLAN_NAMES } from '../kernel/plan-names.ts'
import { memberRoute, type OwnRoute } from '../sessions/own-route.ts'
import { actingOn } from './acting.ts'

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
          closed,
        ),
        needs: 'operator',
      },
      async ({ params: { id }, body: { plan, operator } }, member) => {
        if (operator === false && id === member.account.id)
          throw invalid(
            'You cannot remove the operator right from your own account. Ask another operator to do it.',
          )
        if (plan !== undefined)
          await setPlan(
            pool,
            id,
            plan,
            actingOn(member, id, { action: 'account.change_plan', subject: id, detail: { to: plan } }),
          )
        if (operator !== undefined) {
          const detail = { operator: operator ? 'on' : 'off' }
          await setOperator(
            pool,
            id,
            operator,
            actingOn(member, id, { action: 'account.set_operator', subject: id, detail }),
          )
        }
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
        const { sources } = await startSync(pool, source, whole)
        await inTransaction(pool, (client) =>
          recordAct(client, {
            account: account.no,
            by: personOf(email),
            action: 'directory.sync',
            subject: source ?? 'all',
            detail: { whole: whole ? 'yes' : 'no' },
          }),
        )
        return { body: { sources } }
      },
    ),
    memberRoute(
      { method: 'POST', path: '/operator/jobs/{id}/cancel', params: Id, needs: 'operator' },
      async ({ params: { id } }, member) => {
        await inTransaction(pool, async (client) => {
          const { rows } = await client.query<{ no: number; account: string; open: boolean }>(
            `select a.id as no, a.public_id as account, j.status in ('queued', 'running') as open
             from jobs j join accounts a on a.id = j.account where j.public_id = $1`,
            [id],
          )
          const [job] = rows
          if (!job) throw invalid(`There is no job ${id}.`)
          if (!job.open) throw invalid(`The job ${id} has ended already.`)
          await cancelJob(client, job.no, id)
          const act = { action: 'job.cancel', subject: id } as const
          const { by, alongside } = actingOn(member, job.account, act)
          await alongside(client)
          await recordAct(client, { account: job.no, by, ...act })
        })
        return { body: { id } }
      },
    ),
  ]
}
