import type { Client } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import type { Night } from '../../kernel/dates.ts'
import { type Occupancy, occupancyNo } from '../../kernel/occupancy.ts'
import type { Kind } from '../../observations/cell-row.ts'
import { keyAt } from '../../observations/rows.ts'
import { KIND_LETTER } from '../../observations/store.ts'
import type { Source } from '../../sources/catalog/catalog.ts'
import type { Watch } from '../watch.ts'

/** What watches share: refreshes of the same nights, and watched places. Both count their watches. */

/** The watched stays. */
export interface Window {
  source: Source
  hotelCode: string
  first: Night
  last: Night
  los: number
  kind: Kind
  occupancy: Occupancy
  currency: string
}

/** Joins the refresh of these nights, or creates it, and makes it due. Locked until the transaction ends. */
export async function joinRefresh(
  client: Client,
  window: Window,
): Promise<{ no: number; underWay: boolean }> {
  const { rows } = await client.query<{ no: number; tasks_open: number }>(
    `insert into refreshes as r (source, code, kind, los, occ, currency, first, last, watchers, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, ledger_now())
     on conflict (source, code, kind, los, occ, currency, first, last) do update
       set watchers = r.watchers + 1, due_at = excluded.due_at
     returning id as no, tasks_open`,
    [
      window.source.id,
      window.hotelCode,
      window.kind,
      window.los,
      occupancyNo(window.occupancy),
      window.currency,
      window.first,
      window.last,
    ],
  )
  const { no, tasks_open: open } = one(rows)
  return { no, underWay: open > 0 }
}

/** From now on, every new observation of these stays at a hotel records a sighting. */
export async function joinPlace(
  client: Client,
  hotel: number,
  stay: Pick<Window, 'source' | 'los' | 'kind' | 'occupancy' | 'currency'>,
  isBooked = false,
): Promise<number> {
  const place = keyAt(hotel, stay)
  const { rows } = await client.query<{ id: number }>(
    `insert into watched_places as p (hotel, kind, los, occ, currency, watchers) values ($1, $2, $3, $4, $5, 1)
     on conflict (hotel, kind, los, occ, currency) do update set watchers = p.watchers + 1 returning id`,
    [place.hotel, KIND_LETTER[stay.kind], place.los, place.occ, place.currency],
  )
  const { id } = one(rows)
  await client.query(isBooked ? BOOKED_TURN : TURN, [id])
  return id
}

const TURN = `insert into place_turns (place) select $1 where not exists (select 1 from booked_turns where place = $1)
  on conflict do nothing`

/** The judge of the version before knows no bookings: it must not get the turn of a place that has one. */
const BOOKED_TURN = `with old as (delete from place_turns where place = $1)
  insert into booked_turns (place) values ($1) on conflict do nothing`

export async function leavePlaces(client: Client, places: readonly number[]): Promise<void> {
  const counts = [...Map.groupBy(places, (place) => place)].toSorted(([a], [b]) => a - b)
  await client.query(
    `update watched_places p set watchers = p.watchers - l.count
     from unnest($1::bigint[], $2::int[]) as l(id, count) where p.id = l.id`,
    [counts.map(([place]) => place), counts.map(([, all]) => all.length)],
  )
}

/** Leaves for good. The refreshes must be locked. */
export async function leaveAll(
  client: Client,
  watches: readonly Pick<Watch, 'refresh' | 'place' | 'channelPlace'>[],
): Promise<void> {
  const counts = [...Map.groupBy(watches, ({ refresh }) => refresh)]
  await client.query(
    `update refreshes r set watchers = r.watchers - l.count
     from unnest($1::bigint[], $2::int[]) as l(id, count) where r.id = l.id`,
    [counts.map(([refresh]) => refresh), counts.map(([, all]) => all.length)],
  )
  await leavePlaces(
    client,
    watches.flatMap(({ place, channelPlace }) => (channelPlace === null ? [place] : [place, channelPlace])),
  )
}

/** A refresh is always locked before its watches. One that was swept up meanwhile has no watches either. */
export async function lockRefresh(client: Client, no: number): Promise<{ underWay: boolean }> {
  const { rows } = await client.query<{ tasks_open: number }>(
    'select tasks_open from refreshes where id = $1 for update',
    [no],
  )
  return { underWay: rows.some(({ tasks_open: open }) => open > 0) }
}

/**
 * Sets when the refresh is next due: the shortest interval of its active watches after the last round began, but not
 * before one of them pays. Null without active watches. Returns whether it is due now.
 */
export async function reschedule(client: Client, no: number): Promise<boolean> {
  const { rows } = await client.query<{ due: boolean | null }>(
    `update refreshes r set due_at = (
       select case when bool_or(w.pay_after is null) then ledger_now()
         else greatest(r.started_at + min(w.refresh_sec) * interval '1 second', min(w.pay_after)) end
       from watches w where w.refresh = r.id and w.status = 'active' and w.deleted_at is null)
     where r.id = $1 returning due_at <= ledger_now() as due`,
    [no],
  )
  return rows.some(({ due }) => due === true)
}

/** Drops tasks that have not started if no watch pays for them. Running tasks finish and are charged. */
export async function dropWaiting(client: Client, no: number): Promise<void> {
  await client.query(
    `with gone as (
       delete from tasks where refresh = $1 and state = 'q'
         and not exists (select 1 from watches where refresh = $1 and deleted_at is null and held > 0)
       returning 1
     )
     update refreshes set tasks_open = tasks_open - (select count(*) from gone) where id = $1`,
    [no],
  )
}
