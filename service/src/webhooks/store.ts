import type { Pool } from '../db/pool.ts'
import { LIMITS } from '../kernel/limits.ts'
import { DELIVERIES_CHANNEL, type EventType } from './events.ts'

export interface AttemptRow {
  at: Date
  status: number | null
  error: string | null
  durationMs: number
  answer: string | null
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const STATUS = "case d.state when 'd' then 'delivered' when 'f' then 'failed' else 'pending' end"

/** The state of one delivery. */
export interface DeliveryRow {
  /** The public id of the endpoint; null for the address of a watch or job. */
  endpoint: string | null
  status: DeliveryStatus
  attempts: number
  lastStatus: number | null
  /** Null while it waits for its address to be verified. */
  dueAt: Date | null
  log: AttemptRow[]
}

/** A stored event and its deliveries. */
export interface EventRow {
  no: number
  id: string
  body: Buffer
  /** Whether it went to endpoints, and not to the address of its watch or job. */
  toEndpoints: boolean
  deliveries: DeliveryRow[]
}

export interface EventsQuery {
  account: number
  /** Null: from the first event, or the last one. */
  after: number | null
  watchId: string | null
  type: EventType | null
  /** The public id of an endpoint that the event went to. */
  endpoint: string | null
  /** Of a delivery, and if an endpoint is named, of the delivery to it. */
  status: DeliveryStatus | null
  /** Epoch milliseconds; the end is not included. */
  from: number | null
  to: number | null
  order: 'asc' | 'desc'
  limit: number
}

/** Oldest first, or newest first, with the last attempt of each delivery. Reading never misses an event, because numbers become visible in order (events_begin). */
export async function readEvents(pool: Pool, query: EventsQuery): Promise<EventRow[]> {
  const beyond = query.order === 'asc' ? '>' : '<'
  return withDeliveries(
    pool,
    `e.account = $1 and ($2::bigint is null or e.no ${beyond} $2) and ($3::text is null or e.watch = $3)
       and ($4::text is null or e.type = $4)
       and ($6::text is null and $7::text is null or exists (
         select 1 from deliveries d left join hooks h on h.id = d.hook where d.event = e.no
           and ($6::text is null or h.public_id = $6) and ($7::text is null or ${STATUS} = $7)))
       and ($8::float8 is null or e.created_at >= to_timestamp($8 / 1000))
       and ($9::float8 is null or e.created_at < to_timestamp($9 / 1000))
     order by e.no ${query.order} limit $5`,
    [
      query.account,
      query.after,
      query.watchId,
      query.type,
      query.limit,
      query.endpoint,
      query.status,
      query.from,
      query.to,
    ],
    1,
  )
}

/** One event by its number, with every attempt. */
export async function readEvent(pool: Pool, account: number, no: number): Promise<EventRow | undefined> {
  const one = 'e.account = $1 and e.no = $2'
  const rows = await withDeliveries(pool, one, [account, no], LIMITS.deliveryAttempts)
  return rows[0]
}

/** The number and type of one of the account's events; undefined for another account's. */
export async function findEvent(
  pool: Pool,
  account: number,
  id: string,
): Promise<{ no: number; type: EventType } | undefined> {
  const { rows } = await pool.query<{ no: number; type: EventType }>(
    'select no, type from events where public_id = $2 and account = $1',
    [account, id],
  )
  return rows[0]
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
 * Makes deliveries due now and restarts their retry schedule: those that have not arrived, or all if all have. A running attempt
 * continues: if it fails, the schedule starts from the beginning. Nothing goes to endpoints that were deleted or are unverified.
 */
export async function redeliverEvent(pool: Pool, account: number, no: number): Promise<EventRow | undefined> {
  await pool.query(
    `with again as (
       update deliveries d set step = 0, state = (case when d.state = 'r' then 'r' else 'q' end)::"char",
         due_at = case when d.state = 'r' then d.due_at else ledger_now() end
       from hooks h where d.event = $1 and d.account = $2 and h.id = d.hook
         and (h.public_id is null or (h.retired_at is null and not h.unverified))
         and (d.state <> 'd' or not exists (select 1 from deliveries o where o.event = $1 and o.state <> 'd'))
       returning d.id
     ) select pg_notify($3, '') from again`,
    [no, account, DELIVERIES_CHANNEL],
  )
  return readEvent(pool, account, no)
}

async function withDeliveries(
  pool: Pool,
  where: string,
  values: unknown[],
  attemptsOfEach: number,
): Promise<EventRow[]> {
  const { rows: events } = await pool.query<Omit<EventRow, 'deliveries'>>(
    `select e.no, e.public_id as id, e.body, e.hook is null as "toEndpoints" from events e where ${where}`,
    values,
  )
  const { rows: deliveries } = await pool.query<Omit<DeliveryRow, 'log'> & { id: number; event: number }>(
    `select d.id, d.event, h.public_id as endpoint, d.attempts, d.last_status as "lastStatus",
       case when h.unverified and e.type <> 'endpoint.verify' then null else d.due_at end as "dueAt",
       ${STATUS} as status
     from deliveries d join events e on e.no = d.event left join hooks h on h.id = d.hook
     where d.event = any($1::bigint[]) order by d.event, d.id`,
    [events.map(({ no }) => no)],
  )
  const { rows: attempts } = await pool.query<AttemptRow & { delivery: number }>(
    `select a.delivery, a.at, a.status, a.error, a.duration_ms as "durationMs", a.answer
     from unnest($1::bigint[]) d(id) cross join lateral (
       select * from delivery_attempts where delivery = d.id order by no desc limit $2) a
     order by a.delivery, a.no`,
    [deliveries.map(({ id }) => id), attemptsOfEach],
  )
  const logs = Map.groupBy(attempts, ({ delivery }) => delivery)
  const logged = deliveries.map((delivery) => Object.assign(delivery, { log: logs.get(delivery.id) ?? [] }))
  const byEvent = Map.groupBy(logged, ({ event }) => event)
  return events.map((event) => Object.assign(event, { deliveries: byEvent.get(event.no) ?? [] }))
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
     ), ended as (
       select no from oldest where created_at < ledger_now() - $1 * interval '1 day'
         and not exists (select 1 from deliveries d where d.event = oldest.no and d.state not in ('d', 'f'))
     ), gone as (
       delete from deliveries d using ended where d.event = ended.no returning d.id
     ), unlogged as (
       delete from delivery_attempts a using gone where a.delivery = gone.id
     ), forgotten as (
       delete from events e using ended where e.no = ended.no returning e.public_id, e.account, e.no
     )
     insert into forgotten_events select public_id, account, no, ledger_now() from forgotten`,
    [days, MOST_FORGOTTEN],
  )
  return rowCount ?? 0
}

/** Deletes the events of an account, but for those that are being delivered now. Returns how many. */
export async function forgetEventsOf(pool: Pool, account: number): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { rowCount } = await pool.query(
      `with ended as (
         select no from events where account = $1
           and not exists (select 1 from deliveries d where d.event = events.no and d.state = 'r') limit $2
       ), gone as (
         delete from deliveries d using ended where d.event = ended.no returning d.id
       ), unlogged as (
         delete from delivery_attempts a using gone where a.delivery = gone.id
       )
       delete from events e using ended where e.no = ended.no`,
      [account, MOST_FORGOTTEN],
    )
    const count = rowCount ?? 0
    forgotten += count
    if (count < MOST_FORGOTTEN) return forgotten
  }
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
