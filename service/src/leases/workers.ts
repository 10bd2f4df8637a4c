import type { Pool } from '../db/pool.ts'

/** One process among those that share the work. */
export interface Membership {
  id: number
  /** Says that this process is alive; gives back what silent ones had under way. Tells how the others are doing. */
  beat(): Promise<Crew>
  leave(): Promise<void>
}

export interface Crew {
  /** How many are at work, and which of them this one is, from 0. */
  size: number
  rank: number
}

/** A worker that has said nothing for so long is dead to the others. */
export const SILENT_SEC = 10
export const BEAT_MS = 2000

export async function joinCrew(pool: Pool): Promise<Membership> {
  const { rows } = await pool.query<{ id: number }>(
    'insert into workers (seen_at) values (ledger_now()) returning id',
  )
  const id = rows[0]?.id ?? 0
  return {
    id,
    beat: async () => {
      const { rows: crew } = await pool.query<{ id: number }>({
        name: 'worker_beat',
        text: BEAT,
        values: [id, SILENT_SEC],
      })
      const ranks = crew.map((row) => row.id).toSorted((a, b) => a - b)
      return { size: Math.max(1, ranks.length), rank: Math.max(0, ranks.indexOf(id)) }
    },
    leave: async () => {
      await pool.query('update tasks set state = $2, worker = null where worker = $1 and state = $3', [
        id,
        'q',
        'r',
      ])
      await pool.query('delete from workers where id = $1', [id])
    },
  }
}

/** A process that was paused and comes back finds its place taken; it takes a new one by beating again. */
const BEAT = `
with alive as (
  insert into workers (id, seen_at) overriding system value values ($1, ledger_now())
  on conflict (id) do update set seen_at = excluded.seen_at returning id
), silent as (
  delete from workers where seen_at < ledger_now() - $2 * interval '1 second' and id <> $1 returning id
), orphans as (
  update tasks set state = 'q', worker = null
  where state = 'r' and (worker in (select id from silent) or not exists (select 1 from workers w where w.id = tasks.worker))
)
select id from workers where seen_at >= ledger_now() - $2 * interval '1 second'
union select id from alive`

/** This worker's part of what a source may be asked at once: the parts of all add up to the whole. */
export function shareOf(cap: number, { size, rank }: Crew): number {
  return Math.floor(cap / size) + (rank < cap % size ? 1 : 0)
}
