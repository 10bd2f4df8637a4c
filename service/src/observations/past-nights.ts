import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { addNights, type Night, nightAt } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Few enough that nobody waits for it: a statement takes some milliseconds. */
const HOTELS_AT_ONCE = 100

/**
 * Forgets cells of nights that can no longer be asked for. An index by night would cost every write; instead the hotels are walked in
 * the order of the primary key, where the nights are read without the rows. Their history goes by whole months (db/months.ts).
 */
export function createPastNightsSweep(pool: Pool, now: () => number): () => Promise<number> {
  let swept: Night | null = null
  return async () => {
    const today = nightAt(now())
    // More can only have passed once there is a new day.
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
    const { rowCount } = await pool.query({
      name: 'cells_forget',
      text: 'delete from cells where hotel >= $1 and hotel < $2 and night < $3',
      values: [first, first + HOTELS_AT_ONCE, before],
    })
    count += rowCount ?? 0
  }
  return count
}
