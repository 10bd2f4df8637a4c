import type { Pool } from '../db/pool.ts'

/** Tables that are worked off by lease: each has a `state` (q = waiting, r = under way), a `worker` and an `attempt`. */
export type LeasedTable = 'tasks' | 'deliveries'

/** How each table calls a row's number, and the time before which it must not begin. */
const COLUMNS = {
  tasks: { id: 'id', due: 'due' },
  deliveries: { id: 'event', due: 'due_at' },
} as const satisfies Record<LeasedTable, { id: string; due: string }>

/** This process among the workers of one table. */
export interface Membership {
  id: number
  /** Says that this process is alive, gives back what silent workers had under way, and counts those at work. */
  beat(): Promise<Peers>
  /**
   * Gives back what is leased to this process and not in its hands: the reply to a claim may be lost after the claim was
   * committed, and nobody takes rows from a living worker. Not while a claim is under way.
   */
  keepOnly(inHand: readonly number[]): Promise<void>
  /** Back into the queue, for whoever comes next: at once, or not before its time. */
  handBack(rows: readonly Lease[], later?: Later): Promise<void>
  leave(): Promise<void>
}

/** A row in the hands of a worker. The attempt is its fence: settled under another one, it changes nothing. */
export interface Lease {
  id: number
  attempt: number
}

/** When a row may be tried again: at a moment, or after so many milliseconds. */
export type Later = { at: Date } | { afterMs: number }

export interface Peers {
  /** How many workers there are, and which of them this one is, from 0. */
  size: number
  rank: number
  /** True where the others had taken this process for dead: what it had in hand is theirs now. */
  reborn: boolean
}

/** A worker that has been silent for so long is dead to the others. */
export const SILENT_SEC = 10
export const BEAT_MS = 2000
/**
 * How long a worker that joins others waits before it begins: by then each of them has noticed, and takes no more than its new
 * share. Otherwise a source would for a moment be asked more at once than it allows.
 */
export const NOTICE_MS = BEAT_MS + 1000
/** For so long after a heartbeat a worker can be sure that nobody takes it for dead. */
export const TRUSTED_MS = SILENT_SEC * 1000 - BEAT_MS

/** `serves` names what this process can work on. Only workers of the same table count as peers. */
export async function joinWorkers(
  pool: Pool,
  table: LeasedTable,
  serves: readonly string[],
): Promise<Membership> {
  const { id: idColumn } = COLUMNS[table]
  const { rows } = await pool.query<{ id: number }>(
    'insert into workers (seen_at, rows, serves) values (ledger_now(), $1, $2) returning id',
    [table, serves],
  )
  const [row] = rows
  if (!row) throw new Error('a worker could not be registered')
  const { id } = row
  return {
    id,
    beat: async () => {
      const { rows: alive } = await pool.query<{ id: number; reborn: boolean }>({
        name: `worker_beat_${table}`,
        text: beatOf(table),
        values: [id, SILENT_SEC, table, serves],
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

/** A process that was paused and comes back finds its place taken; its next heartbeat gives it a new one. */
const beatOf = (table: LeasedTable) => `
with alive as (
  insert into workers (id, seen_at, rows, serves) overriding system value values ($1, ledger_now(), $3, $4)
  on conflict (id) do update set seen_at = excluded.seen_at returning id, xmax = 0 as reborn
), silent as (
  delete from workers where rows = $3 and seen_at < ledger_now() - $2 * interval '1 second' and id <> $1 returning id
), orphans as (
  update ${table} l set state = 'q', worker = null
  where state = 'r' and (worker in (select id from silent) or not exists (select 1 from workers w where w.id = l.worker))
)
select id, false as reborn from workers
where rows = $3 and seen_at >= ledger_now() - $2 * interval '1 second' and id <> $1
union all select id, reborn from alive`

/** This worker's part of what may run at once: the parts of all workers add up to the whole. */
export function partOf(cap: number, { size, rank }: Pick<Peers, 'size' | 'rank'>): number {
  if (cap === Infinity) return cap
  return Math.floor(cap / size) + (rank < cap % size ? 1 : 0)
}
