import { Type } from 'typebox'
import { Credits, nullable, Timestamp, UpstreamSchema } from '../edge/schemas.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Upstream, upstreamView } from '../kernel/upstream.ts'
import { type JobFailure, JobFailureSchema } from './failures.ts'

const JOB_KINDS = [
  'matrix',
  'area',
  'award_search',
  'calendar_area',
  'trip',
  'export',
  'ids',
  'schedule',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** The kinds of work that tasks of jobs do: fetch cells, find ids, answer a question of a schedule. */
export type TaskKind = 'cells' | 'ids' | 'question'

const JOB_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const
export type JobStatus = (typeof JOB_STATES)[number]

export interface Job {
  no: number
  id: string
  kind: JobKind
  status: JobStatus
  request: unknown
  cellsTotal: number
  cellsDone: number
  tasksTotal: number
  tasksDone: number
  tasksFailed: number
  reserved: Milli
  spent: Milli
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  /** Days since its end, by the clock of the database; null while it runs. */
  endedDays: number | null
  failures: JobFailure[]
  /** The place endpoint call that it fills; null for other jobs. */
  fill: string | null
  /** Null for a job that was made before requests were counted. */
  upstream: Upstream | null
}

/** Whether it has ended. A canceled job ends when its running tasks have ended. */
export function hasEnded(job: Job): boolean {
  return job.finishedAt !== null
}

/** How many days it can be read after its end. A job that was canceled before it cost anything leaves little to read. */
export function lifeOf({ status, spent }: Pick<Job, 'status' | 'spent'>, jobDays: number): number {
  return status === 'canceled' && spent === 0 ? Math.min(jobDays, LIMITS.unspentJobDays) : jobDays
}

const When = (description: string) => Type.Union([Timestamp(description), Type.Null()])

export const JobSchema = Type.Object(
  {
    id: Type.String({
      description: 'Identifies the job in other calls.',
      examples: ['job_4nW7sQ0aXk2mR9tYbC1dEf'],
    }),
    kind: Type.Enum([...JOB_KINDS], { description: 'Which call created the job.' }),
    status: Type.Enum([...JOB_STATES], {
      description:
        '`done` when all tasks have ended and at least one succeeded; `failed` when none did. `tasks_failed` counts the tasks that failed.',
    }),
    cells_total: Type.Integer({
      description: 'Cells in the grid. For an ids job: the most ids that can be found.',
    }),
    cells_done: Type.Integer({
      description: 'Cells that can be read. For an ids job: ids known for the hotels processed so far.',
    }),
    tasks_total: Type.Integer({ description: 'Calls to sources. For an ids job: hotels.' }),
    tasks_done: Type.Integer({ description: 'Tasks that succeeded.' }),
    tasks_failed: Type.Integer({ description: 'Tasks that failed. They cost nothing.' }),
    failures: Type.Array(JobFailureSchema, {
      description: `Cells that could not be fetched, by hotel and error code, at most ${LIMITS.jobFailures} entries.`,
    }),
    credits_reserved: Credits('The worst-case cost, reserved when the job started.'),
    credits_spent: Credits(
      'What was charged so far; what is left of the reservation is given back at the end.',
    ),
    upstream: nullable(
      UpstreamSchema,
      'The requests to sources that it was expected to make; null if that is not known.',
    ),
    created_at: Timestamp('When it was asked for.'),
    started_at: When('When its first task began.'),
    finished_at: When('When its last task ended.'),
  },
  { $id: 'Job' },
)

/** Where to follow these jobs: a single one, or the list. */
export function locationOf(jobs: readonly Pick<Job, 'id'>[]): string {
  const [job, ...others] = jobs
  return job && others.length === 0 ? `/v1/jobs/${job.id}` : '/v1/jobs'
}

export function jobView(job: Job) {
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    cells_total: job.cellsTotal,
    cells_done: job.cellsDone,
    tasks_total: job.tasksTotal,
    tasks_done: job.tasksDone,
    tasks_failed: job.tasksFailed,
    failures: job.failures,
    credits_reserved: toCredits(job.reserved),
    credits_spent: toCredits(job.spent),
    upstream: job.upstream && upstreamView(job.upstream),
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  }
}
