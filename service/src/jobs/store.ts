import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Job } from './job.ts'

export async function findJob(pool: Pool, account: number, id: string): Promise<Job | undefined> {
  const rows = await readJobs(pool, 'j.account = $1 and j.public_id = $2', [account, id])
  return rows[0]
}

/** What an account is filling at one moment. */
export interface FillsUnderWay {
  /** By what they fill. */
  jobs: Map<string, Job>
  /** The account's newest job at that moment or shortly before; 0 if there is none. */
  newest: number
}

export async function findFilling(
  pool: Pool,
  account: number,
  fills: readonly string[],
): Promise<FillsUnderWay> {
  if (fills.length === 0) return { jobs: new Map(), newest: 0 }
  // Read before the jobs: a job created in between is either in the list or newer.
  const { rows } = await pool.query<{ newest: number }>({
    name: 'jobs_newest',
    text: 'select coalesce(max(id), 0) as newest from jobs where account = $1',
    values: [account],
  })
  const jobs = await readJobs(
    pool,
    "j.account = $1 and j.fill = any($2::text[]) and j.status in ('queued', 'running')",
    [account, fills],
  )
  return { jobs: byFill(jobs), newest: one(rows).newest }
}

/** The account's jobs after that one which fill, or filled, any of these. */
export async function findFillsAfter(
  client: Client,
  account: number,
  newest: number,
  fills: readonly string[],
): Promise<Map<string, Job>> {
  const jobs = await readJobs(
    client,
    "j.account = $1 and j.id > $2 and j.fill = any($3::text[]) and j.status in ('queued', 'running', 'done') order by j.id",
    [account, newest, fills],
  )
  return byFill(jobs)
}

function byFill(jobs: readonly Job[]): Map<string, Job> {
  return new Map(jobs.flatMap((job) => (job.fill === null ? [] : [[job.fill, job]])))
}

/** Newest first, without expired ones: the same rule as `lifeOf`. */
export async function listJobs(
  pool: Pool,
  account: number,
  { before, limit, jobDays }: { before: number | null; limit: number; jobDays: number },
): Promise<Job[]> {
  return readJobs(
    pool,
    `j.account = $1 and ($2::bigint is null or j.id < $2) and (j.finished_at > ledger_now() - interval '1 day' *
       case when j.status = 'canceled' and j.unspent then least($4::int, ${LIMITS.unspentJobDays}) else $4 end) is not false
     order by j.id desc limit $3`,
    [account, before, limit, jobDays],
  )
}

/** An ended job whose end event was not sent yet. */
export interface UntoldJob {
  account: number
  hook: number | null
  endpoints: number[]
  job: Job
}

/** Takes ended jobs in the caller's transaction, which must create their events. Each is returned once. */
export async function takeUntold(client: Client, jobNos: readonly number[] | null): Promise<UntoldJob[]> {
  const { rows } = await client.query<Omit<UntoldJob, 'job'> & { no: number }>(
    `with ended as (
       select id from jobs where (hook is not null or cardinality(endpoints) > 0) and told_at is null and finished_at is not null
         and ($1::bigint[] is null or id = any($1)) order by id limit 100 for update skip locked
     )
     update jobs j set told_at = ledger_now() from ended where j.id = ended.id
     returning j.id as no, j.account, j.hook, j.endpoints`,
    [jobNos],
  )
  if (rows.length === 0) return []
  const jobs = await readJobs(client, 'j.id = any($1::bigint[]) order by j.id', [rows.map(({ no }) => no)])
  return jobs.flatMap((job) => {
    const row = rows.find(({ no }) => no === job.no)
    return row ? [{ account: row.account, hook: row.hook, endpoints: row.endpoints, job }] : []
  })
}

/** Does nothing if there is no such job, or if it has ended. */
export async function cancelJob(pool: Pool | Client, account: number, id: string): Promise<void> {
  await pool.query('select job_cancel($1, $2)', [id, account])
}

/** The position of the first unfinished cell; null if all are finished. */
export async function firstOpenCell(pool: Pool, job: number): Promise<number | null> {
  const { rows } = await pool.query<{ first: number | null }>({
    name: 'job_open',
    text: "select min(first_cell) as first from tasks where job = $1 and state in ('q', 'r')",
    values: [job],
  })
  return one(rows).first
}

/** The jobs that match. */
export async function readJobs(database: Pool | Client, where: string, values: unknown[]): Promise<Job[]> {
  const { rows } = await database.query<Job>(
    `select j.id as no, j.public_id as id, j.kind, j.status, j.request, j.cells_total as "cellsTotal",
       j.cells_done as "cellsDone", j.tasks_total as "tasksTotal", j.tasks_done as "tasksDone",
       j.tasks_failed as "tasksFailed", j.reserved, j.spent, j.created_at as "createdAt", j.started_at as "startedAt",
       j.finished_at as "finishedAt", extract(epoch from ledger_now() - j.finished_at)::float8 / 86400 as "endedDays", j.fill, j.upstream,
       coalesce((select json_agg(json_build_object('chain', f.source, 'hotel_code', f.hotel_code, 'code', f.code,
         'cells', f.cells) order by f.source, f.hotel_code, f.code) from job_failures f where f.job = j.id), '[]') as failures
     from jobs j where ${where}`,
    values,
  )
  return rows
}
