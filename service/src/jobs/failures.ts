import { Type } from 'typebox'
import type { Client } from '../db/pool.ts'
import { ERROR_CODES, type ErrorCode } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Cells of one hotel that a job could not fetch, and why. */
export interface JobFailure {
  chain: string
  hotel_code: string
  code: ErrorCode
  cells: number
}

export const JobFailureSchema = Type.Object(
  {
    chain: Type.String({ description: 'The source that was asked.' }),
    hotel_code: Type.String({ description: 'The property’s code at the source.' }),
    code: Type.Enum(ERROR_CODES, { description: 'The error that a call for this hotel would have got.' }),
    cells: Type.Integer({ description: 'How many cells failed this way. They cost nothing.' }),
  },
  { $id: 'JobFailure' },
)

export interface TaskFailure {
  job: number
  source: string
  hotelCode: string
  code: ErrorCode
  cells: number
}

/** Runs in the transaction that settles the tasks. It has locked their jobs, so the limit is exact. */
export async function noteFailures(client: Client, failures: readonly TaskFailure[]): Promise<void> {
  if (failures.length === 0) return
  const column = (read: (failure: TaskFailure) => unknown) => failures.map(read)
  await client.query({
    name: 'job_failures_note',
    text: NOTE,
    values: [
      column(({ job }) => job),
      column(({ source }) => source),
      column(({ hotelCode }) => hotelCode),
      column(({ code }) => code),
      column(({ cells }) => cells),
      LIMITS.jobFailures,
    ],
  })
}

/** A job's list may be full: further cells then only count in entries that it already has. */
const NOTE = `
with failed as materialized (
  select job, source, hotel_code, code, sum(cells)::int as cells
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::int[]) as f(job, source, hotel_code, code, cells)
  group by job, source, hotel_code, code
), counted as (
  update job_failures f set cells = f.cells + n.cells from failed n
  where f.job = n.job and f.source = n.source and f.hotel_code = n.hotel_code and f.code = n.code
), added as (
  select n.*, row_number() over (partition by n.job order by n.source, n.hotel_code, n.code) as place
  from failed n left join job_failures f using (job, source, hotel_code, code) where f.job is null
)
insert into job_failures (job, source, hotel_code, code, cells)
select job, source, hotel_code, code, cells from added a
where place + (select count(*) from job_failures f where f.job = a.job) <= $6`
