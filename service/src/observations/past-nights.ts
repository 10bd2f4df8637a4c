import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { addNights, type Night, nightAt } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Small enough that a statement takes a few milliseconds and blocks no one. */
const HOTELS_AT_ONCE = 100

/**
 * Deletes cells of past nights and keeps when each was last seen, which its changes do not tell. An index by night would
 * slow down every write, so this walks the primary key by hotel, which reads the nights without the rows. History is
 * dropped by whole months (db/months.ts).
 */
export function createPastNightsSweep(pool: Pool, now: () => number): () => Promise<number> {
  let swept: Night | null = null
  return async () => {
    const today = nightAt(now())
    // Nothing more can expire before the next day.
    if (swept === today) return 0
    const count = await forgetCells(pool, addNights(today, -LIMITS.pastNightsDays))
    swept = today
    return count
  }
}

async function forgetCells(pool: Pool, before: Night): Promise<number> {
  const { rows } = await pool.query<{ last: number | null }>('select max(hotel) as last from cells')
  const last = one(rows).last ?? 0
  let count = 0
  for (let first = 1; first <= last; first += HOTELS_AT_ONCE) {
    const { rows: forgotten } = await pool.query<{ count: number }>({
      name: 'cells_forget',
      text: 'select cells_forget($1, $2, $3) as count',
      values: [first, first + HOTELS_AT_ONCE, before],
    })
    count += one(forgotten).count
  }
  return count
}
