import { Link } from '@tanstack/react-router'
import type { Job } from '@vacancy/client'
import { type ReactNode, useState } from 'react'
import { MOST_ROWS, useJobs } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty, Loaded, Skeleton } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Moment } from '../ui/moment.tsx'
import { More } from '../ui/more.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { useJobNames } from './job-names.ts'
import { JobProgress } from './job-progress.tsx'

const AT_FIRST = 50

export function JobsPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(AT_FIRST)
  const query = useJobs(limit)
  return (
    <Page
      title="Jobs"
      about="Grids and other work that takes longer than one call. Jobs run in the background."
    >
      {keyId === undefined ? (
        <NeedsKey />
      ) : (
        <Loaded query={query}>
          {({ jobs, next_cursor }) =>
            jobs.length === 0 ? (
              <NoJobs />
            ) : (
              <JobList jobs={jobs}>
                <More
                  of="jobs"
                  isCut={next_cursor !== null}
                  shown={jobs.length}
                  most={MOST_ROWS}
                  busy={query.isPlaceholderData}
                  onMore={setLimit}
                  others="GET /jobs lists the others."
                />
              </JobList>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}

function NoJobs() {
  return (
    <section className="card">
      <Empty icon="jobs" title="No jobs yet">
        <p>A grid starts a job if some of its cells are not cached.</p>
        <Link className="button primary" to="/explorer/$tool" params={{ tool: 'grid' }}>
          Create a grid
        </Link>
      </Empty>
    </section>
  )
}

function JobList({ jobs, children }: { jobs: Job[]; children: ReactNode }) {
  const { nameOf, isLoading } = useJobNames(jobs)
  if (isLoading) return <Skeleton />
  return (
    <Card flush>
      <Table label="Jobs">
        <Heads of={['Job', 'Progress', { number: 'Credits' }, 'Created']} />
        <tbody>
          {jobs.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                <Link to="/jobs/$id" params={{ id: job.id }}>
                  {nameOf(job)}
                </Link>
                <span className="under roomy">
                  <code>{job.id}</code>
                </span>
              </th>
              <td className="progress-cell">
                <JobProgress job={job} />
              </td>
              <td className="number">
                {formatCredits(job.credits_spent)}
                <span className="under">of {formatCredits(job.credits_reserved)}</span>
              </td>
              <td>
                <Moment at={job.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {children}
    </Card>
  )
}
