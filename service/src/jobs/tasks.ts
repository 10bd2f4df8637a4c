import type { Client, Pool } from '../db/pool.ts'
import type { Milli } from '../kernel/credits.ts'
import { newOrderedId } from '../kernel/ids.ts'

/** A task in a worker's hands. The attempt is its fence: settled under another one, it changes nothing. */
export interface Task {
  id: number
  /** Whose it is: a job's, or a refresh's. */
  job: number | null
  refresh: number | null
  attempt: number
  source: string
  ask: unknown
}

export interface TaskOutcome {
  task: Task
  /** False where no cell of it could be had. */
  succeeded: boolean
  cells: number
  charge: Milli
  counts: { live: number; cached: number; free: number }
}

/**
 * Takes up to so many waiting tasks of each source, the next in turn first, of jobs and of refreshes alternately: neither can
 * keep the other waiting. Rows that another worker is taking are passed over.
 */
export async function claimTasks(
  pool: Pool,
  worker: number,
  wants: ReadonlyMap<string, number>,
): Promise<Task[]> {
  const asked = [...wants].filter(([, want]) => want > 0)
  if (asked.length === 0) return []
  const { rows } = await pool.query<Task & { turn: number }>({
    name: 'tasks_claim',
    text: CLAIM,
    values: [asked.map(([source]) => source), asked.map(([, want]) => want), worker],
  })
  const left = await begin(pool, worker, rows)
  return left.toSorted((a, b) => a.turn - b.turn || a.id - b.id)
}

/** Takes tasks that nobody can do any more: no worker serves their lane. */
export async function claimStrays(pool: Pool, worker: number): Promise<Task[]> {
  const { rows } = await pool.query<Task>({ name: 'tasks_strays', text: STRAYS, values: [worker] })
  return begin(pool, worker, rows)
}

/**
 * Their jobs are running now, unless they were canceled: a task of such a one that comes back into the queue, because its worker
 * died or stopped, is dropped by whoever takes it next.
 */
async function begin<T extends Task>(pool: Pool, worker: number, tasks: readonly T[]): Promise<T[]> {
  const jobs = [...new Set(tasks.flatMap(({ job }) => job ?? []))]
  if (jobs.length === 0) return [...tasks]
  const { rows } = await pool.query<{ id: number }>({
    name: 'tasks_begin',
    text: `with begun as (
        update jobs set status = 'running', started_at = ledger_now() where id = any($1::bigint[]) and status = 'queued'
      )
      select id from jobs where id = any($1::bigint[]) and status = 'canceled'`,
    values: [jobs],
  })
  const canceled = new Set(rows.map(({ id }) => id))
  for (const job of canceled) {
    const ofJob = tasks.filter((task) => task.job === job)
    await letGo(pool, worker, job, ofJob)
  }
  return tasks.filter(({ job }) => job === null || !canceled.has(job))
}

const STRAYS = `
with picked as (
  select id from tasks
  where state = 'q' and source not in (select unnest(lanes) from workers where rows = 'tasks')
  order by id limit 100 for update skip locked
)
update tasks set state = 'r', worker = $1, attempt = attempt + 1 from picked where tasks.id = picked.id
returning tasks.id, tasks.attempt, tasks.source, tasks.ask, tasks.job, tasks.refresh`

const CLAIM = `
with picked as (
  select t.id, t.turn from unnest($1::text[], $2::int[]) as w(source, want) cross join lateral (
    select id, row_number() over (order by no, id) as turn from (
      select id, no from tasks where source = w.source and state = 'q' and refresh is null
        and (due is null or due <= ledger_now())
      order by no, id limit w.want for update skip locked
    ) of_jobs
    union all
    select id, row_number() over (order by no, id) from (
      select id, no from tasks where source = w.source and state = 'q' and refresh is not null
      order by no, id limit w.want for update skip locked
    ) of_refreshes
    order by turn, id limit w.want
  ) t
)
update tasks set state = 'r', worker = $3, attempt = attempt + 1 from picked where tasks.id = picked.id
returning tasks.id, tasks.attempt, tasks.source, tasks.ask, tasks.job, tasks.refresh, picked.turn`

/** Back into the queue, for whoever comes next. */
export async function giveBack(pool: Pool, worker: number, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  await pool.query(
    "update tasks set state = 'q', worker = null where id = any($1::bigint[]) and worker = $2 and state = 'r'",
    [tasks.map(({ id }) => id), worker],
  )
}

/** When a task may be tried again: at a moment, or after so many milliseconds. */
export type Later = { at: Date } | { afterMs: number }

/** Back into the queue, until its time has come. */
export async function postpone(pool: Pool, worker: number, task: Task, later: Later): Promise<void> {
  await pool.query(
    `update tasks set state = 'q', worker = null, due = coalesce($4, ledger_now() + $5 * interval '1 millisecond')
     where id = $1 and attempt = $2 and worker = $3 and state = 'r'`,
    [
      task.id,
      task.attempt,
      worker,
      'at' in later ? later.at : null,
      'afterMs' in later ? later.afterMs : null,
    ],
  )
}

/** Null where the job may begin one more at once; otherwise when to come back for it. */
export async function takeJobTurn(pool: Pool, job: number, everyMs: number): Promise<Date | null> {
  const { rows } = await pool.query<{ due: Date | null }>({
    name: 'job_turn',
    text: "select job_turn($1, $2 * interval '1 millisecond') as due",
    values: [job, everyMs],
  })
  return rows[0]?.due ?? null
}

/** Those of a canceled job that were not begun: nobody does them any more, and their credits are free again. */
export async function letGo(pool: Pool, worker: number, job: number, tasks: readonly Task[]): Promise<void> {
  await pool.query('select tasks_let_go($1, $2, $3)', [tasks.map(({ id }) => id), worker, job])
}

/** In the transaction that has just written their cells. */
export async function settleTasks(client: Client, outcomes: readonly TaskOutcome[]): Promise<void> {
  const column = (read: (outcome: TaskOutcome) => unknown) => outcomes.map(read)
  await client.query({
    name: 'tasks_settle',
    text: 'select tasks_settle($1, $2, $3, $4, $5, $6, $7, $8, $9)',
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
}
