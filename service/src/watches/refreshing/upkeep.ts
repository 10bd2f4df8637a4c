import { forget } from '../../db/forget.ts'
import { inTransaction, type Pool } from '../../db/pool.ts'
import { retireHooks } from '../../webhooks/hooks.ts'
import { takeUp } from '../store.ts'
import { expire } from './rounds.ts'

/** Periodic maintenance of watches. Each function returns how many items it handled. */

const AT_ONCE = 500
/** Thousands of watches may resume at the start of a month: their refreshes are spread over this time. */
const SPREAD_SEC = 45

/** Whether the account has the credits for the next round, and the daily cap of the key leaves them. */
const CAN_PAY = `w.needs <= m.allowance - m.held - m.used
  and (k.daily_cap is null or w.needs <= key_room_now(w.account, w.key))`

/** Resumes watches that can be paid for again: after a new period, a larger plan, released credits or a new day. */
export async function resumeSuspended(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows: able } = await client.query<{ refresh: number }>({
      name: 'watches_able',
      text: `select w.refresh from watches w join meters_now m on m.account = w.account join keys k on k.id = w.key
        where w.status = 'suspended' and w.deleted_at is null and ${CAN_PAY}
        order by w.id limit $1`,
      values: [AT_ONCE],
    })
    if (able.length === 0) return 0
    const refreshes = [...new Set(able.map(({ refresh }) => refresh))]
    await client.query('select 1 from refreshes where id = any($1::bigint[]) order by id for update', [
      refreshes,
    ])
    const { rows } = await client.query<{ id: number }>(
      `select w.id from watches w join meters_now m on m.account = w.account join keys k on k.id = w.key
       where w.refresh = any($1::bigint[]) and w.status = 'suspended' and w.deleted_at is null and ${CAN_PAY}
       order by w.id for update of w`,
      [refreshes],
    )
    await takeUp(
      client,
      rows.map(({ id }) => id),
    )
    await client.query(
      `update refreshes set due_at = least(due_at, ledger_now() + random() * $2 * interval '1 second')
       where id = any($1::bigint[])`,
      [refreshes, SPREAD_SEC],
    )
    return rows.length
  })
}

/** Expires watches even if they are paused or suspended. */
export async function expirePast(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `select id from refreshes where last <= earliest_night() and last < earliest_night_at(source, code) and watchers > 0
       order by id limit $1 for update skip locked`,
      [AT_ONCE],
    )
    await expire(
      client,
      rows.map(({ id }) => id),
    )
    return rows.length
  })
}

/** Deletes watches some time after their last night, as if their owner had. Nothing more is sent to their address. */
export async function forgetExpired(pool: Pool, days: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ hook: number | null }>(
      `update watches set deleted_at = ledger_now() where id in (
         select w.id from watches w join refreshes r on r.id = w.refresh
         where w.status = 'expired' and w.deleted_at is null and r.last < (ledger_now() - $1 * interval '1 day')::date
         limit $2 for update of w skip locked)
       returning hook`,
      [days, AT_ONCE],
    )
    await retireHooks(
      client,
      rows.flatMap(({ hook }) => hook ?? []),
    )
    return rows.length
  })
}

/** Deletes leftovers. */
export async function sweep(pool: Pool): Promise<number> {
  const leftovers = [
    ['watches', 'deleted_at is not null and held = 0'],
    ['watch_nights', 'night < earliest_night()'],
    ['watched_places', 'watchers = 0'],
    [
      'refreshes',
      'watchers = 0 and tasks_open = 0 and not exists (select 1 from watches w where w.refresh = refreshes.id)',
    ],
  ] as const
  let gone = 0
  for (const [table, where] of leftovers) gone += await forget(pool, table, where)
  return gone
}
