import type { Client, Pool } from '../db/pool.ts'
import { newId } from '../kernel/ids.ts'
import type { RunChanges } from './changes.ts'
import type { Ask } from './request.ts'
import type { Refusal, Run } from './run.ts'
import type { RunFigures } from './run-figures.ts'
import type { Delivery, Schedule } from './schedule.ts'

const RUN = `select r.id as no, r.public_id as id, r.due_at as "dueAt", r.created_at as "createdAt", r.status, r.reason, r.message, r.job,
  r.cells, r.credits, r.ended_at as "endedAt", s.format from schedule_runs r join schedules s on s.id = r.schedule`

export async function listRuns(
  pool: Pool,
  schedule: number,
  before: number | null,
  limit: number,
): Promise<Run[]> {
  const { rows } = await pool.query<Run>(
    `${RUN} where r.schedule = $1 and ($2::bigint is null or r.id < $2) order by r.id desc limit $3`,
    [schedule, before, limit],
  )
  return rows
}

export async function findRun(
  database: Pool | Client,
  schedule: number,
  id: string,
): Promise<Run | undefined> {
  const { rows } = await database.query<Run>(`${RUN} where r.schedule = $1 and r.public_id = $2`, [
    schedule,
    id,
  ])
  return rows[0]
}

/** The newest run of each of these schedules, by schedule. */
export async function findLastRuns(
  database: Pool | Client,
  schedules: readonly number[],
): Promise<Map<number, Run>> {
  const { rows } = await database.query<Run & { schedule: number }>(
    `select x.*, l.id as schedule from unnest($1::bigint[]) as l(id) cross join lateral (
       ${RUN} where r.schedule = l.id order by r.id desc limit 1) x`,
    [schedules],
  )
  return new Map(rows.map(({ schedule, ...run }) => [schedule, run]))
}

/** The ask of a schedule, and the job of its newest run that was done: null if there was none. Undefined if the schedule was deleted. */
export async function findLastDone(
  pool: Pool,
  schedule: number,
): Promise<{ ask: Ask; job: string | null } | undefined> {
  const { rows } = await pool.query<{ ask: Ask; job: string | null }>(
    `select s.ask, (select r.job from schedule_runs r where r.schedule = s.id and r.status = 'done' order by r.id desc limit 1) as job
     from schedules s where s.id = $1 and s.deleted_at is null`,
    [schedule],
  )
  return rows[0]
}

/** Whether a run of it has not ended. The schedule must be locked. */
export async function hasOpenRun(client: Client, schedule: number, except: number | null): Promise<boolean> {
  const { rows } = await client.query(
    'select 1 from schedule_runs where schedule = $1 and ended_at is null and ($2::bigint is null or id <> $2)',
    [schedule, except],
  )
  return rows.length > 0
}

/** A run asked by hand, which a worker begins. The schedule must be locked and have no open run. */
export async function queueRun(client: Client, { no, account }: Schedule): Promise<string> {
  const id = newId('run')
  await client.query(
    `insert into schedule_runs (public_id, schedule, account, created_at, status) values ($1, $2, $3, ledger_now(), 'queued')`,
    [id, no, account],
  )
  return id
}

/** A run asked by hand that no worker has begun, locked. */
export async function lockQueued(
  client: Client,
  anyOrder: boolean,
): Promise<{ no: number; id: string; schedule: number } | undefined> {
  const { rows } = await client.query<{ no: number; id: string; schedule: number }>(
    `select id as no, public_id as id, schedule from schedule_runs where ended_at is null and status = 'queued'
     order by ${anyOrder ? 'random()' : 'schedule_runs.id'} limit 1 for update skip locked`,
  )
  return rows[0]
}

/** How a run begins: with a job, or not at all. */
export type Beginning = { job: string } | { refusal: Refusal; message: string }

/** `run`: the queued run that begins; otherwise a new one at its time. */
export async function recordBeginning(
  client: Client,
  schedule: Schedule,
  run: { no: number; id: string } | null,
  beginning: Beginning,
): Promise<string> {
  const isRefused = 'refusal' in beginning
  const values = [
    isRefused ? 'refused' : 'running',
    isRefused ? beginning.refusal : null,
    isRefused ? beginning.message : null,
    isRefused ? null : beginning.job,
    isRefused,
  ]
  if (run) {
    await client.query(
      `update schedule_runs set status = $2, reason = $3, message = $4, job = $5,
         ended_at = case when $6::boolean then ledger_now() end where id = $1`,
      [run.no, ...values],
    )
    return run.id
  }
  const id = newId('run')
  await client.query(
    `insert into schedule_runs (public_id, schedule, account, due_at, created_at, status, reason, message, job, ended_at)
     values ($1, $2, $3, $4, ledger_now(), $5, $6, $7, $8, case when $9::boolean then ledger_now() end)`,
    [id, schedule.no, schedule.account, schedule.nextRunAt, ...values],
  )
  return id
}

/** A run that has ended, as its event tells. */
export interface ToldRun extends Pick<Run, 'reason' | 'message' | 'job' | 'cells' | 'credits' | 'format'> {
  account: number
  id: string
  status: string
  scheduleId: string
  name: string
  deliver: Delivery
  endpoints: string[]
  /** Null if there was nothing to compare it with. */
  changes: RunChanges | null
  /** How the hotel stands that it is about; null for other runs. */
  figures: RunFigures | null
}

export type EndedRun = Omit<ToldRun, 'changes' | 'figures'> & {
  no: number
  ask: Ask
  body: object
  /** The job of the run before that was done; null if there is none. */
  before: string | null
}

/** Ends runs whose jobs have ended. Each is returned once, by one worker. */
export async function endRuns(client: Client): Promise<EndedRun[]> {
  const { rows } = await client.query<EndedRun>(
    `with ended as (
       select r.id, j.status, j.cells_done, j.spent from schedule_runs r join jobs j on j.public_id = r.job
       where r.ended_at is null and j.finished_at is not null order by r.id limit 50 for no key update of r skip locked
     ), told as (
       update schedule_runs r set status = e.status, cells = e.cells_done, credits = e.spent, ended_at = ledger_now()
       from ended e where r.id = e.id returning r.*
     )
     select t.id as no, t.account, t.public_id as id, t.status, t.reason, t.message, t.job, t.cells, t.credits, s.format,
       s.public_id as "scheduleId", s.name, s.deliver, s.endpoints, s.ask, s.body,
       (select p.job from schedule_runs p where p.schedule = t.schedule and p.id < t.id and p.status = 'done'
         order by p.id desc limit 1) as before
     from told t join schedules s on s.id = t.schedule order by t.id`,
  )
  return rows
}
