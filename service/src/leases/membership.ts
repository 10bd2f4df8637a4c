import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'

/** Tables processed by lease: each has a `state` (q = waiting, r = running), a `worker` and an `attempt`. */
export type LeasedTable = 'tasks' | 'deliveries'

/** Each table's column names for the row number and the earliest start. */
const COLUMNS = {
  tasks: { id: 'id', due: 'due' },
  deliveries: { id: 'id', due: 'due_at' },
} as const satisfies Record<LeasedTable, { id: string; due: string }>

/** This process as one of the workers of a table. */
export interface Membership {
  id: number
  /** Sends a heartbeat, returns the rows of silent workers to the queue, and counts the live workers. */
  beat(): Promise<Peers>
  /**
   * Returns rows that are leased to this process but not in its hands: the reply to a claim may be lost after its commit, and
   * nobody takes rows from a live worker. Not to be called during a claim.
   */
  keepOnly(inHand: readonly number[]): Promise<void>
  /** Returns a row to the queue, to start at once or at a given time. */
  handBack(rows: readonly Lease[], later?: Later): Promise<void>
  leave(): Promise<void>
}

/** A row held by a worker. The attempt is its fence: a settle with another attempt changes nothing. */
export interface Lease {
  id: number
  attempt: number
}

/** When a row may be retried: at a moment, or after so many milliseconds. */
export type Later = { at: Date } | { afterMs: number }

export interface Peers {
  /** The number of workers, and the index of this one, from 0. */
  size: number
  rank: number
  /** True if other workers considered this process dead and took its rows. */
  reborn: boolean
}

/** A worker without a heartbeat for this long is considered dead. */
export const SILENT_SEC = 10
export const BEAT_MS = 2000
/**
 * How long a new worker waits before it starts. By then the others have noticed it and keep to their smaller share; otherwise a
 * source would briefly get more concurrent calls than it allows.
 */
export const NOTICE_MS = BEAT_MS + 1000
/** For this long after a heartbeat, no other worker can consider this one dead. */
export const TRUSTED_MS = SILENT_SEC * 1000 - BEAT_MS

/** `serves` names what this process can work on now. Only workers of the same table are peers. */
export async function joinWorkers(
  pool: Pool,
  table: LeasedTable,
  serves: () => readonly string[],
): Promise<Membership> {
  const { id: idColumn } = COLUMNS[table]
  const { rows } = await pool.query<{ id: number }>(
    'insert into workers (seen_at, rows, serves) values (ledger_now(), $1, $2) returning id',
    [table, serves()],
  )
  const { id } = one(rows)
  return {
    id,
    beat: async () => {
      const { rows: alive } = await pool.query<{ id: number; reborn: boolean }>({
        name: `worker_beat_${table}`,
        text: beatOf(table),
        values: [id, SILENT_SEC, table, serves()],
      })
      const ids = alive.map((worker) => worker.id).toSorted((a, b) => a - b)
      const reborn = alive.some((worker) => worker.reborn)
      return { size: Math.max(1, ids.length), rank: Math.max(0, ids.indexOf(id)), reborn }
    },
    keepOnly: async (inHand) => {
      await pool.query(
        `update ${table} set state = 'q', worker = null
         where worker = $1 and state = 'r' and ${idColumn} <> all($2::bigint[])`,
        [id, inHand],
      )
    },
    handBack: (leases, later) => handBack(pool, table, id, leases, later),
    leave: async () => {
      await pool.query(`update ${table} set state = 'q', worker = null where worker = $1 and state = 'r'`, [
        id,
      ])
      await pool.query('delete from workers where id = $1', [id])
    },
  }
}

export async function handBack(
  pool: Pool,
  table: LeasedTable,
  worker: number,
  leases: readonly Lease[],
  later?: Later,
): Promise<void> {
  if (leases.length === 0) return
  const { id, due } = COLUMNS[table]
  await pool.query(
    `update ${table} t set state = 'q', worker = null,
       ${due} = coalesce($4, ledger_now() + $5 * interval '1 millisecond', t.${due})
     from unnest($1::bigint[], $2::int[]) as l(id, attempt)
     where t.${id} = l.id and t.attempt = l.attempt and t.worker = $3 and t.state = 'r'`,
    [
      leases.map((lease) => lease.id),
      leases.map(({ attempt }) => attempt),
      worker,
      later && 'at' in later ? later.at : null,
      later && 'afterMs' in later ? later.afterMs : null,
    ],
  )
}

/** A paused process may find its place taken; its next heartbeat gives it a new one. */
const beatOf = (table: LeasedTable) => `
with alive as (
  insert into workers (id, seen_at, rows, serves) overriding system value values ($1, ledger_now(), $3, $4)
  on conflict (id) do update set seen_at = excluded.seen_at, serves = excluded.serves returning id, xmax = 0 as reborn
), silent as (
  delete from workers where rows = $3 and seen_at < ledger_now() - $2 * interval '1 second' and id <> $1 returning id
), orphans as (
  update ${table} l set state = 'q', worker = null
  where state = 'r' and (worker in (select id from silent) or not exists (select 1 from workers w where w.id = l.worker))
)
select id, false as reborn from workers
where rows = $3 and seen_at >= ledger_now() - $2 * interval '1 second' and id <> $1
union all select id, reborn from alive`

/** This worker's part of a limit: the parts of all workers add up to the whole. */
export function partOf(cap: number, { size, rank }: Pick<Peers, 'size' | 'rank'>): number {
  if (cap === Infinity) return cap
  return Math.floor(cap / size) + (rank < cap % size ? 1 : 0)
}
