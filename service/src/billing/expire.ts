import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'

const ACCOUNTS_AT_ONCE = 500

/** Releases holds that dead processes left behind. Returns how many. */
export async function expireHolds(pool: Pool): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await pool.query<{ expired: number }>('select ledger_expire($1) as expired', [
      ACCOUNTS_AT_ONCE,
    ])
    const { expired } = one(rows)
    total += expired
    if (expired < ACCOUNTS_AT_ONCE) return total
  }
}
