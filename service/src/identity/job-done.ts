import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { jobView } from '../jobs/job.ts'
import { takeUntold } from '../jobs/store.ts'
import { recordEvents } from '../webhooks/events.ts'
import { retireHooks } from '../webhooks/hooks.ts'

/** Writes the events of ended jobs, in the transaction that ended them. Without ids: of all jobs. */
export async function tellOfEnds(client: Client, jobNos: readonly number[] | null): Promise<number> {
  const ended = await takeUntold(client, jobNos)
  await recordEvents(
    client,
    ended.map(({ account, hook, endpoints, job }) => ({
      account,
      type: 'job.done',
      hook,
      endpoints,
      watchId: null,
      jobId: job.id,
      body: { job_id: job.id, job: jobView(job) },
    })),
  )
  await retireHooks(
    client,
    ended.flatMap(({ hook }) => hook ?? []),
  )
  return ended.length
}

/** For jobs that end without a settlement: a canceled job ends when none of its tasks is running. */
export async function tellOfOtherEnds(pool: Pool): Promise<number> {
  return inTransaction(pool, (client) => tellOfEnds(client, null))
}
