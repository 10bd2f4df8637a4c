import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { occupancyOf } from '../kernel/occupancy.ts'
import type { ConditionTerms } from './conditions/registry.ts'
import type { Watch, WatchStatus } from './watch.ts'

/** Reads and writes of watches outside rounds and judging. */

interface WatchRow extends Omit<Watch, 'occupancy'> {
  occ: number
}

const WATCH = `
select w.id as no, w.public_id as id, w.account, w.key, w.refresh, w.place, w.channel_place as "channelPlace", w.hook,
  h.address as url, w.endpoints, array(select e.public_id from hooks e where e.id = any(w.endpoints)
    order by array_position(w.endpoints, e.id)) as "endpointIds",
  w.status, w.attention, r.source, r.code as "hotelCode", n.name, r.first::text, r.last::text, r.los, r.kind, r.occ, r.currency,
  w.refresh_sec as "refreshSec", w.terms, w.after_sighting as "afterSighting", w.pay_after as "payAfter", w.held,
  w.held_for as "heldFor", w.asked_at as "askedAt",
  case when r.finished_at >= w.created_at then r.finished_at end as "lastRefreshAt",
  r.due_at as "nextRefreshAt", w.created_at as "createdAt", earliest_night_at(r.source, r.code)::text as earliest
from watches w join refreshes r on r.id = w.refresh left join hooks h on h.id = w.hook
  join hotels n on n.source = r.source and n.code = r.code`

/** `where` may name the columns of `watches` by `w`, and of `refreshes` by `r`. */
export async function readWatches(
  database: Pool | Client,
  where: string,
  values: unknown[],
): Promise<Watch[]> {
  const { rows } = await database.query<WatchRow>(`${WATCH} where ${where}`, values)
  return rows.map(({ occ, ...watch }) => Object.assign(watch, { occupancy: occupancyOf(occ) }))
}

/** One watch of an account, locked. Lock its refresh first. */
export async function lockWatch(client: Client, account: number, id: string): Promise<Watch | undefined> {
  const rows = await readWatches(
    client,
    'w.account = $1 and w.public_id = $2 and w.deleted_at is null for update of w',
    [account, id],
  )
  return rows[0]
}

export async function findWatch(
  database: Pool | Client,
  account: number,
  id: string,
): Promise<Watch | undefined> {
  const rows = await readWatches(database, 'w.account = $1 and w.public_id = $2 and w.deleted_at is null', [
    account,
    id,
  ])
  return rows[0]
}

/** Those that a key created, or all of an account, also of keys that were revoked since. */
export type WatchScope = { key: number } | { account: number }

/** Newest first. */
export async function listWatches(
  pool: Pool,
  scope: WatchScope,
  before: number | null,
  limit: number,
): Promise<Watch[]> {
  const [owner, no] = 'key' in scope ? ['w.key', scope.key] : ['w.account', scope.account]
  return readWatches(
    pool,
    `${owner} = $1 and w.condition <> 'booking' and w.deleted_at is null and ($2::bigint is null or w.id < $2) order by w.id desc limit $3`,
    [no, before, limit],
  )
}

/** The active watches of these refreshes, locked until the transaction ends. */
export async function lockActive(client: Client, refreshes: readonly number[]): Promise<Watch[]> {
  return readWatches(
    client,
    "w.refresh = any($1::bigint[]) and w.status = 'active' and w.deleted_at is null order by w.id for update of w",
    [refreshes],
  )
}

/** The watches that pay for the running rounds of these refreshes, active or not. */
export async function lockPaying(client: Client, refreshes: readonly number[]): Promise<Watch[]> {
  return readWatches(client, 'w.refresh = any($1::bigint[]) and w.held > 0 order by w.id for update of w', [
    refreshes,
  ])
}

/** Active watches on these places, as hotel or channel. */
export async function readOnDuty(client: Client, places: readonly number[]): Promise<Watch[]> {
  return readWatches(
    client,
    "(w.place = any($1::bigint[]) or w.channel_place = any($1::bigint[])) and w.status = 'active' and w.deleted_at is null",
    [places],
  )
}

/** Those of these watches that are still active, locked. */
export async function lockOnDuty(client: Client, nos: readonly number[]): Promise<Watch[]> {
  return readWatches(
    client,
    "w.id = any($1::bigint[]) and w.status = 'active' and w.deleted_at is null order by w.id for update of w",
    [nos],
  )
}

/** Counts an account's watches, or its bookings, that are not expired, under a lock. Call it late: transactions lock the account's row last. */
export async function countOpen(client: Client, account: number, bookings = false): Promise<number> {
  await client.query('select 1 from accounts where id = $1 for no key update', [account])
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from watches
     where account = $1 and (condition = 'booking') = $2 and deleted_at is null and status <> 'expired'`,
    [account, bookings],
  )
  return one(rows).count
}

export interface NewWatch {
  id: string
  account: number
  key: number
  requestId: string
  refresh: number
  place: number
  channelPlace: number | null
  hook: number | null
  endpoints: readonly number[]
  terms: ConditionTerms
  refreshSec: number
}

export async function insertWatch(client: Client, watch: NewWatch): Promise<void> {
  await client.query(
    `insert into watches (public_id, account, key, request_id, refresh, place, channel_place, hook, condition, terms,
       refresh_sec, endpoints, after_sighting, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, ${LAST_SIGHTING}, ledger_now())`,
    [
      watch.id,
      watch.account,
      watch.key,
      watch.requestId,
      watch.refresh,
      watch.place,
      watch.channelPlace,
      watch.hook,
      watch.terms.condition,
      JSON.stringify(watch.terms),
      watch.refreshSec,
      watch.endpoints,
    ],
  )
}

/**
 * A number instead of a time: clocks differ by more than a refresh takes. A sighting being written right now may have a
 * smaller number and appear later; it counts as earlier.
 */
const LAST_SIGHTING = "coalesce(pg_sequence_last_value('sightings_id_seq'), 0)"

export interface WatchChange {
  status?: WatchStatus
  refreshSec?: number
  terms?: ConditionTerms
  channelPlace?: number | null
}

/** The watch must be locked. Fields that are left out stay unchanged. */
export async function changeWatch(client: Client, no: number, change: WatchChange): Promise<void> {
  await client.query(
    `update watches set status = coalesce($2, status), terms = coalesce($3, terms),
       pay_after = pay_after + (coalesce($4, refresh_sec) - refresh_sec) * interval '1 second',
       refresh_sec = coalesce($4, refresh_sec),
       held_for = case when held > 0 and $3::jsonb is not null then coalesce(held_for, terms) else held_for end,
       channel_place = case when $5 then $6 else channel_place end
     where id = $1`,
    [
      no,
      change.status ?? null,
      change.terms === undefined ? null : JSON.stringify(change.terms),
      change.refreshSec ?? null,
      change.channelPlace !== undefined,
      change.channelPlace ?? null,
    ],
  )
}

/** Activates watches. The next observation is compared with the last one judged, whatever happened in between. */
export async function takeUp(client: Client, nos: readonly number[]): Promise<void> {
  await client.query("update watches set status = 'active' where id = any($1::bigint[])", [nos])
  await awaitNext(client, nos)
}

/** New terms have not been judged yet, and a new channel has not been observed yet. */
export async function beginAnew(client: Client, no: number, otherChannel: boolean): Promise<void> {
  await awaitNext(client, [no])
  await client.query(
    'update watch_nights set holds = null, channel = case when $2 then null else channel end where watch = $1',
    [no, otherChannel],
  )
}

async function awaitNext(client: Client, nos: readonly number[]): Promise<void> {
  await client.query(`update watches set after_sighting = ${LAST_SIGHTING} where id = any($1::bigint[])`, [
    nos,
  ])
  await client.query(
    'update watch_nights set seen = null, channel_seen = null where watch = any($1::bigint[])',
    [nos],
  )
}

export async function deleteWatch(client: Client, no: number): Promise<void> {
  await client.query('update watches set deleted_at = ledger_now() where id = $1', [no])
  await client.query('delete from watch_nights where watch = $1', [no])
}

/** Replaces where the events of a watch go. */
export async function changeReceivers(
  client: Client,
  no: number,
  { hook, endpoints }: { hook: number | null; endpoints: readonly number[] },
): Promise<void> {
  await client.query('update watches set hook = $2, endpoints = $3 where id = $1', [no, hook, endpoints])
}

/** Watches, or bookings, with nights ahead that name an endpoint. */
export async function countNaming(client: Client, endpoint: number, bookings = false): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from watches w join hooks h on h.account = w.account
     where h.id = $1 and w.endpoints @> array[h.id] and w.deleted_at is null and w.status <> 'expired'
       and (w.condition = 'booking') = $2`,
    [endpoint, bookings],
  )
  return one(rows).count
}

/** Pauses watches whose receivers answered 410. */
export async function pauseByHooks(client: Client, hooks: readonly number[]): Promise<void> {
  await client.query(
    `update watches set status = 'paused'
     where hook = any($1::bigint[]) and status in ('active', 'suspended') and deleted_at is null`,
    [hooks],
  )
}

/** Records a refresh on demand: the watch pays for its next round, no matter when it last paid. */
export async function noteAsked(client: Client, no: number, requestId: string): Promise<void> {
  await client.query(
    'update watches set asked_at = ledger_now(), asked_request = $2, pay_after = null where id = $1',
    [no, requestId],
  )
}
