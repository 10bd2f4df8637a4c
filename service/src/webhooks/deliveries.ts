import type { Client, Pool } from '../db/pool.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Done, LeasedRow } from '../leases/work.ts'
import type { AttemptVerdict, Kind } from './receiver.ts'
import { WAITS_MS } from './schedule.ts'

/** A delivery leased to a worker. */
export interface Delivery extends LeasedRow {
  account: number
  hook: number
  lane: number
  receiver: Kind
  /** The public id of the endpoint; null for the address of a watch or job. */
  endpoint: string | null
  address: string
  eventId: string
  type: string
  watchId: string | null
  jobId: string | null
  body: Buffer
  once: boolean
  /** The endpoint was paused, or its address is not verified, after the event was queued. */
  isBlocked: boolean
  /** Still encrypted, each for this hook. */
  secret: Buffer
  oldSecret: Buffer | null
}

/** The result of an attempt. */
export interface Attempt {
  verdict: AttemptVerdict
  status: number | null
  error: string | null
  durationMs: number
  answer: string | null
  retryAfterMs: number
  jitter: number
  /** Other deliveries whose events were part of the same message. */
  included: readonly number[]
}

/** How many attempts may run in one process: in total, per account, per account and host, and per endpoint. */
export interface Caps {
  total: number
  account: number
  lane: number
  endpoint: number
}

/** Takes due deliveries that can start at once, the longest waiting first. None are held back. */
export async function claimDeliveries(
  pool: Pool,
  worker: number,
  underWay: Iterable<Delivery>,
  caps: Caps,
): Promise<Delivery[]> {
  const lanes = new Map<number, number>()
  const accounts = new Map<number, number>()
  let running = 0
  for (const { lane, account } of underWay) {
    lanes.set(lane, (lanes.get(lane) ?? 0) + 1)
    accounts.set(account, (accounts.get(account) ?? 0) + 1)
    running += 1
  }
  if (running >= caps.total) return []
  const { rows } = await pool.query<Delivery>({
    name: 'deliveries_claim',
    text: CLAIM,
    values: [
      worker,
      caps.total - running,
      [...lanes.keys()],
      [...lanes.values()],
      caps.lane,
      [...accounts.keys()],
      [...accounts.values()],
      caps.account,
      caps.endpoint,
    ],
  })
  return rows
}

/**
 * Jumps from lane to lane in the index instead of scanning it: ten thousand events for a receiver that hangs cost the others one
 * step. (When the index also held deliveries waiting for a retry, 5,000 lanes of dead receivers made each claim 100 times slower.)
 * Takes only as many of each lane as may still start, and looks at no more lanes of an account than it may start attempts. Lanes
 * below zero are those of endpoints.
 */
export const CLAIM = `
with recursive lanes as (
  (select lane, due_at, account from deliveries where state = 'q' order by lane, due_at limit 1)
  union all
  select next.lane, next.due_at, next.account from lanes cross join lateral (
    select d.lane, d.due_at, d.account from deliveries d
    where d.state = 'q' and d.lane > lanes.lane order by d.lane, d.due_at limit 1
  ) next
), moment as materialized (
  select ledger_now() as now
), accounts as materialized (
  select * from unnest($6::bigint[], $7::int[]) as a(account, running)
), open as (
  select lanes.lane, lanes.due_at, limits.room - coalesce(busy.running, 0) as room,
    row_number() over (partition by lanes.account order by lanes.due_at) + coalesce(a.running, 0) as place
  from lanes cross join lateral (select case when lanes.lane < 0 then $9::int else $5::int end as room) limits
    left join unnest($3::bigint[], $4::int[]) as busy(lane, running) on busy.lane = lanes.lane
    left join accounts a on a.account = lanes.account
  where lanes.due_at <= (select now from moment) and coalesce(busy.running, 0) < limits.room
), due as (
  select lane, room from open where place <= $8::int order by due_at limit $2
), picked as (
  select d.id, d.account, d.due_at from due cross join lateral (
    select id, account, due_at from deliveries
    where state = 'q' and lane = due.lane and due_at <= (select now from moment)
    order by due_at limit due.room for update skip locked
  ) d
), fair as (
  select id from (
    select p.id, p.due_at, row_number() over (partition by p.account order by p.due_at) + coalesce(a.running, 0) as place
    from picked p left join accounts a on a.account = p.account
  ) ranked where place <= $8::int order by due_at limit $2
), taken as (
  update deliveries d set state = 'r', worker = $1, attempt = d.attempt + 1 from fair where d.id = fair.id
  returning d.id, d.event, d.attempt, 'delivery' as kind, d.lane::text as share, d.account, d.hook, d.lane, d.once
)
select taken.*, e.public_id as "eventId", e.type, e.watch as "watchId", e.job as "jobId", e.body, h.kind as receiver, h.public_id as endpoint,
  h.address, h.public_id is not null and (h.unverified and e.type <> 'endpoint.verify' or h.paused_at is not null and not taken.once)
    as "isBlocked", h.secret, case when h.old_until > (select now from moment) then h.old_secret end as "oldSecret"
from taken join events e on e.no = taken.event join hooks h on h.id = taken.hook`

/** Marks deliveries as due when their wait is over. */
export async function ripenDeliveries(pool: Pool): Promise<void> {
  await pool.query({
    name: 'deliveries_ripen',
    text: `update deliveries set state = 'q' where id in (
        select id from deliveries where state = 'w' and due_at <= (select ledger_now())
        order by due_at limit $1 for update skip locked
      )`,
    values: [MOST_RIPENED],
  })
}

const MOST_RIPENED = 1000

/** What became of an attempt that was recorded. */
export interface Settled {
  row: Delivery
  /** The endpoint has been failing for so long that it should be paused. */
  isHopeless: boolean
}

/** Records the results of attempts, each at most once: the delivery must still be running in that attempt. */
export async function settleAttempts(
  database: Pool | Client,
  made: readonly Done<Delivery, Attempt>[],
): Promise<Settled[]> {
  const column = <T>(read: (attempt: Attempt) => T) => made.map(({ result }) => read(result))
  const { rows } = await database.query<{ id: number; isHopeless: boolean }>({
    name: 'deliveries_settle',
    text: SETTLE,
    values: [
      made.map(({ row }) => row.id),
      made.map(({ row }) => row.attempt),
      column(({ verdict }) => verdict),
      column(({ status }) => status),
      column(({ error }) => error),
      column(({ durationMs }) => durationMs),
      column(({ retryAfterMs }) => retryAfterMs),
      column(({ jitter }) => jitter),
      column(({ answer }) => answer),
      WAITS_MS,
      LIMITS.endpointFailingHours,
    ],
  })
  const hopeless = new Map(rows.map(({ id, isHopeless }) => [id, isHopeless]))
  return made.flatMap(({ row }) => {
    const isHopeless = hopeless.get(row.id)
    return isHopeless === undefined ? [] : [{ row, isHopeless }]
  })
}

/**
 * The row knows its step in the schedule: a redelivery may have been requested during the attempt. If its watch was deleted
 * meanwhile, this attempt was the last. Of an endpoint, the start of a run of failures is noted; most attempts change nothing there.
 * A plain `state = 'r'` would let the planner use the index of running deliveries: when statistics say that none runs, it compares
 * each of them with each result, and a group of 256 took five seconds.
 */
export const SETTLE = `
with made as (
  select * from unnest($1::bigint[], $2::int[], $3::text[], $4::int[], $5::text[], $6::int[], $7::bigint[], $8::float8[],
    $9::text[]) as m(id, attempt, verdict, status, error, duration_ms, retry_after_ms, jitter, answer)
), settled as (
  update deliveries d set worker = null, attempts = d.attempts + 1, step = d.step + 1, last_status = made.status,
    state = (case when made.verdict = 'delivered' then 'd'
      when made.verdict in ('gone', 'dropped') or d.once or d.step >= cardinality($10::bigint[]) or exists (
        select 1 from hooks h where h.id = d.hook and h.retired_at is not null and h.paused_at is not null
      ) then 'f' else 'w' end)::"char",
    due_at = ledger_now() + greatest(($10::bigint[])[d.step + 1] * made.jitter, made.retry_after_ms) * interval '1 ms'
  from made where d.id = made.id and made.attempt = case when d.state = 'r' then d.attempt end
  returning d.id, d.hook, d.attempts, made.status, made.error, made.duration_ms, made.verdict, made.answer
), logged as (
  insert into delivery_attempts (delivery, no, at, status, error, duration_ms, answer)
  select id, attempts, ledger_now() - duration_ms * interval '1 ms', status, error, duration_ms, answer from settled
), forgotten as (
  delete from delivery_attempts a using settled s
  where s.attempts > ${LIMITS.deliveryAttempts} and a.delivery = s.id and a.no <= s.attempts - ${LIMITS.deliveryAttempts}
), endpoints as (
  select h.id, h.failing_since, s.delivered from (
    select hook, bool_or(verdict = 'delivered') as delivered from settled where verdict <> 'dropped' group by hook
  ) s
  join hooks h on h.id = s.hook where h.public_id is not null and (h.failing_since is not null or not s.delivered)
  order by h.id for update of h
), noted as (
  update hooks h set failing_since = case when e.delivered then null else coalesce(e.failing_since, ledger_now()) end
  from endpoints e where h.id = e.id and (e.delivered or e.failing_since is null)
)
select s.id, e.failing_since is not null and not e.delivered and e.failing_since <= ledger_now() - $11 * interval '1 hour'
  as "isHopeless"
from settled s left join endpoints e on e.id = s.hook`

/** Notes that other deliveries went out in the same message, as one attempt each. */
export async function settleIncluded(client: Client, made: readonly Attempt[]): Promise<void> {
  const rows = made.flatMap(({ included, status, durationMs }) =>
    included.map((id) => ({ id, status, durationMs })),
  )
  if (rows.length === 0) return
  await client.query({
    name: 'deliveries_settle_included',
    text: `with settled as (
        update deliveries d set state = 'd', worker = null, attempts = d.attempts + 1, last_status = m.status
        from unnest($1::bigint[], $2::int[], $3::int[]) as m(id, status, duration_ms)
        where d.id = m.id and d.state in ('q', 'w', 'r') returning d.id, d.attempts, m.status, m.duration_ms
      )
      insert into delivery_attempts (delivery, no, at, status, error, duration_ms)
      select id, attempts, ledger_now() - duration_ms * interval '1 ms', status, null, duration_ms from settled`,
    values: [
      rows.map(({ id }) => id),
      rows.map(({ status }) => status),
      rows.map(({ durationMs }) => durationMs),
    ],
  })
}

/** Hooks whose receiver answered 410, unless their address has changed since: nothing more is sent to them automatically. */
export async function stillThere(
  client: Client,
  gone: readonly Delivery[],
): Promise<{ own: number[]; endpoints: number[] }> {
  const { rows } = await client.query<{ id: number; isEndpoint: boolean }>(
    `select distinct h.id, h.public_id is not null as "isEndpoint" from hooks h
     join unnest($1::bigint[], $2::text[]) as g(hook, address) on h.id = g.hook and h.address = g.address order by h.id`,
    [gone.map(({ hook }) => hook), gone.map(({ address }) => address)],
  )
  const idsOf = (wanted: boolean) => rows.flatMap(({ id, isEndpoint }) => (isEndpoint === wanted ? [id] : []))
  return { own: idsOf(false), endpoints: idsOf(true) }
}

/** Why nothing is sent to a hook any more. */
export const PAUSE_REASONS = ['requested', 'gone', 'failing', 'unsubscribed'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** Pauses those that are not paused yet, and returns them. Their pending deliveries fail, except tests. */
export async function pauseHooks(
  client: Client,
  hooks: readonly number[],
  reason: PauseReason = 'requested',
): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with chosen as (
       select id from hooks where id = any($1::bigint[]) and paused_at is null order by id for update
     )
     update hooks h set paused_at = ledger_now(), pause_reason = $2, failing_since = null
     from chosen where h.id = chosen.id returning h.id`,
    [hooks, reason],
  )
  await client.query(
    "update deliveries set state = 'f' where hook = any($1::bigint[]) and state::text in ('q', 'w') and not once",
    [hooks],
  )
  return rows.map(({ id }) => id)
}
