import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Job } from '@vacancy/client'
import { useState } from 'react'
import { call, download } from '../api/call.ts'
import { isUnderWay, useCells, useJob } from '../api/v1-queries.ts'
import { upstreamWords } from '../paid/upstream-words.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FaultNote, Loaded, Skeleton } from '../ui/feedback.tsx'
import { formatCredits, formatWhole } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { Card, FactList, Page } from '../ui/page.tsx'
import { Cells } from './cell-grid.tsx'
import { useJobNames } from './job-names.ts'
import { Failures } from './job-outcome.tsx'
import { JobProgress } from './job-progress.tsx'

export function JobPage() {
  const { id = '' } = useParams({ strict: false })
  const query = useJob(id)
  return (
    <>
      <BackLink to="/jobs">Jobs</BackLink>
      <Loaded query={query}>{(job) => <JobView job={job} />}</Loaded>
    </>
  )
}

function JobView({ job }: { job: Job }) {
  const { nameOf, isLoading } = useJobNames([job])
  if (isLoading) return <Skeleton lines={8} />
  const facts: [string, React.ReactNode][] = [
    ['Credits spent', formatCredits(job.credits_spent)],
    ['Credits reserved', formatCredits(job.credits_reserved)],
    ['Expected', job.upstream ? upstreamWords(job.upstream) : '–'],
    ['Tasks', `${formatWhole(job.tasks_done)} of ${formatWhole(job.tasks_total)}`],
    ['Created', <Moment key="created" at={job.created_at} />],
    ['Finished', <Moment key="finished" at={job.finished_at} never="not yet" />],
  ]
  return (
    <Page
      title={nameOf(job)}
      about={<code>{job.id}</code>}
      actions={
        <>
          <Downloads job={job} />
          {isUnderWay(job) && <Cancel job={job} />}
        </>
      }
    >
      <Card>
        <JobProgress job={job} />
        <Failures job={job} />
        <FactList facts={facts} />
      </Card>
      {job.kind !== 'ids' && job.cells_done > 0 && <JobCells job={job} />}
    </Page>
  )
}

function JobCells({ job }: { job: Job }) {
  // Reloaded as the job runs, so that finished cells appear at once.
  const step = isUnderWay(job) ? Math.ceil((job.cells_done / job.cells_total) * 5) : 6
  const query = useCells(job.id, step)
  return (
    <Loaded query={query}>
      {({ cells }) => (
        <Card
          flush
          title="Cells"
          aside={
            <span className="faint">
              {cells.length < job.cells_done && 'first '}
              {formatWhole(cells.length)}
            </span>
          }
        >
          <Cells cells={cells} />
        </Card>
      )}
    </Loaded>
  )
}

function Downloads({ job }: { job: Job }) {
  const { keyId = '' } = useActingKey()
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx' | 'jsonl') =>
      download(`/v1/jobs/${job.id}/export?format=${format}`, keyId, `${job.id}.${format}`),
  })
  if (job.kind === 'ids') return null
  return (
    <>
      <Button icon="down" busy={save.isPending} onClick={() => save.mutate('csv')}>
        CSV
      </Button>
      <Button icon="down" disabled={save.isPending} onClick={() => save.mutate('xlsx')}>
        Workbook
      </Button>
      <Button icon="down" disabled={save.isPending} onClick={() => save.mutate('jsonl')}>
        JSON lines
      </Button>
      {save.error && <FaultNote error={save.error} />}
    </>
  )
}

function Cancel({ job }: { job: Job }) {
  const { keyId } = useActingKey()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call<Job>(`/v1/jobs/${job.id}`, { method: 'DELETE', keyId }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['v1', keyId] })
      setAsking(false)
    },
  })
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Cancel job
      </Button>
      {asking && (
        <ConfirmDialog
          title="Cancel this job?"
          keep="Keep running"
          action="Cancel job"
          send={cancel}
          onConfirm={() => cancel.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>
            Tasks that have not started are dropped and their credits released. Finished cells stay available.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
