import type { JobRow, JobView } from './tool.ts'

export function jobRow(job: JobView): JobRow {
  const { id, status, cells_done, cells_total, credits_reserved, credits_spent } = job
  return { job_id: id, status, cells_done, cells_total, credits_reserved, credits_spent }
}

/** The jobs of an answer, if it has any: answers with 200 have none. */
export function jobsOf(answer: object): JobRow[] {
  const { jobs = [] } = answer as { jobs?: JobView[] }
  return jobs.map(jobRow)
}
