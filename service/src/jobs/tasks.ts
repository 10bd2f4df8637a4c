import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { Milli } from '../kernel/credits.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import { newOrderedId } from '../kernel/ids.ts'
import type { LeasedRow, Room, WorkQueue } from '../leases/work.ts'
import { noteFailures } from './failures.ts'
import type { JobKind } from './job.ts'

/** A task leased to a worker. Only its kind of work reads the question. */
export interface Task extends LeasedRow {
  /** The owner: a job, a refresh, or none. */
  job: number | null
  refresh: number | null
  /** The account that the job is for; null without a job. */
  account: number | null
  /** Which call made the job; null without a job. */
  jobKind: JobKind | null
  /** The source to call, whose concurrency limit applies. */
  source: string
  ask: unknown
}

export interface TaskOutcome {
  task: Pick<Task, 'id' | 'attempt' | 'job' | 'source'>
  /** False if no cell could be fetched. */
  succeeded: boolean
  cells: number
  charge: Milli
  counts: { live: number; cached: number; free: number }
  /** The cells that could not be fetched, by hotel. */
  failures: readonly { hotelCode: string; code: ErrorCode; cells: number }[]
}

/** The channel that announces new tasks, or, with a number, a canceled job. */
export const TASKS_CHANNEL = 'tasks_waiting'

export function createTaskQueue(pool: Pool): WorkQueue<Task> {
  return {
    table: 'tasks',
    channel: TASKS_CHANNEL,
    claim: (worker, { places }) => claimTasks(pool, worker, places),
    claimUnserved: (worker, kinds) => claimUnserved(pool, worker, kinds),
    recall: (payload) => {
      const job = Number(payload)
      return {
        isMeant: (task) => task.job === job,
        letGo: (worker, tasks) => letGo(pool, worker, job, tasks),
      }
    },
    letGoIfCalledOff: async (worker, task) => {
      if (task.job !== null) await letGo(pool, worker, task.job, [task])
    },
  }
}

/**
 * Takes up to the given number of waiting tasks per share, next in turn first, alternating between kinds so that none blocks
 * another. Skips rows that another worker is taking.
 */
export async function claimTasks(pool: Pool, worker: number, places: Room<Task>['places']): Promise<Task[]> {
  if (places.length === 0) return []
  const { rows } = await pool.query<Task & { turn: number }>({
    name: 'tasks_claim',
    text: CLAIM,
    values: [
      places.map(({ kind }) => kind),
      places.map(({ share }) => share),
      places.map(({ name }) => name),
      places.map(({ want }) => want),
      worker,
    ],
  })
  const left = await begin(pool, worker, rows)
  return left.toSorted((a, b) => a.turn - b.turn || a.id - b.id)
}

/** Takes tasks that no worker can do, because their source is no longer in any catalog. Workers take seconds to notice a new one. */
async function claimUnserved(pool: Pool, worker: number, kinds: readonly string[]): Promise<Task[]> {
  const { rows } = await pool.query<Task>({
    name: 'tasks_unserved',
    text: UNSERVED,
    values: [worker, kinds],
  })
  return begin(pool, worker, rows)
}

/**
 * Marks their jobs as running, unless they were canceled. If a task of a canceled job returns to the queue because its worker
 * died or stopped, the next worker drops it.
 */
async function begin<T extends Task>(pool: Pool, worker: number, tasks: readonly T[]): Promise<T[]> {
  const jobs = [...new Set(tasks.flatMap(({ job }) => job ?? []))]
  if (jobs.length === 0) return [...tasks]
  const { rows } = await pool.query<{ id: number; account: number; kind: JobKind; canceled: boolean }>({
    name: 'tasks_begin',
    text: `with begun as (
        update jobs set status = 'running', started_at = ledger_now() where id = any($1::bigint[]) and status = 'queued'
      )
      select id, account, kind, status = 'canceled' as canceled from jobs where id = any($1::bigint[])`,
    values: [jobs],
  })
  const canceled = new Set(rows.flatMap((job) => (job.canceled ? [job.id] : [])))
  const owners = new Map(rows.map(({ id, account, kind }) => [id, { account, jobKind: kind }]))
  for (const job of canceled) {
    const ofJob = tasks.filter((task) => task.job === job)
    await letGo(pool, worker, job, ofJob)
  }
  return tasks.flatMap((task) => {
    if (task.job === null) return [task]
    return canceled.has(task.job) ? [] : [{ ...task, ...owners.get(task.job) }]
  })
}

const TAKEN =
  'tasks.id, tasks.attempt, tasks.kind, tasks.source as share, tasks.source, tasks.ask, tasks.job, tasks.refresh, null as account, null as "jobKind"'

const UNSERVED = `
with picked as (
  select id from tasks
  where state = 'q' and kind = any($2::text[])
    and kind || '/' || source not in (select unnest(serves) from workers where rows = 'tasks')
    and source not in (select id from connected_sources where changed_at > ledger_now() - interval '30 seconds')
  order by id limit 100 for update skip locked
)
update tasks set state = 'r', worker = $1, attempt = attempt + 1 from picked where tasks.id = picked.id
returning ${TAKEN}`

const CLAIM = `
with picked as (
  select t.id, t.no, p.kind, p.share, p.want
  from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as p(kind, source, share, want) cross join lateral (
    select id, no from tasks where kind = p.kind and source = p.source and state = 'q'
      and (due is null or due <= ledger_now())
    order by no, id limit p.want for update skip locked
  ) t
), in_turn as (
  select *, row_number() over (partition by share, kind order by no, id) as turn from picked
), chosen as (
  select id, turn, want, row_number() over (partition by share order by turn, id) as place from in_turn
)
update tasks set state = 'r', worker = $5, attempt = attempt + 1
from chosen where tasks.id = chosen.id and chosen.place <= chosen.want
returning ${TAKEN}, chosen.turn`

/** Null if the job may start one more task now; otherwise when to check again. */
export async function takeJobTurn(pool: Pool, job: number, everyMs: number): Promise<Date | null> {
  const { rows } = await pool.query<{ due: Date | null }>({
    name: 'job_turn',
    text: "select job_turn($1, $2 * interval '1 millisecond') as due",
    values: [job, everyMs],
  })
  return one(rows).due
}

/** Drops the tasks of a canceled job that have not started, and releases their credits. */
export async function letGo(pool: Pool, worker: number, job: number, tasks: readonly Task[]): Promise<void> {
  await pool.query('select tasks_let_go($1, $2, $3)', [tasks.map(({ id }) => id), worker, job])
}

/** Runs in the transaction that has just written their cells. Returns the tasks that were settled here, not by an earlier attempt. */
export async function settleTasks(
  client: Client,
  outcomes: readonly TaskOutcome[],
): Promise<ReadonlySet<number>> {
  const column = (read: (outcome: TaskOutcome) => unknown) => outcomes.map(read)
  const { rows } = await client.query<{ task: number }>({
    name: 'tasks_settle',
    text: 'select task from tasks_settle($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    values: [
      column(({ task }) => task.id),
      column(({ task }) => task.attempt),
      column(({ succeeded }) => succeeded),
      column(({ cells }) => cells),
      column(({ charge }) => charge),
      column(() => newOrderedId()),
      column(({ counts }) => counts.live),
      column(({ counts }) => counts.cached),
      column(({ counts }) => counts.free),
    ],
  })
  const settled = new Set(rows.map(({ task }) => task))
  await noteFailures(
    client,
    outcomes.flatMap(({ task: { id, job, source }, failures }) =>
      job === null || !settled.has(id) ? [] : failures.map((failure) => ({ job, source, ...failure })),
    ),
  )
  return settled
}
