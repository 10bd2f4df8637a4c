import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { type BookingWatch, isBooking } from '../watches/judging/judge-bookings.ts'
import { readWatches } from '../watches/store.ts'
import type { Watch } from '../watches/watch.ts'
import type { Booking, BookingStatus } from './booking.ts'

type Beside = Pick<Booking, 'reference' | 'best' | 'closedAt'> & { watch: number; now: Date }

export async function findBooking(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<Booking | undefined> {
  const watches = await readWatches(
    database,
    'w.account = $1 and w.public_id = $2 and w.deleted_at is null',
    [account, id],
  )
  return (await withBooked(database, watches))[0]
}

export const SORTS = ['newest', 'checkin', 'cancel_by', 'saving', 'reference'] as const
export type Sort = (typeof SORTS)[number]

export interface BookingsQuery {
  /** Those that a key created, or all of an account. */
  scope: { key: number } | { account: number }
  status: BookingStatus | null
  search: string | null
  sort: Sort
  /** The number of the last booking on the page before. */
  after: number | null
  limit: number
}

/** Each with the number of the watch, so that every booking has its place. */
const ORDER: Readonly<Record<Sort, { by: string; next: '<' | '>' }>> = {
  newest: { by: 'w.id', next: '<' },
  checkin: { by: 'r.first', next: '>' },
  cancel_by: { by: 'b.cancel_by', next: '>' },
  saving: { by: "coalesce((b.best ->> 'saving_pct')::numeric, -1)", next: '<' },
  reference: { by: "lower(coalesce(b.reference, ''))", next: '>' },
}

const STATUS: Readonly<Record<BookingStatus, string>> = {
  closed: "(b.closed_at is not null or w.status = 'expired')",
  past_deadline: "(b.closed_at is null and w.status <> 'expired' and b.cancel_by <= ledger_now())",
  watching: "(b.closed_at is null and w.status <> 'expired' and b.cancel_by > ledger_now())",
}

const FROM = `bookings b join watches w on w.id = b.watch join refreshes r on r.id = w.refresh
  join hotels n on n.source = r.source and n.code = r.code`

export async function listBookings(
  pool: Pool,
  { scope, status, search, sort, after, limit }: BookingsQuery,
): Promise<Booking[]> {
  const [owner, no] = 'key' in scope ? ['w.key', scope.key] : ['w.account', scope.account]
  const { by, next } = ORDER[sort]
  const { rows } = await pool.query<{ id: number }>(
    `select w.id from ${FROM}
     where ${owner} = $1 and w.condition = 'booking' and w.deleted_at is null
       and ($2::bigint is null or (${by}, w.id) ${next} (select ${by}, w.id from ${FROM} where w.id = $2))
       and ${status === null ? 'true' : STATUS[status]}
       and ($3::text is null or strpos(lower(concat_ws(' ', b.reference, n.name, r.source, r.code, w.terms ->> 'room',
         r.first, w.public_id)), lower($3)) > 0)
     order by ${by} ${next === '<' ? 'desc' : 'asc'}, w.id ${next === '<' ? 'desc' : 'asc'} limit $4`,
    [no, after, search, limit],
  )
  const nos = rows.map(({ id }) => id)
  const watches = await readWatches(pool, 'w.id = any($1::bigint[]) and w.deleted_at is null', [nos])
  const byNo = new Map((await withBooked(pool, watches)).map((booking) => [booking.watch.no, booking]))
  return nos.flatMap((id) => byNo.get(id) ?? [])
}

/** Those of these watches that are bookings. */
async function withBooked(database: Pool | Client, watches: readonly Watch[]): Promise<Booking[]> {
  const bookings = watches.filter((watch): watch is Watch & BookingWatch => isBooking(watch))
  if (bookings.length === 0) return []
  const { rows } = await database.query<Beside>(
    `select watch, reference, best, closed_at as "closedAt", ledger_now() as now from bookings
     where watch = any($1::bigint[])`,
    [bookings.map(({ no }) => no)],
  )
  const besides = new Map(rows.map((row) => [row.watch, row]))
  return bookings.flatMap((watch): Booking[] => {
    const beside = besides.get(watch.no)
    if (!beside) return []
    const { reference, best, closedAt, now } = beside
    return [{ id: watch.id, watch, reference, best, closedAt, nowMs: now.getTime() }]
  })
}

export async function insertBooking(
  client: Client,
  id: string,
  { reference, cancelByMs }: { reference: string | null; cancelByMs: number },
): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `insert into bookings (watch, reference, cancel_by)
     select id, $2, $3 from watches where public_id = $1 returning watch as id`,
    [id, reference, new Date(cancelByMs)],
  )
  one(rows)
}

export interface BookedChange {
  reference?: string | null
  cancelByMs?: number
  closed?: boolean
  /** What was booked or paid is different: the last look says nothing about it. */
  forgetBest?: boolean
}

/** A later deadline is reminded of again. Its watch must be locked. */
export async function changeBooked(client: Client, watch: number, change: BookedChange): Promise<void> {
  const { reference, cancelByMs, closed, forgetBest = false } = change
  await client.query(
    `update bookings set
       reference = case when $2 then $3 else reference end,
       reminded_at = case when $4::timestamptz > cancel_by then null else reminded_at end,
       cancel_by = coalesce($4, cancel_by),
       closed_at = case when $5::boolean is null then closed_at when $5 then coalesce(closed_at, ledger_now()) end,
       best = case when $6 then null else best end
     where watch = $1`,
    [
      watch,
      reference !== undefined,
      reference ?? null,
      cancelByMs === undefined ? null : new Date(cancelByMs),
      closed ?? null,
      forgetBest,
    ],
  )
}
