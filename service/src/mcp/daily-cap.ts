import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { SpendingLimit } from '../edge/sale.ts'
import type { CalledBy } from '../edge/serve.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { ApiError } from '../kernel/errors.ts'

/** What one call takes off the daily cap of its key. */
export interface CappedCall extends SpendingLimit {
  /** Replaces the reservation by what was spent. A call with jobs keeps its worst case. */
  settle(hasJobs: boolean): Promise<void>
}

/**
 * The daily cap of a key for tools. Each call reserves its worst case in the row of its key, so calls at the same time never exceed
 * the cap together. A process that dies leaves its reservation; the next call looks up in the books what it really cost.
 */
export function cappedCall(pool: Pool, { holder, metered }: CalledBy): CappedCall {
  let isReserved = false
  return {
    reserve: async (worst, withJobs) => {
      const { rows } = await pool.query<{ refused: boolean; unspent: Milli | null }>({
        name: 'mcp_reserve',
        text: 'select refused, unspent from mcp_reserve($1, $2, $3, $4, $5)',
        values: [holder.key.no, holder.account.no, metered.id, worst, withJobs],
      })
      const { refused, unspent } = one(rows)
      if (refused) throw overCap(worst, unspent ?? 0)
      isReserved = unspent !== null
    },
    settle: async (hasJobs) => {
      if (!isReserved) return
      await pool.query({
        name: 'mcp_settle',
        text: 'select mcp_settle($1, $2, $3, $4)',
        values: [holder.key.no, metered.id, metered.charged, hasJobs],
      })
    },
  }
}

function overCap(worst: Milli, unspent: Milli): ApiError {
  return new ApiError(
    'quota_exceeded',
    `This call may cost up to ${toCredits(worst)} credits, but the daily cap of this key for tools leaves ${toCredits(Math.max(0, unspent))}. It starts again at 00:00 UTC.`,
  )
}
