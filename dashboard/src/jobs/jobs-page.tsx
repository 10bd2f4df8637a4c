import { Link } from '@tanstack/react-router'
import type { Job } from '@vacancy/client'
import { useState } from 'react'
import { type Choice, ChooseRow, chooseAll, useChoice } from '../acts/choice.tsx'
import { RowActs, type RowKind } from '../acts/row-acts.tsx'
import { useTexts } from '../address.ts'
import { isUnderWay, MOST_ROWS, useJobs } from '../api/v1-queries.ts'
import { useActingKey } from '../shell/acting-key.tsx'
import { NeedsKey } from '../shell/needs-key.tsx'
import { Empty, Loaded, Skeleton } from '../ui/feedback.tsx'
import { formatCredits } from '../ui/format.ts'
import { Found, isNarrowed } from '../ui/found.tsx'
import { Moment } from '../ui/moment.tsx'
import { Card, Heads, Page, Table } from '../ui/page.tsx'
import { Paged, type PagedSource, ROWS_AT_ONCE } from '../ui/paged.tsx'
import { useJobNames } from './job-names.ts'
import { JobProgress } from './job-progress.tsx'

export function JobsPage() {
  const { keyId } = useActingKey()
  const [limit, setLimit] = useState(ROWS_AT_ONCE)
  const [texts] = useTexts()
  const query = useJobs(isNarrowed(texts) ? MOST_ROWS : limit)
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
              <JobList
                jobs={jobs}
                source={{
                  isCut: next_cursor !== null,
                  most: MOST_ROWS,
                  busy: query.isPlaceholderData,
                  onMore: setLimit,
                  others: 'GET /jobs lists the others.',
                }}
              />
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

const ORDERS = {
  'Newest first': null,
  'Most expensive first': (a: Job, b: Job) => b.credits_spent - a.credits_spent,
}

const STATES = {
  all: ['queued', 'running', 'done', 'failed', 'canceled'],
  of: ({ status }: Job) => status,
} as const

const JOBS: RowKind = {
  rows: 'jobs',
  one: 'job',
  acts: [
    {
      name: 'cancel',
      label: 'Cancel',
      done: 'canceled',
      follows:
        'Tasks that have started finish and are charged. The rest is dropped and its credits are released. What was fetched stays readable.',
    },
  ],
}

function JobList({ jobs, source }: { jobs: Job[]; source: PagedSource }) {
  const { nameOf, isLoading } = useJobNames(jobs)
  const choice = useChoice()
  if (isLoading) return <Skeleton />
  return (
    <Found
      rows={jobs}
      of="job"
      label="Hotel, kind of job or id"
      textOf={(job) => `${nameOf(job)} ${job.id}`}
      orders={ORDERS}
      states={STATES}
      renderActs={(found) => <RowActs of={JOBS} shown={found} choice={choice} />}
    >
      {(found) => (
        <Card flush>
          <Paged rows={found} source={source}>
            {(shown) => <JobTable jobs={shown} all={found} nameOf={nameOf} choice={choice} />}
          </Paged>
        </Card>
      )}
    </Found>
  )
}

interface JobTableProps {
  jobs: readonly Job[]
  /** Those of the other pages, too. */
  all: readonly Job[]
  nameOf: (job: Job) => string
  choice: Choice
}

function JobTable({ jobs, all, nameOf, choice }: JobTableProps) {
  const open = all.filter(isUnderWay)
  const canCancel = open.length > 0
  return (
    <Table label="Jobs">
      <Heads
        of={[
          ...(canCancel ? [chooseAll('open jobs', open, choice)] : []),
          'Job',
          'Progress',
          { number: 'Credits' },
          'Created',
        ]}
      />
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            {canCancel && (
              <ChooseRow id={job.id} name={nameOf(job)} choice={choice} canAct={isUnderWay(job)} />
            )}
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
  )
}
