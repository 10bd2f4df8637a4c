import { Type } from 'typebox'
import type { FileFormat } from '../cells/files.ts'
import { Credits, nullable, OpenEnum, Timestamp } from '../edge/schemas.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'

const RUN_STATES = ['queued', 'running', 'done', 'failed', 'canceled', 'refused'] as const
export type RunStatus = (typeof RUN_STATES)[number]

/** Why a run did not happen. */
export const REFUSALS = [
  'above_max_credits',
  'no_credits',
  'overlapping',
  'invalid',
  'too_many_jobs',
] as const
export type Refusal = (typeof REFUSALS)[number]

/** What a schedule did at one of its times, or when it was asked by hand. */
export interface Run {
  no: number
  id: string
  /** Null if it was asked by hand. */
  dueAt: Date | null
  createdAt: Date
  status: RunStatus
  reason: Refusal | null
  message: string | null
  job: string | null
  cells: number
  credits: Milli
  endedAt: Date | null
  format: FileFormat
}

export const RunSchema = Type.Object(
  {
    id: Type.String({ description: 'The run.', examples: ['run_4nW7sQ0aXk2mR9tYbC1dEf'] }),
    status: Type.Enum([...RUN_STATES], {
      description: '`refused`: it did not happen; see `reason`. The others are those of its job.',
    }),
    reason: nullable(OpenEnum(REFUSALS), 'Why it did not happen; null unless `refused`.'),
    message: nullable(Type.String(), 'The same as a sentence for people.'),
    due_at: nullable(Timestamp('Its time.'), 'The time that it was due; null if it was asked by hand.'),
    created_at: Timestamp('When it began.'),
    ended_at: nullable(Timestamp('When it ended.'), 'When it ended; null before.'),
    job_id: nullable(Type.String(), 'Its job; null if it did not happen or has not begun.'),
    cells: Type.Integer({ description: 'Cells or rows in its file, once it has ended.' }),
    credits: Credits('What it cost, once it has ended.'),
    file: nullable(Type.String(), 'The path of its file, which can be read as long as its job.'),
  },
  { $id: 'ScheduleRun' },
)

export function runView(run: Run) {
  return {
    id: run.id,
    status: run.status,
    reason: run.reason,
    message: run.message,
    due_at: run.dueAt?.toISOString() ?? null,
    created_at: run.createdAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    job_id: run.job,
    cells: run.cells,
    credits: toCredits(run.credits),
    file: fileOf(run),
  }
}

export function fileOf({ job, format }: Pick<Run, 'job' | 'format'>): string | null {
  return job === null ? null : `/v1/jobs/${job}/export?format=${format}`
}
