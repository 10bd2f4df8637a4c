import type { Pool } from '../db/pool.ts'
import type { Queries } from '../db/replica/reads.ts'

/** The stretch of a hotel's past that the sandbox made. */
export interface MadePast {
  sinceMs: number
  untilMs: number
}

export async function readMadePast(database: Queries, hotel: number): Promise<MadePast | null> {
  const { rows } = await database.query<{ since: number; until: number }>({
    name: 'made_past_read',
    text: 'select since, until from made_pasts where hotel = $1',
    values: [hotel],
  })
  const [row] = rows
  return row ? { sinceMs: row.since, untilMs: row.until } : null
}

/** Marks hotels, before anything is made for them. Returns those that had no made past yet. */
export async function markMadePasts(
  pool: Pool,
  hotels: readonly number[],
  past: MadePast,
): Promise<number[]> {
  const { rows } = await pool.query<{ hotel: number }>(
    `insert into made_pasts (hotel, since, until) select hotel, $2, $3 from unnest($1::bigint[]) as hotel
     on conflict do nothing returning hotel`,
    [hotels, past.sinceMs, past.untilMs],
  )
  return rows.map(({ hotel }) => hotel)
}
