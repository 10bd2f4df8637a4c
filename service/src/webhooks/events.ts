import type { Client } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { newId } from '../kernel/ids.ts'

export const EVENT_TYPES = [
  'watch.available',
  'watch.points_lte',
  'watch.changed',
  'watch.rebook',
  'watch.undercut',
  'watch.test',
  'job.done',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

export interface NewEvent {
  account: number
  type: EventType
  hook: number
  /** The public id of the watch or the job that it is about. */
  watchId: string | null
  jobId: string | null
  /** What follows `id`, `type` and `created_at` in the event. */
  body: Record<string, unknown>
  /** Sent once, whatever comes of it, and even to a receiver that was gone. */
  once?: boolean
}

/** The channel on which workers hear that there is something to deliver. */
export const DELIVERIES_CHANNEL = 'deliveries_waiting'

/**
 * Writes events down, each as the very bytes that will be sent, and makes them due: in the caller's transaction, so they are there
 * exactly when what they tell of is. Call it once and late in a transaction: from here to its end other writers of the same
 * accounts wait. Returns their ids, in the order given.
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

/** To a receiver that is gone nothing is sent: its events are kept for whoever asks for them. */
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
