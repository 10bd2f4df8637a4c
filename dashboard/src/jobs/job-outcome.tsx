import { Link } from '@tanstack/react-router'
import type { Job } from '@vacancy/client'
import type { ReactNode } from 'react'
import { isUnderWay, useJob } from '../api/v1-queries.ts'
import { formatCredits, formatWhole, inWords } from '../ui/format.ts'
import { JobProgress } from './job-progress.tsx'

interface JobOutcomeProps {
  job: Job
  /** What is known already, shown while the job runs. */
  during?: ReactNode
  /** What the job has fetched, once it has ended. Reading it is free. */
  children?: (job: Job) => ReactNode
}

/** A job that an answer has started: its progress, and in the end what it fetched, in place. */
export function JobOutcome({ job, during, children }: JobOutcomeProps) {
  const { data = job } = useJob(job.id)
  const isRunning = isUnderWay(data)
  return (
    <>
      <div className="job-started">
        <p>
          {isRunning ? 'A job is fetching what is not cached. ' : `${ENDED[data.status] ?? ''} `}
          {!isRunning && `It spent ${formatCredits(data.credits_spent)} credits. `}
          <Link to="/jobs/$id" params={{ id: job.id }}>
            Open the job
          </Link>
        </p>
        {(isRunning || data.status !== 'done') && <JobProgress job={data} />}
        <Failures job={data} />
      </div>
      {isRunning ? during : children?.(data)}
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
          {chain} <code>{hotel_code}</code>: {inWords(code)}, {formatWhole(cells)}{' '}
          {cells === 1 ? 'cell' : 'cells'}. Not charged.
        </li>
      ))}
    </ul>
  )
}
