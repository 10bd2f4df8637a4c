import type { Job } from '@vacancy/client'
import { Badge } from '../ui/feedback.tsx'
import { formatWhole } from '../ui/format.ts'

export function JobProgress({ job }: { job: Job }) {
  const { cells_done: done, cells_total: total, tasks_failed: failed, tasks_total: tasks } = job
  const share = total === 0 ? 0 : done / total
  return (
    <div className="job-progress">
      <div
        className={`bar ${job.status === 'failed' ? 'bad' : 'calm'}`}
        role="progressbar"
        aria-label="Cells done"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${share * 100}%` }} />
        {tasks > 0 && failed > 0 && (
          <span className="failed-share" style={{ width: `${(failed / tasks) * 100}%` }} />
        )}
      </div>
      <p className="job-figures" role="status">
        <Badge of={job.status} />
        <span>
          {formatWhole(done)} of {formatWhole(total)} {job.kind === 'ids' ? 'ids' : 'cells'}
        </span>
        {failed > 0 && (
          <span className="bad-text">
            {formatWhole(failed)} {failed === 1 ? 'task' : 'tasks'} failed
          </span>
        )}
      </p>
    </div>
  )
}
