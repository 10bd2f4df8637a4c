import type { Client, Pool } from '../db/pool.ts'
import type { Milli } from '../kernel/credits.ts'
import { newOrderedId } from '../kernel/ids.ts'
import type { LeasedRow, Room, WorkQueue } from '../leases/work.ts'

/** A task in a worker's hands. What it asks is known to the kind of work that it is. */
export interface Task extends LeasedRow {
  /** Whose it is: a job's, a refresh's, or nobody's. */
  job: number | null
  refresh: number | null
  /** The source it asks, and whose concurrency it takes part in. */
  source: string
  ask: unknown
}

export interface TaskOutcome {
  task: Pick<Task, 'id' | 'attempt'>
  /** False where no cell of it could be had. */
  succeeded: boolean
  cells: number
  charge: Milli
  counts: { live: number; cached: number; free: number }
}

/** The channel on which workers hear that there are tasks; or, with its number, that a job was canceled. */
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
 * Takes up to so many waiting tasks of each share, the next in turn first, and of its kinds alternately: none of them can keep
 * another waiting. Rows that another worker is taking are passed over.
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

/** Takes tasks that nobody can do any more, because their source has left the catalog of every worker. */
async function claimUnserved(pool: Pool, worker: number, kinds: readonly string[]): Promise<Task[]> {
  const { rows } = await pool.query<Task>({
    name: 'tasks_unserved',
    text: UNSERVED,
    values: [worker, kinds],
  })
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

const TAKEN =
  'tasks.id, tasks.attempt, tasks.kind, tasks.source as share, tasks.source, tasks.ask, tasks.job, tasks.refresh'

const UNSERVED = `
with picked as (
  select id from tasks
  where state = 'q' and kind = any($2::text[])
    and kind || '/' || source not in (select unnest(serves) from workers where rows = 'tasks')
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
