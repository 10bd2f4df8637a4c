import type { Client } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'

/** A row of a job whose answer is not a grid. */
export type JobRow = Readonly<Record<string, string | number | boolean | null>>

/** Rows of a settled task. `task` is the position of its first row. */
export interface TaskRows {
  job: number
  task: number
  rows: readonly JobRow[]
}

/** Runs in the transaction that settles the tasks: what a job has not paid for never gets there. */
export async function keepRows(client: Client, settled: readonly TaskRows[]): Promise<void> {
  const all = settled.flatMap(({ job, task, rows }) => rows.map((row, no) => ({ job, task, no, row })))
  if (all.length === 0) return
  await client.query(
    `insert into job_rows (job, task, no, body)
     select * from unnest($1::bigint[], $2::int[], $3::int[], $4::jsonb[])`,
    [
      all.map(({ job }) => job),
      all.map(({ task }) => task),
      all.map(({ no }) => no),
      all.map(({ row }) => JSON.stringify(row)),
    ],
  )
}

const ROWS_PER_READ = 500

/** In order, in pieces: a slow client holds a few hundred kilobytes, but no database connection. */
export async function* readRows(reads: Reads, job: number): AsyncGenerator<JobRow[]> {
  let after = { task: -1, no: 0 }
  for (;;) {
    const { rows } = await reads.query<{ task: number; no: number; body: JobRow }>(
      'select task, no, body from job_rows where job = $1 and (task, no) > ($2, $3) order by task, no limit $4',
      [job, after.task, after.no, ROWS_PER_READ],
    )
    const last = rows.at(-1)
    if (last) yield rows.map(({ body }) => body)
    if (!last || rows.length < ROWS_PER_READ) return
    after = last
  }
}
