import type { Pool } from '../db/pool.ts'

/** One process among those that share the work. */
export interface Membership {
  id: number
  /** Says that this process is alive; gives back what silent ones had under way. Tells how the others are doing. */
  beat(): Promise<Crew>
  /**
   * Gives back what stands under this one's name and is not in its hands: the answer to a claim may be lost after the claim was
   * made, and nobody else takes from somebody who lives. Not while a claim is under way.
   */
  keepOnly(inHand: readonly number[]): Promise<void>
  leave(): Promise<void>
}

export interface Crew {
  /** How many are at work, and which of them this one is, from 0. */
  size: number
  rank: number
  /** True where the others had taken this one for dead: what it had in hand is theirs now. */
  reborn: boolean
}

/** A worker that has said nothing for so long is dead to the others. */
export const SILENT_SEC = 10
export const BEAT_MS = 2000
/**
 * How long one who joins others waits before it begins: until then each of them has noticed, and takes no more than its new
 * share. Otherwise a source would for a moment be asked more at once than it may be.
 */
export const NOTICE_MS = BEAT_MS + 1000
/** For so long after a beat a worker may rely on not being taken for dead. */
export const TRUSTED_MS = SILENT_SEC * 1000 - BEAT_MS

/** Rows that are worked on by lease: each has a `state` (q = waiting, r = under way) and a `worker`. */
export type LeasedRows = 'tasks' | 'deliveries'

const NUMBER_OF = { tasks: 'id', deliveries: 'event' } as const satisfies Record<LeasedRows, string>

/** The crew of one kind of rows: whoever works on another kind is not counted. */
export async function joinCrew(
  pool: Pool,
  leased: LeasedRows,
  lanes: readonly string[] = [],
): Promise<Membership> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into workers (seen_at, rows, lanes) values (ledger_now(), $1, $2) returning id',
    [leased, lanes],
  )
  const id = rows[0]?.id ?? 0
  return {
    id,
    beat: async () => {
      const { rows: crew } = await pool.query<{ id: number; reborn: boolean }>({
        name: `worker_beat_${leased}`,
        text: beatOf(leased),
        values: [id, SILENT_SEC, leased, lanes],
      })
      const ranks = crew.map((row) => row.id).toSorted((a, b) => a - b)
      const reborn = crew.some((row) => row.reborn)
      return { size: Math.max(1, ranks.length), rank: Math.max(0, ranks.indexOf(id)), reborn }
    },
    keepOnly: async (inHand) => {
      await pool.query(
        `update ${leased} set state = 'q', worker = null
         where worker = $1 and state = 'r' and ${NUMBER_OF[leased]} <> all($2::bigint[])`,
        [id, inHand],
      )
    },
    leave: async () => {
      await pool.query(`update ${leased} set state = 'q', worker = null where worker = $1 and state = 'r'`, [
        id,
      ])
      await pool.query('delete from workers where id = $1', [id])
    },
  }
}

/** A process that was paused and comes back finds its place taken; it takes a new one by beating again. */
const beatOf = (leased: LeasedRows) => `
with alive as (
  insert into workers (id, seen_at, rows, lanes) overriding system value values ($1, ledger_now(), $3, $4)
  on conflict (id) do update set seen_at = excluded.seen_at returning id, xmax = 0 as reborn
), silent as (
  delete from workers where rows = $3 and seen_at < ledger_now() - $2 * interval '1 second' and id <> $1 returning id
), orphans as (
  update ${leased} l set state = 'q', worker = null
  where state = 'r' and (worker in (select id from silent) or not exists (select 1 from workers w where w.id = l.worker))
)
select id, false as reborn from workers
where rows = $3 and seen_at >= ledger_now() - $2 * interval '1 second' and id <> $1
union all select id, reborn from alive`

/** This worker's part of what a source may be asked at once: the parts of all add up to the whole. */
export function shareOf(cap: number, { size, rank }: Pick<Crew, 'size' | 'rank'>): number {
  return Math.floor(cap / size) + (rank < cap % size ? 1 : 0)
}
