import { counted } from '../kernel/counted.ts'
import type { JobView } from './tool.ts'

/** A job as a task of the protocol. Types, not interfaces, so that they have index signatures. */
export type Task = {
  taskId: string
  status: 'working' | 'completed' | 'cancelled'
  statusMessage: string
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number | null
  pollIntervalMs: number
}

const POLL_INTERVAL_MS = 2000
const DAY_MS = 86_400_000

/** How many days a job can be read after its end. */
export type LifeOf = (job: Pick<JobView, 'status' | 'credits_spent'>) => number

export function taskOf(job: JobView, lifeOf: LifeOf): Task {
  const { id, created_at: createdAt, started_at: startedAt, finished_at: finishedAt } = job
  const runs = job.status === 'queued' || job.status === 'running'
  const endMs = finishedAt === null ? null : Date.parse(finishedAt) + lifeOf(job) * DAY_MS
  return {
    taskId: id,
    status: runs ? 'working' : job.status === 'canceled' ? 'cancelled' : 'completed',
    statusMessage: `${job.cells_done} of ${counted(job.cells_total, 'cell')}, ${counted(job.credits_spent, 'credit')} spent.`,
    createdAt,
    lastUpdatedAt: finishedAt ?? startedAt ?? createdAt,
    ttlMs: endMs === null ? null : endMs - Date.parse(createdAt),
    pollIntervalMs: POLL_INTERVAL_MS,
  }
}
