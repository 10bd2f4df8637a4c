import { useQueryClient } from '@tanstack/react-query'
import type { Job } from '@vacancy/client'
import { useEffect } from 'react'
import type { Answer } from '../api/call.ts'
import { useUsage } from '../api/own-queries.ts'
import { isUnderWay, useJobsById } from '../api/v1-queries.ts'

/** The jobs that an answer has started. */
function jobsIn(data: unknown): Job[] {
  const { job, jobs } = data as { job?: Job; jobs?: Job[] }
  return jobs ?? (job ? [job] : [])
}

export interface Spent {
  jobs: number
  /** By the jobs, so far. */
  byJobs: number
  isRunning: boolean
  /** What is left of the month: as the answer said, or as it is once its jobs have spent theirs. */
  left: number | null
}

/** What the jobs of these answers spend, live. */
export function useSpent(answers: readonly Answer<unknown>[]): Spent {
  const started = answers.flatMap(({ data }) => jobsIn(data))
  const jobs = useJobsById(started.map(({ id }) => id)).map((job, index) => job ?? started[index])
  const isRunning = jobs.some((job) => job && isUnderWay(job))
  const queries = useQueryClient()
  const usage = useUsage()
  useEffect(() => {
    if (!isRunning) void queries.invalidateQueries({ queryKey: ['usage'] })
  }, [queries, isRunning])
  const said = answers.at(-1)?.remaining ?? null
  return {
    jobs: started.length,
    byJobs: jobs.reduce((sum, job) => sum + (job?.credits_spent ?? 0), 0),
    isRunning,
    left: started.length > 0 ? (usage.data?.credits_remaining ?? said) : said,
  }
}
