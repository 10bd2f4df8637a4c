import type { Job } from '@vacancy/client'
import { Badge } from '../ui/feedback.tsx'
import { formatCount, formatWhole } from '../ui/format.ts'

/** An ids job is measured by hotels, because some ids do not exist and are never found. */
function progressOf({ kind, cells_done, cells_total, tasks_done, tasks_total }: Job) {
  return kind === 'ids'
    ? { done: tasks_done, total: tasks_total, of: 'hotels' }
    : { done: cells_done, total: cells_total, of: 'cells' }
}

export function JobProgress({ job }: { job: Job }) {
  const { tasks_failed: failed, tasks_total: tasks } = job
  const { done, total, of } = progressOf(job)
  const share = total === 0 ? 0 : done / total
  return (
    <div className="job-progress">
      <div
        className={`bar ${job.status === 'failed' ? 'bad' : 'calm'}`}
        role="progressbar"
        aria-label={`${of} done`}
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
          {formatWhole(done)} of {formatWhole(total)} {of}
        </span>
        {job.kind === 'ids' && <span>{formatWhole(job.cells_done)} ids</span>}
        {failed > 0 && <span className="bad-text">{formatCount(failed, 'task')} failed</span>}
      </p>
    </div>
  )
}
