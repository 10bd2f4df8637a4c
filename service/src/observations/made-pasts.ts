import { type Static, Type } from 'typebox'
import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { lastKnown } from '../kernel/last-known.ts'

export const MadePastSchema = nullable(
  Type.Object({
    hotels: Type.Integer({ description: 'Hotels whose past was made.' }),
    since: Timestamp('The beginning of the longest one.'),
    until: Timestamp('The end of the last one.'),
  }),
  'The past that the sandbox made, so that there is something to see. It is served like what was observed. Null if there is none.',
)

export type MadePast = Static<typeof MadePastSchema>

const KEPT_MS = 2000

export function createMadePast(pool: Pool): () => Promise<MadePast> {
  return lastKnown(() => readMadePast(pool), null, KEPT_MS)
}

async function readMadePast(pool: Pool): Promise<MadePast> {
  const { rows } = await pool.query<{ hotels: number; since: number | null; until: number | null }>({
    name: 'made_past_read',
    text: 'select count(*) as hotels, min(since) as since, max(until) as until from made_pasts',
  })
  const { hotels, since, until } = one(rows)
  if (since === null || until === null) return null
  return { hotels, since: new Date(since).toISOString(), until: new Date(until).toISOString() }
}

/** Marks hotels, before anything is made for them. Returns those that had no made past yet. */
export async function markMadePasts(
  pool: Pool,
  hotels: readonly number[],
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
): Promise<number[]> {
  const { rows } = await pool.query<{ hotel: number }>(
    `insert into made_pasts (hotel, since, until) select hotel, $2, $3 from unnest($1::bigint[]) as hotel
     on conflict do nothing returning hotel`,
    [hotels, sinceMs, untilMs],
  )
  return rows.map(({ hotel }) => hotel)
}
