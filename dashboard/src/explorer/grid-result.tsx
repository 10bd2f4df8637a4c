import { Link } from '@tanstack/react-router'
import type { Job, MatrixResponse, MatrixResponse202 } from '@vacancy/client'
import { useJob } from '../api/v1-queries.ts'
import { CellTable } from '../jobs/cell-table.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'

export function GridResult({ grid }: { grid: MatrixResponse | MatrixResponse202 }) {
  if ('job' in grid) return <JobStarted job={grid.job} />
  return <CellTable cells={grid.cells} />
}

/** A job is fetching the cells that were not cached. */
export function JobStarted({ job }: { job: Job }) {
  const { data = job } = useJob(job.id)
  return (
    <div className="job-started">
      <p>
        {data.status === 'done' ? 'The job is done.' : 'A job is fetching what is not cached.'}{' '}
        <Link to="/jobs/$id" params={{ id: job.id }}>
          Open the job
        </Link>
      </p>
      <JobProgress job={data} />
    </div>
  )
}
