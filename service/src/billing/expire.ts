import type { Pool } from '../db/pool.ts'

const MOST_AT_ONCE = 500

/** Gives back what dead processes left on hold. Says how many holds that were. */
export async function expireHolds(pool: Pool): Promise<number> {
  let total = 0
  let expired = MOST_AT_ONCE
  while (expired === MOST_AT_ONCE) {
    const { rows } = await pool.query<{ expired: number }>('select ledger_expire($1) as expired', [
      MOST_AT_ONCE,
    ])
    expired = rows[0]?.expired ?? 0
    total += expired
  }
  return total
}
