import type { Pool } from '../db/pool.ts'
import { addNights, type Night, nightAt } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Few enough that nobody waits for it: a statement takes some milliseconds. */
const HOTELS_AT_ONCE = 100

/**
 * Cells of nights that can no longer be asked for, and the history of nights that are long past. An index by night would cost
 * every write; instead the hotels are walked in the order of the primary key, where the nights are read without the rows.
 */
export function createPastNightsSweep(pool: Pool, now: () => number): () => Promise<number> {
  let swept: Night | null = null
  return async () => {
    const today = nightAt(now())
    // More can only have passed once there is a new day.
    if (swept === today) return 0
    const cells = await forget(pool, 'cells', addNights(today, -LIMITS.pastNightsDays))
    const history = await forget(pool, 'cell_history', addNights(today, -LIMITS.historyDays))
    swept = today
    return cells + history
  }
}

async function forget(pool: Pool, table: 'cells' | 'cell_history', before: Night): Promise<number> {
  const { rows } = await pool.query<{ last: number | null }>(`select max(hotel) as last from ${table}`)
  const last = rows[0]?.last ?? 0
  let count = 0
  for (let first = 1; first <= last; first += HOTELS_AT_ONCE) {
    const { rowCount } = await pool.query({
      name: `${table}_forget`,
      text: `delete from ${table} where hotel >= $1 and hotel < $2 and night < $3`,
      values: [first, first + HOTELS_AT_ONCE, before],
    })
    count += rowCount ?? 0
  }
  return count
}
