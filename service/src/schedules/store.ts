import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { Schedule, ScheduleStatus } from './schedule.ts'

const SCHEDULE = `select s.id as no, s.public_id as id, s.account, s.key, s.request_id as "requestId", s.name, s.ask, s.body, s.every,
  s.at_minute as "atMinute", s.on_days as "onDays", s.timezone, s.max_credits as "maxCredits", s.format, s.deliver, s.endpoints, s.status,
  s.next_run_at as "nextRunAt", s.created_at as "createdAt" from schedules s`

async function read(database: Pool | Client, where: string, values: unknown[]): Promise<Schedule[]> {
  const { rows } = await database.query<Schedule>(`${SCHEDULE} where ${where}`, values)
  return rows
}

const OF_ACCOUNT = 's.account = $1 and s.public_id = $2 and s.deleted_at is null'

export async function findSchedule(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<Schedule | undefined> {
  return (await read(database, OF_ACCOUNT, [account, id]))[0]
}

/** The same, locked until the transaction ends. */
export async function lockSchedule(
  client: Client,
  account: number,
  id: string,
): Promise<Schedule | undefined> {
  return (await read(client, `${OF_ACCOUNT} for no key update`, [account, id]))[0]
}

/** One schedule whose time has come, locked. Another worker's are skipped. */
export async function lockDue(client: Client, anyOrder: boolean): Promise<Schedule | undefined> {
  const order = anyOrder ? 'random()' : 's.next_run_at'
  const where = `s.next_run_at <= ledger_now() order by ${order} limit 1 for no key update skip locked`
  return (await read(client, where, []))[0]
}

/** The schedule of a run, locked. */
export async function lockScheduleOf(client: Client, schedule: number): Promise<Schedule | undefined> {
  return (await read(client, 's.id = $1 and s.deleted_at is null for no key update', [schedule]))[0]
}

/** Newest first. */
export async function listSchedules(
  pool: Pool,
  account: number,
  before: number | null,
  limit: number,
): Promise<Schedule[]> {
  return read(
    pool,
    's.account = $1 and s.deleted_at is null and ($2::bigint is null or s.id < $2) order by s.id desc limit $3',
    [account, before, limit],
  )
}

/**
 * Counts under a lock on the account. Those deleted within a day count too: otherwise an account could create and delete large
 * ones all day, free of charge. Call it late: transactions lock the account's row last.
 */
export async function countSchedules(client: Client, account: number): Promise<number> {
  await client.query('select 1 from accounts where id = $1 for no key update', [account])
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from schedules
     where account = $1 and (deleted_at is null or deleted_at > ledger_now() - interval '1 day')`,
    [account],
  )
  return one(rows).count
}

export type NewSchedule = Omit<Schedule, 'no' | 'status' | 'createdAt'>

export async function insertSchedule(client: Client, schedule: NewSchedule): Promise<void> {
  await client.query(
    `insert into schedules (public_id, account, key, request_id, name, ask, body, every, at_minute, on_days, timezone, max_credits,
       format, endpoints, next_run_at, deliver, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, ledger_now())`,
    [schedule.id, schedule.account, schedule.key, schedule.requestId, ...contentOf(schedule)],
  )
}

/** The schedule must be locked. */
export async function updateSchedule(client: Client, schedule: Schedule): Promise<void> {
  await client.query(
    `update schedules set name = $3, ask = $4, body = $5, every = $6, at_minute = $7, on_days = $8, timezone = $9, max_credits = $10,
       format = $11, endpoints = $12, next_run_at = $13, deliver = $14, status = $2 where id = $1`,
    [schedule.no, schedule.status, ...contentOf(schedule)],
  )
}

function contentOf(schedule: NewSchedule): unknown[] {
  return [
    schedule.name,
    schedule.ask,
    JSON.stringify(schedule.body),
    schedule.every,
    schedule.atMinute,
    schedule.onDays,
    schedule.timezone,
    schedule.maxCredits,
    schedule.format,
    schedule.endpoints,
    schedule.nextRunAt,
    schedule.deliver,
  ]
}

/** The schedule must be locked. */
export async function moveOn(
  client: Client,
  no: number,
  { status, nextRunAt }: { status: ScheduleStatus; nextRunAt: Date | null },
): Promise<void> {
  await client.query('update schedules set status = $2, next_run_at = $3 where id = $1', [
    no,
    status,
    nextRunAt,
  ])
}

export async function markDeleted(client: Client, no: number): Promise<void> {
  await client.query(
    "update schedules set deleted_at = ledger_now(), next_run_at = null, body = '{}' where id = $1",
    [no],
  )
}

/** Deletes what was deleted this many days ago, and old runs. Returns how many rows. */
export async function forgetOldRuns(pool: Pool, days: number): Promise<number> {
  const { rowCount: runs } = await pool.query(
    `delete from schedule_runs where id in (select id from schedule_runs
       where ended_at < ledger_now() - $1 * interval '1 day' order by ended_at limit 5000)`,
    [days],
  )
  const { rowCount: schedules } = await pool.query(
    `delete from schedules s where deleted_at < ledger_now() - $1 * interval '1 day'
       and not exists (select 1 from schedule_runs r where r.schedule = s.id)`,
    [days],
  )
  return (runs ?? 0) + (schedules ?? 0)
}

/** How many schedules name an endpoint. */
export async function countNamingEndpoint(client: Client, endpoint: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from schedules s join hooks h on h.account = s.account
     where h.id = $1 and h.public_id = any(s.endpoints) and s.deleted_at is null`,
    [endpoint],
  )
  return one(rows).count
}
