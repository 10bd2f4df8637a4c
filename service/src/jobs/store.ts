import type { Decision } from '../billing/entry.ts'
import type { UsageName } from '../billing/prices.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { Milli } from '../kernel/credits.ts'
import { newId, newOrderedId } from '../kernel/ids.ts'
import { type Job, type JobKind, TASK_KIND_OF } from './job.ts'
import { TASKS_CHANNEL } from './tasks.ts'

/** A question to a source as part of a job. Only the room that made the job reads it. */
export interface NewTask {
  source: string
  firstCell: number
  cells: number
  worst: Milli
  ask: unknown
}

export interface NewJob {
  account: number
  key: number
  kind: JobKind
  endpoint: UsageName
  requestId: string
  request: unknown
  cellsTotal: number
  /** Cached cells and their cost, charged at once. */
  stored: { cells: number; charge: Milli }
  tasks: NewTask[]
  /** Creates the hook for the job's end event in the same transaction, and returns its number. */
  hook?: (client: Client) => Promise<number>
  /** What the job fills: an account has at most one running job for the same thing. */
  fill?: string
}

export type Created<Told> =
  | { told: Told; remaining: Milli }
  | { refused: Exclude<Decision, 'ok' | 'rate'>; worst: Milli; unreserved: Milli }

/** Reserves, charges cached cells, enqueues tasks and notifies: all or nothing. */
export async function createJob<Told>(
  pool: Pool,
  job: NewJob,
  tell: (client: Client, made: Job) => Promise<Told>,
): Promise<Created<Told>> {
  return inTransaction(pool, async (client) => {
    const made = await makeJobs(client, [job])
    if ('refused' in made) return made
    return { told: await tell(client, one(made.jobs)), remaining: made.remaining }
  })
}

export type Made =
  | { jobs: Job[]; remaining: Milli }
  | { refused: Exclude<Decision, 'ok' | 'rate'>; worst: Milli; unreserved: Milli }

/** All jobs of one request, reserved together in the caller's transaction. Locks the account's row. */
export async function makeJobs(client: Client, jobs: readonly [NewJob, ...NewJob[]]): Promise<Made> {
  const [{ account, key }] = jobs
  const charged = sumOf(jobs, ({ stored }) => stored.charge)
  const worst = charged + sumOf(jobs, liveOf)
  const { rows } = await client.query<{
    verdict: Exclude<Decision, 'rate'>
    remaining: number
    unreserved: number
  }>('select verdict, remaining, unreserved from ledger_reserve($1, $2, $3, $4)', [
    account,
    key,
    worst,
    charged,
  ])
  const reserved = one(rows)
  if (reserved.verdict !== 'ok') return { refused: reserved.verdict, worst, unreserved: reserved.unreserved }
  const made: number[] = []
  for (const job of jobs) {
    const no = await insertJob(client, job)
    if (job.stored.charge > 0) await chargeStored(client, job, no.publicId)
    await insertTasks(client, no.id, job)
    made.push(no.id)
  }
  await client.query('select pg_notify($1, $2)', [TASKS_CHANNEL, ''])
  const read = await readJobs(client, 'j.id = any($1::bigint[]) order by j.id', [made])
  return { jobs: read, remaining: reserved.remaining }
}

function liveOf({ tasks }: NewJob): Milli {
  return sumOf(tasks, (task) => task.worst)
}

function sumOf<Item>(items: readonly Item[], read: (item: Item) => Milli): Milli {
  return items.reduce((sum, item) => sum + read(item), 0)
}

async function insertJob(client: Client, job: NewJob): Promise<{ id: number; publicId: string }> {
  const publicId = newId('job')
  const live = liveOf(job)
  const { rows } = await client.query<{ id: number }>(
    `insert into jobs (public_id, account, key, kind, endpoint, request_id, request, cells_total, cells_done, tasks_total, reserved, held, spent, fill, hook, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, ledger_now()) returning id`,
    [
      publicId,
      job.account,
      job.key,
      job.kind,
      job.endpoint,
      job.requestId,
      JSON.stringify(job.request),
      job.cellsTotal,
      job.stored.cells,
      job.tasks.length,
      job.stored.charge + live,
      live,
      job.stored.charge,
      job.fill ?? null,
      (await job.hook?.(client)) ?? null,
    ],
  )
  return { id: one(rows).id, publicId }
}

/** Task 0 of a job is the cached part. It has a line like any other task, in the month of its charge. */
async function chargeStored(client: Client, job: NewJob, publicId: string): Promise<void> {
  await client.query(
    `select usage_add($1, $2, ledger_now(), m.period, $3, $4, $5, $6, 0, $7, 0, $8, 0) from meters m where m.account = $1`,
    [
      job.account,
      newOrderedId(),
      job.key,
      job.endpoint,
      job.requestId,
      job.stored.charge,
      job.stored.cells,
      publicId,
    ],
  )
}

/** Tasks per statement: about as many as are encoded in a millisecond. */
const TASKS_PER_INSERT = 500

/** As JSON: the driver takes ten times as long to encode arrays of it. */
async function insertTasks(client: Client, job: number, { kind, tasks }: NewJob): Promise<void> {
  for (let from = 0; from < tasks.length; from += TASKS_PER_INSERT) {
    const some = tasks.slice(from, from + TASKS_PER_INSERT)
    await client.query(
      `insert into tasks (kind, job, no, source, first_cell, cells, worst, ask)
       select $2, $1, $4 + t.no, t.source, t.first_cell, t.cells, t.worst, t.ask
       from rows from (json_to_recordset($3::json) as ("source" text, "firstCell" int, "cells" int, "worst" bigint, "ask" jsonb))
         with ordinality as t(source, first_cell, cells, worst, ask, no)`,
      [job, TASK_KIND_OF[kind], JSON.stringify(some), from],
    )
  }
}

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

/** Newest first. */
export async function listJobs(
  pool: Pool,
  account: number,
  before: number | null,
  limit: number,
): Promise<Job[]> {
  return readJobs(pool, 'j.account = $1 and ($2::bigint is null or j.id < $2) order by j.id desc limit $3', [
    account,
    before,
    limit,
  ])
}

/** An ended job whose end event was not sent yet. */
export interface UntoldJob {
  account: number
  hook: number
  job: Job
}

/** Takes ended jobs in the caller's transaction, which must create their events. Each is returned once. */
export async function takeUntold(client: Client, jobNos: readonly number[] | null): Promise<UntoldJob[]> {
  const { rows } = await client.query<{ no: number; account: number; hook: number }>(
    `with ended as (
       select id from jobs where hook is not null and told_at is null and finished_at is not null
         and ($1::bigint[] is null or id = any($1)) order by id limit 100 for update skip locked
     )
     update jobs j set told_at = ledger_now() from ended where j.id = ended.id
     returning j.id as no, j.account, j.hook`,
    [jobNos],
  )
  if (rows.length === 0) return []
  const jobs = await readJobs(client, 'j.id = any($1::bigint[]) order by j.id', [rows.map(({ no }) => no)])
  return jobs.flatMap((job) => {
    const row = rows.find(({ no }) => no === job.no)
    return row ? [{ account: row.account, hook: row.hook, job }] : []
  })
}

export async function cancelJob(pool: Pool, account: number, id: string): Promise<Job | undefined> {
  await pool.query('select job_cancel($1, $2)', [id, account])
  return findJob(pool, account, id)
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

async function readJobs(database: Pool | Client, where: string, values: unknown[]): Promise<Job[]> {
  const { rows } = await database.query<Job>(
    `select j.id as no, j.public_id as id, j.kind, j.status, j.request, j.cells_total as "cellsTotal",
       j.cells_done as "cellsDone", j.tasks_total as "tasksTotal", j.tasks_done as "tasksDone",
       j.tasks_failed as "tasksFailed", j.reserved, j.spent, j.created_at as "createdAt", j.started_at as "startedAt",
       j.finished_at as "finishedAt", j.fill
     from jobs j where ${where}`,
    values,
  )
  return rows
}
