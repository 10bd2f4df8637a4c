import { Link } from '@tanstack/react-router'
import type { Job } from '@vacancy/client'
import type { ReactNode } from 'react'
import { isUnderWay, useJobsById } from '../api/v1-queries.ts'
import { formatCount, formatCredits, inWords } from '../ui/format.ts'
import { JobProgress } from './job-progress.tsx'

interface JobOutcomeProps {
  jobs: readonly Job[]
  /** What is known already, shown while the jobs run. */
  during?: ReactNode
  /** Says nothing of jobs that went well: the page has one line about the cost of everything. */
  isBrief?: boolean
  /** What the jobs have fetched, once all have ended. Reading it is free. */
  children?: (ids: string[]) => ReactNode
}

/** The jobs that an answer has started: their progress, and in the end what they fetched, in place. */
export function JobOutcome({ jobs, during, isBrief = false, children }: JobOutcomeProps) {
  const ids = jobs.map(({ id }) => id)
  const now = useJobsById(ids)
    .map((job, index) => job ?? jobs[index])
    .filter((job) => job !== undefined)
  const isRunning = now.some(isUnderWay)
  const told = isBrief ? now.filter((job) => job.status !== 'done' || job.failures.length > 0) : now
  return (
    <>
      {told.length > 0 && (
        <div className="job-started">
          {told.map((job) => (
            <OneJob key={job.id} job={job} />
          ))}
        </div>
      )}
      {isRunning ? during : children?.(ids)}
    </>
  )
}

function OneJob({ job }: { job: Job }) {
  const isRunning = isUnderWay(job)
  return (
    <>
      <p>
        {isRunning ? 'A job is fetching what is not cached. ' : `${ENDED[job.status] ?? ''} `}
        {!isRunning && `It spent ${formatCredits(job.credits_spent)} credits. `}
        <Link to="/jobs/$id" params={{ id: job.id }}>
          Open the job
        </Link>
      </p>
      {job.status !== 'done' && <JobProgress job={job} />}
      <Failures job={job} />
    </>
  )
}

const ENDED: Readonly<Record<string, string>> = {
  done: 'The job is done.',
  failed: 'The job failed.',
  canceled: 'The job was cancelled.',
}

/** Which hotels could not be fetched, and why. */
export function Failures({ job: { failures } }: { job: Job }) {
  if (failures.length === 0) return null
  return (
    <ul className="failures">
      {failures.map(({ chain, hotel_code, code, cells }) => (
        <li key={`${chain} ${hotel_code} ${code}`} className="bad-text">
          {chain} <code>{hotel_code}</code>: {inWords(code)}, {formatCount(cells, 'cell')}. Not charged.
        </li>
      ))}
    </ul>
  )
}
