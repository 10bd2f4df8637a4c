import { Type } from 'typebox'
import type { Pool } from '../db/pool.ts'
import { pageFields, readPage } from '../edge/paging.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { IdField, NextCursor } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { counted } from '../kernel/counted.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Job, JobSchema, jobView, lifeOf } from './job.ts'
import { cancelJob, findJob, listJobs } from './store.ts'

export const JobParams = Type.Object({
  id: IdField('job', 'The job.'),
})
const NoQuery = Type.Object({}, { additionalProperties: false })
const ListQuery = Type.Object(
  {
    ...pageFields('Jobs per page.'),
  },
  { additionalProperties: false },
)

export interface JobDeps {
  pool: Pool
  /** How long a job can be read after its end. */
  jobDays: number
}

/** One of the account's jobs. Another account's job is answered like one that does not exist. */
export async function openJob({ pool, jobDays }: JobDeps, account: number, id: string): Promise<Job> {
  const job = await findJob(pool, account, id)
  if (!job) throw invalid(`There is no job ${id.slice(0, 64)}.`)
  const life = lifeOf(job, jobDays)
  if (job.endedDays !== null && job.endedDays >= life)
    throw invalid(
      `The job ${job.id} has expired. It could be read for ${counted(life, 'day')} after its end.`,
    )
  return job
}

export function jobRoutes(deps: JobDeps): Route[] {
  const { pool, jobDays } = deps
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/jobs',
        operationId: 'listJobs',
        tag: 'Grids',
        summary: 'List your jobs, newest first',
        description: 'Free. Jobs are listed as long as they can be read.',
        query: ListQuery,
        answers: {
          200: {
            description: 'A page of jobs.',
            schema: Type.Object({
              jobs: Type.Array(JobSchema, { description: 'Newest first.' }),
              next_cursor: NextCursor,
            }),
          },
        },
      },
      async ({ query }, { holder }) => {
        const account = holder.account.no
        const before = await readCursor(pool, account, query.cursor)
        const { page, nextCursor } = await readPage(
          query.limit,
          (limit) => listJobs(pool, account, { before, limit, jobDays }),
          jobView,
        )
        return served({ jobs: page, next_cursor: nextCursor })
      },
    ),
    freeRoute(
      {
        method: 'GET',
        path: '/jobs/{id}',
        operationId: 'getJob',
        tag: 'Grids',
        summary: 'Get the status of a job',
        description: `Free. A job can be read for ${counted(jobDays, 'day')} after its end; one that was canceled before it cost anything, for ${counted(LIMITS.unspentJobDays, 'day')}.`,
        params: JobParams,
        query: NoQuery,
        answers: { 200: { description: 'The job.', schema: JobSchema } },
      },
      async ({ params }, { holder }) => served(jobView(await openJob(deps, holder.account.no, params.id))),
    ),
    freeRoute(
      {
        method: 'DELETE',
        path: '/jobs/{id}',
        operationId: 'cancelJob',
        scope: 'spend',
        tag: 'Grids',
        summary: 'Cancel a job',
        description:
          'Tasks that have not started are dropped and their credits released. Running tasks finish and are charged. Finished cells stay readable. A job that has ended does not change.',
        params: JobParams,
        query: NoQuery,
        answers: { 200: { description: 'The job in its current state.', schema: JobSchema } },
      },
      async ({ params }, { holder }) => {
        await cancelJob(pool, holder.account.no, params.id)
        return served(jobView(await openJob(deps, holder.account.no, params.id)))
      },
    ),
  ]
}

/** A cursor is the id of the last job on the previous page. */
async function readCursor(pool: Pool, account: number, cursor: string | undefined): Promise<number | null> {
  if (cursor === undefined) return null
  const job = await findJob(pool, account, cursor)
  if (!job) throw invalid('`cursor` must be the `next_cursor` of an earlier page.')
  return job.no
}
