import type { Pool } from '../db/pool.ts'
import { LIMITS } from '../kernel/limits.ts'

const JOBS_AT_ONCE = 100
const CELLS_AT_ONCE = 10_000

/**
 * Deletes expired jobs in batches: their cells, then the rest. A job stays known until its cells are gone. One whose end event
 * was not created yet waits for that. Returns the number of jobs.
 */
export async function forgetOldJobs(pool: Pool, jobDays: number): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { rows } = await pool.query<{ id: number }>(EXPIRED, [
      jobDays,
      Math.min(jobDays, LIMITS.unspentJobDays),
      JOBS_AT_ONCE,
    ])
    const jobs = rows.map(({ id }) => id)
    if (jobs.length === 0) return forgotten
    for (const job of jobs) await forgetCells(pool, job)
    for (const table of ['job_failures', 'job_rows', 'job_turns'])
      await pool.query(`delete from ${table} where job = any($1::bigint[])`, [jobs])
    const { rowCount } = await pool.query('delete from jobs where id = any($1::bigint[])', [jobs])
    forgotten += rowCount ?? 0
  }
}

/** Reads that each use an index: all jobs by their end, those that were canceled before they cost anything, and those of deleted accounts. */
const EXPIRED = `
(select id from jobs where finished_at <= ledger_now() - $1 * interval '1 day' and (told_at is not null or (hook is null and endpoints = '{}'))
  order by finished_at limit $3)
union
(select id from jobs where unspent and status = 'canceled' and finished_at <= ledger_now() - $2 * interval '1 day'
  and (told_at is not null or (hook is null and endpoints = '{}')) limit $3)
union
(select j.id from accounts a join jobs j on j.account = a.id where a.deleted_at is not null and j.finished_at is not null limit $3)`

async function forgetCells(pool: Pool, job: number): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from job_cells where (job, hotel, night, los) in (
         select job, hotel, night, los from job_cells where job = $1 limit $2)`,
      [job, CELLS_AT_ONCE],
    )
    if ((rowCount ?? 0) < CELLS_AT_ONCE) return
  }
}
