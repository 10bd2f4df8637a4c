import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GetBoardResponse } from '@vacancy/client'
import { download } from '../api/call.ts'
import { isUnderWay } from '../api/v1-queries.ts'
import { JobProgress } from '../jobs/job-progress.tsx'
import { useActingKey } from '../shell/acting-key.tsx'
import { Button } from '../ui/button.tsx'
import { FaultNote } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'

/** Where the figures of a board come from, what they have cost, and their files. */
export function JobLine({ data, name }: { data: GetBoardResponse; name: string }) {
  const { job, newest } = data
  return job && <Line job={job} newest={newest ?? job} name={name} />
}

type Job = NonNullable<GetBoardResponse['job']>

function Line({ job, newest, name }: { job: Job; newest: Job; name: string }) {
  const { keyId } = useActingKey()
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx' | 'parquet') =>
      download(`/v1/jobs/${job.id}/export?format=${format}`, keyId ?? '', `${name}.${format}`),
  })
  return (
    <div className="job-line">
      {isUnderWay(newest) && <JobProgress job={newest} />}
      {newest.status === 'failed' && (
        <p className="caution" role="status">
          The last fetch failed, so these are the rates before it.
        </p>
      )}
      <p className="hint">
        {isUnderWay(job) ? 'Being fetched' : 'Fetched'} <Moment at={job.finished_at ?? job.created_at} />,{' '}
        <strong>{formatCredits(job.credits_spent)}</strong> credits {isUnderWay(job) ? 'so far' : 'spent'}.
        Reading it again is free:{' '}
        <Link to="/jobs/$id" params={{ id: job.id }}>
          the job
        </Link>
        .
      </p>
      <div className="job-files">
        <Button className="small" icon="down" busy={save.isPending} onClick={() => save.mutate('csv')}>
          CSV of all rates
        </Button>
        <Button className="small" icon="down" disabled={save.isPending} onClick={() => save.mutate('xlsx')}>
          Workbook of all rates
        </Button>
        <Button
          className="small"
          icon="down"
          disabled={save.isPending}
          onClick={() => save.mutate('parquet')}
        >
          Parquet
        </Button>
      </div>
      {save.error && <FaultNote error={save.error} />}
    </div>
  )
}
