import type { Pool } from '../db/pool.ts'
import { DELIVERIES_CHANNEL, type EventType } from './events.ts'

export interface AttemptRow {
  at: Date
  status: number | null
  error: string | null
  durationMs: number
}

/** A stored event and the state of its delivery. */
export interface EventRow {
  no: number
  id: string
  body: Buffer
  /** Null if it is not delivered. */
  status: 'pending' | 'delivered' | 'failed' | null
  attempts: number
  lastStatus: number | null
  dueAt: Date
  log: AttemptRow[]
}

export interface EventsQuery {
  account: number
  after: number
  watchId: string | null
  type: EventType | null
  limit: number
}

/** Oldest first. Reading never misses an event, because numbers become visible in order (events_begin). */
export async function readEvents(pool: Pool, query: EventsQuery): Promise<EventRow[]> {
  return withLogs(
    pool,
    `e.account = $1 and e.no > $2 and ($3::text is null or e.watch = $3) and ($4::text is null or e.type = $4)
     order by e.no limit $5`,
    [query.account, query.after, query.watchId, query.type, query.limit],
  )
}

/** The number of one of the account's events; undefined for another account's. */
export async function findEvent(pool: Pool, account: number, id: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ no: number }>(
    'select no from events where public_id = $2 and account = $1',
    [account, id],
  )
  return rows[0]?.no
}

/** The position of one of the account's events, even if it has been deleted, to continue after it. */
export async function findPlace(pool: Pool, account: number, id: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ no: number }>(
    `select no from events where public_id = $2 and account = $1
     union all select no from forgotten_events where public_id = $2 and account = $1`,
    [account, id],
  )
  return rows[0]?.no
}

/**
 * Makes a delivery due now and restarts its retry schedule. A running attempt continues: if it fails, the schedule starts from
 * the beginning.
 */
export async function redeliverEvent(pool: Pool, account: number, no: number): Promise<EventRow | undefined> {
  await pool.query(
    `with again as (
       update deliveries set step = 0, state = (case when state = 'r' then 'r' else 'q' end)::"char",
         due_at = case when state = 'r' then due_at else ledger_now() end
       where event = $1 and account = $2 returning event
     ) select pg_notify($3, '') from again`,
    [no, account, DELIVERIES_CHANNEL],
  )
  const rows = await withLogs(pool, 'e.account = $1 and e.no = $2', [account, no])
  return rows[0]
}

async function withLogs(pool: Pool, where: string, values: unknown[]): Promise<EventRow[]> {
  const { rows: events } = await pool.query<Omit<EventRow, 'log'>>(
    `select e.no, e.public_id as id, e.body, d.attempts, d.last_status as "lastStatus", d.due_at as "dueAt",
       case d.state when 'd' then 'delivered' when 'f' then 'failed' else case when d.event is not null then 'pending' end end as status
     from events e left join deliveries d on d.event = e.no where ${where}`,
    values,
  )
  const { rows: attempts } = await pool.query<AttemptRow & { event: number }>(
    `select event, at, status, error, duration_ms as "durationMs" from delivery_attempts
     where event = any($1::bigint[]) order by event, no`,
    [events.map(({ no }) => no)],
  )
  const logs = Map.groupBy(attempts, ({ event }) => event)
  return events.map((event) => Object.assign(event, { log: logs.get(event.no) ?? [] }))
}

const MOST_FORGOTTEN = 5000

/**
 * Deletes events older than this many days, in batches, except those still being delivered. Numbers grow with time, so the
 * oldest are at the start of the primary key and need no index on the time.
 */
export async function forgetOldEvents(pool: Pool, days: number): Promise<number> {
  const { rowCount } = await pool.query(
    `with oldest as (
       select no, created_at from events order by no limit $2
     ), gone as (
       delete from deliveries d using oldest
       where d.event = oldest.no and oldest.created_at < ledger_now() - $1 * interval '1 day' and d.state in ('d', 'f')
       returning d.event
     ), unlogged as (
       delete from delivery_attempts a using gone where a.event = gone.event
     ), forgotten as (
       delete from events e using oldest left join gone on gone.event = oldest.no
       where e.no = oldest.no and (gone.event is not null
         or e.hook is null and oldest.created_at < ledger_now() - $1 * interval '1 day')
       returning e.public_id, e.account, e.no
     )
     insert into forgotten_events select public_id, account, no, ledger_now() from forgotten`,
    [days, MOST_FORGOTTEN],
  )
  return rowCount ?? 0
}

/** Deletes positions of events after this many days. */
export async function forgetOldPlaces(pool: Pool, days: number): Promise<number> {
  const { rowCount } = await pool.query(
    `with oldest as (
       select public_id, forgotten_at from forgotten_events order by no limit $2
     )
     delete from forgotten_events f using oldest
     where f.public_id = oldest.public_id and oldest.forgotten_at < ledger_now() - $1 * interval '1 day'`,
    [days, MOST_FORGOTTEN],
  )
  return rowCount ?? 0
}
