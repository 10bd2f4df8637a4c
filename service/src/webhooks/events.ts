import type { Client } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'

export const EVENT_TYPES = [
  'watch.available',
  'watch.points_lte',
  'watch.price_lte',
  'watch.changed',
  'watch.rebook',
  'watch.undercut',
  'watch.attention',
  'watch.test',
  'booking.better',
  'booking.deadline',
  'job.done',
  'endpoint.verify',
  'endpoint.paused',
  'endpoint.test',
  'schedule.done',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Where events go: to the address of one watch or job, or to endpoints of the account. Both by their numbers. */
export interface Receivers {
  hook: number | null
  endpoints?: readonly number[]
}

export interface NewEvent extends Receivers {
  account: number
  type: EventType
  /** The public id of its watch, or of its booking. */
  watchId: string | null
  jobId: string | null
  /** The fields after `id`, `type` and `created_at`. */
  body: Record<string, unknown>
  /** A test: sent once without retries, whatever the endpoint's filter, even to a receiver that is paused. */
  once?: boolean
}

/** The channel that announces events to deliver. */
export const DELIVERIES_CHANNEL = 'deliveries_waiting'

/**
 * Stores events as the exact bytes to send and makes them due, in the caller's transaction, so that an event exists exactly if
 * its cause does. Call it once and late in a transaction: it blocks other writers of the same accounts until the commit. Returns
 * the ids in the order given.
 */
export async function recordEvents(client: Client, events: readonly NewEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const column = <T>(read: (event: NewEvent) => T) => events.map(read)
  const { rows } = await client.query<{ now: Date }>('select events_begin($1) as now', [
    column(({ account }) => account),
  ])
  const createdAt = one(rows).now.toISOString()
  const ids = events.map(() => newId('evt'))
  const targets = events.flatMap(({ hook, endpoints = [], once = false }, index) =>
    [...(hook === null ? [] : [hook]), ...endpoints].map((to) => ({ id: ids[index], to, once })),
  )
  await client.query({
    name: 'events_record',
    text: RECORD,
    values: [
      ids,
      column(({ account }) => account),
      column(({ type }) => type),
      column(({ hook }) => hook),
      column(({ watchId }) => watchId),
      column(({ jobId }) => jobId),
      events.map(({ type, body }, index) =>
        Buffer.from(JSON.stringify({ id: ids[index], type, created_at: createdAt, ...body })),
      ),
      createdAt,
      targets.map(({ id }) => id),
      targets.map(({ to }) => to),
      targets.map(({ once }) => once),
      DELIVERIES_CHANNEL,
      LIMITS.unverifiedDays,
    ],
  })
  return ids
}

/**
 * An endpoint gets no delivery if it was deleted or its filter leaves the event out. Nothing is sent to a receiver that is paused:
 * its events are kept to be read with the API. Events for an address that is not verified wait for its owner, and are dropped when
 * they come due before that.
 */
const RECORD = `
with written as (
  insert into events (public_id, account, type, hook, watch, job, body, created_at)
  select e.id, e.account, e.type, e.hook, e.watch, e.job, e.body, $8
  from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bytea[]) with ordinality
    as e(id, account, type, hook, watch, job, body, n)
  order by e.n
  returning no, public_id, account, type
), receivers as (
  select w.no, w.account, h.id as hook, h.lane, t.once, (case
      when h.unverified and w.type <> 'endpoint.verify' then case when h.paused_at is null and not t.once then 'w' else 'f' end
      when h.paused_at is null or t.once then 'q' else 'f' end)::"char" as state
  from written w join unnest($9::text[], $10::bigint[], $11::boolean[]) as t(id, hook, once) on t.id = w.public_id
    join hooks h on h.id = t.hook
  where h.public_id is null or (h.retired_at is null and (t.once or h.events is null or w.type = any(h.events)
    or w.type = 'endpoint.verify'))
), queued as (
  insert into deliveries (event, account, hook, lane, state, due_at, once)
  select no, account, hook, lane, state,
    case when state = 'w' then $8::timestamptz + $13::int * interval '1 day' else $8::timestamptz end, once
  from receivers
)
select pg_notify($12, '')`
