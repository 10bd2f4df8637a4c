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
  let count = 0
  for (let first = await hotelFrom(pool, 1); first !== null; ) {
    const end = first + HOTELS_AT_ONCE
    const { rows } = await pool.query<{ count: number }>({
      name: 'cells_forget',
      text: 'select cells_forget($1, $2, $3) as count',
      values: [first, end, before],
    })
    count += one(rows).count
    first = await hotelFrom(pool, end)
  }
  return count
}

/** Stays with ages of children are kept under numbers far above those of hotels (`keptHotel`), so the gaps are skipped. */
async function hotelFrom(pool: Pool, least: number): Promise<number | null> {
  const { rows } = await pool.query<{ next: number | null }>({
    name: 'cells_hotel_from',
    text: 'select min(hotel) as next from cells where hotel >= $1',
    values: [least],
  })
  return one(rows).next
}
