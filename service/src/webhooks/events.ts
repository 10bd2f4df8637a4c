import type { Client } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { newId } from '../kernel/ids.ts'

export const EVENT_TYPES = [
  'watch.available',
  'watch.points_lte',
  'watch.changed',
  'watch.rebook',
  'watch.undercut',
  'watch.attention',
  'watch.test',
  'job.done',
  'schedule.done',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface NewEvent {
  account: number
  type: EventType
  /** Null for an event without an address of its own: it is not delivered, but can be read. */
  hook: number | null
  /** The public id of its watch or job. */
  watchId: string | null
  jobId: string | null
  /** The fields after `id`, `type` and `created_at`. */
  body: Record<string, unknown>
  /** Sent once without retries, even to a receiver that is gone. */
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
      column(({ once }) => once ?? false),
      createdAt,
      DELIVERIES_CHANNEL,
    ],
  })
  return ids
}

/** Nothing is sent to a receiver that is gone: its events are kept to be read with the API. */
const RECORD = `
with written as (
  insert into events (public_id, account, type, hook, watch, job, body, created_at)
  select e.id, e.account, e.type, e.hook, e.watch, e.job, e.body, $9
  from unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bytea[]) with ordinality
    as e(id, account, type, hook, watch, job, body, n)
  order by e.n
  returning no, public_id, account, hook
), queued as (
  insert into deliveries (event, account, hook, lane, state, due_at, once)
  select w.no, w.account, w.hook, h.lane,
    (case when h.paused_at is null or o.once then 'q' else 'f' end)::"char", $9, o.once
  from written w join hooks h on h.id = w.hook
    join unnest($1::text[], $8::boolean[]) as o(id, once) on o.id = w.public_id
)
select pg_notify($10, '')`
