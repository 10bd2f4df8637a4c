import type { Decision } from '../billing/entry.ts'
import type { UsageName } from '../billing/prices.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { Milli } from '../kernel/credits.ts'
import { ApiError } from '../kernel/errors.ts'
import { newId, newOrderedId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Upstream } from '../kernel/upstream.ts'
import type { Job, JobKind, TaskKind } from './job.ts'
import { readJobs } from './store.ts'
import { TASKS_CHANNEL } from './tasks.ts'

/** A question to a source as part of a job. Only the room that made the job reads it. */
export interface NewTask {
  source: string
  firstCell: number
  cells: number
  worst: Milli
  ask: unknown
}

/**
 * The tasks of a job, in order. Those of a large grid are made while they are written: twenty thousand of them at once make the
 * garbage collector stop the process for tens of milliseconds.
 */
export interface NewTasks extends Iterable<NewTask> {
  count: number
  worst: Milli
  /** Null if it cannot be told before. */
  upstream: Upstream | null
}

export function listTasks(tasks: readonly NewTask[], upstream: Upstream | null = null): NewTasks {
  return {
    upstream,
    count: tasks.length,
    worst: sumOf(tasks, ({ worst }) => worst),
    [Symbol.iterator]: () => tasks[Symbol.iterator](),
  }
}

export interface NewJob {
  account: number
  key: number
  kind: JobKind
  /** What its tasks do. */
  work: TaskKind
  /** By what name its charges are listed. */
  usage: UsageName
  requestId: string
  request: unknown
  cellsTotal: number
  /** Cached cells and their cost, charged at once. `keep` copies them to the job. */
  stored: { cells: number; charge: Milli; keep?: (client: Client, job: number) => Promise<void> }
  tasks: NewTasks
  /** Finds where the event of the job's end goes, in the same transaction. */
  receivers?: (client: Client) => Promise<{ hook: number | null; endpoints: readonly number[] }>
  /** Made by a schedule, which goes on when the key that created it is revoked. */
  standing?: boolean
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

/** What the request itself costs, and how it is paid. */
export interface OwnCost {
  cost: Milli
  pay(): Promise<void>
}

/**
 * All jobs of one request, reserved together in the caller's transaction. The account's meter is locked last: every charge of the
 * account waits for that lock, and the charges of other accounts wait with it, but tasks take hundreds of milliseconds to write.
 * The request itself is paid just before the jobs are reserved.
 */
export async function makeJobs(
  client: Client,
  jobs: Jobs,
  own: OwnCost = { cost: 0, pay: async () => {} },
): Promise<Made> {
  const foreseen = await foresee(client, jobs, own.cost)
  if (foreseen) return foreseen
  await client.query('savepoint jobs')
  const made: { id: number; publicId: string }[] = []
  for (const job of jobs) {
    const inserted = await insertJob(client, job)
    await job.stored.keep?.(client, inserted.id)
    await insertTasks(client, inserted.id, job)
    made.push(inserted)
  }
  const ids = made.map(({ id }) => id)
  await own.pay()
  const reserved = await reserve(client, jobs, ids)
  if ('refused' in reserved) {
    await client.query('rollback to savepoint jobs')
    return reserved
  }
  for (const [index, job] of jobs.entries())
    if (job.stored.charge > 0) await chargeStored(client, job, made[index]?.publicId ?? '')
  await client.query('select pg_notify($1, $2)', [TASKS_CHANNEL, ''])
  const read = await readJobs(client, 'j.id = any($1::bigint[]) order by j.id', [ids])
  return { jobs: read, remaining: reserved.remaining }
}

type Refused = Extract<Made, { refused: unknown }>
type Jobs = readonly [NewJob, ...NewJob[]]

/** Most refusals are known before anything is written, without a lock. */
async function foresee(client: Client, jobs: Jobs, paying: Milli): Promise<Refused | null> {
  const [{ account, key, standing = false }] = jobs
  const { worst } = costOf(jobs)
  const { rows } = await client.query<{ verdict: Verdict; unreserved: number }>(
    'select verdict, unreserved from ledger_foresee($1, $2, $3, $4, $5)',
    [account, key, worst, paying, standing],
  )
  const { verdict, unreserved } = one(rows)
  if (verdict !== 'ok') return { refused: verdict, worst, unreserved }
  await refuseTooMany(client, account, jobs.length, [])
  return null
}

/** Locks the account's meter and reserves the worst case of all jobs, unless that is refused. */
async function reserve(
  client: Client,
  jobs: Jobs,
  written: readonly number[],
): Promise<Refused | { remaining: Milli }> {
  const [{ account, key, standing = false }] = jobs
  const { worst, charged } = costOf(jobs)
  const { rows } = await client.query<{ verdict: Verdict; remaining: number; unreserved: number }>(
    'select verdict, remaining, unreserved from ledger_reserve($1, $2, $3, $4, $5)',
    [account, key, worst, charged, standing],
  )
  const { verdict, remaining, unreserved } = one(rows)
  if (verdict !== 'ok') return { refused: verdict, worst, unreserved }
  await refuseTooMany(client, account, jobs.length, written)
  return { remaining }
}

type Verdict = Exclude<Decision, 'rate'>

function costOf(jobs: Jobs): { worst: Milli; charged: Milli } {
  const charged = sumOf(jobs, ({ stored }) => stored.charge)
  return { charged, worst: charged + sumOf(jobs, ({ tasks }) => tasks.worst) }
}

/** Only with the lock on the account's meter are jobs that are made at the same moment counted one after another. */
async function refuseTooMany(
  client: Client,
  account: number,
  more: number,
  written: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ open: number; wait: number | null }>({
    name: 'jobs_room',
    text: `select (select count(*)::int from jobs where account = $1 and finished_at is null and id <> all($3::bigint[])) as open,
      (select ceil(extract(epoch from finished_at + interval '1 day' - ledger_now()))::int from jobs
        where account = $1 and unspent and finished_at > ledger_now() - interval '1 day' and id <> all($3::bigint[])
        order by finished_at desc offset $2 limit 1) as wait`,
    values: [account, LIMITS.unspentJobs - 1, written],
  })
  const { open, wait } = one(rows)
  if (open + more > LIMITS.openJobs) {
    throw new ApiError(
      'rate_limited',
      `An account can have at most ${LIMITS.openJobs} jobs that have not ended, and ${open} are open. Wait for one to end, or cancel one.`,
      { retryAfterSec: OPEN_JOBS_RETRY_SEC },
    )
  }
  if (wait !== null) {
    throw new ApiError(
      'rate_limited',
      `${LIMITS.unspentJobs} jobs of this account were canceled or failed within a day without any cost. Wait for Retry-After.`,
      { retryAfterSec: Math.max(1, wait) },
    )
  }
}

/** About how long a small job takes. */
const OPEN_JOBS_RETRY_SEC = 10

function sumOf<Item>(items: readonly Item[], read: (item: Item) => Milli): Milli {
  return items.reduce((sum, item) => sum + read(item), 0)
}

async function insertJob(client: Client, job: NewJob): Promise<{ id: number; publicId: string }> {
  const publicId = newId('job')
  const live = job.tasks.worst
  const receivers = await job.receivers?.(client)
  const { rows } = await client.query<{ id: number }>(
    `insert into jobs (public_id, account, key, kind, endpoint, request_id, request, cells_total, cells_done, tasks_total, reserved, held, spent, fill, hook, endpoints, upstream, created_at,
       status, started_at, finished_at, unspent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, ledger_now(), $18,
       case when $18 = 'done' then ledger_now() end, case when $18 = 'done' then ledger_now() end, $19) returning id`,
    [
      publicId,
      job.account,
      job.key,
      job.kind,
      job.usage,
      job.requestId,
      JSON.stringify(job.request),
      job.cellsTotal,
      job.stored.cells,
      job.tasks.count,
      job.stored.charge + live,
      live,
      job.stored.charge,
      job.fill ?? null,
      receivers?.hook ?? null,
      receivers?.endpoints ?? [],
      job.tasks.upstream && JSON.stringify(job.tasks.upstream),
      // With everything cached there is nothing left to do.
      job.tasks.count === 0 ? 'done' : 'queued',
      job.tasks.count === 0 && job.stored.charge === 0,
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
      job.usage,
      job.requestId,
      job.stored.charge,
      job.stored.cells,
      publicId,
    ],
  )
}

/** As JSON: the driver takes ten times as long to encode arrays of it. */
async function insertTasks(client: Client, job: number, { work, tasks }: NewJob): Promise<void> {
  let written = 0
  for (const some of piecesOf(tasks)) {
    await client.query(
      `insert into tasks (kind, job, no, source, first_cell, cells, worst, ask)
       select $2, $1, $4 + t.no, t.source, t.first_cell, t.cells, t.worst, t.ask
       from rows from (json_to_recordset($3::json) as ("source" text, "firstCell" int, "cells" int, "worst" bigint, "ask" jsonb))
         with ordinality as t(source, first_cell, cells, worst, ask, no)`,
      [job, work, JSON.stringify(some), written],
    )
    written += some.length
  }
}

/** Tasks per statement, and cells of all but the last of them: about as many as are made and encoded in a millisecond. */
const MOST_TASKS = 250
const MOST_CELLS = 2000

function* piecesOf(tasks: NewTasks): Generator<NewTask[]> {
  let some: NewTask[] = []
  let cells = 0
  for (const task of tasks) {
    some.push(task)
    cells += task.cells
    if (some.length < MOST_TASKS && cells < MOST_CELLS) continue
    yield some
    some = []
    cells = 0
  }
  if (some.length > 0) yield some
}
