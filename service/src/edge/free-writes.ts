import type { Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { ApiError } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Counts a free call that leaves something behind. Refuses it when the account has made too many of them today (UTC). */
export type CountFreeWrite = (account: number, amount?: number) => Promise<void>

export function createFreeWrites(pool: Pool): CountFreeWrite {
  return async (account, amount = 1) => {
    const { rows } = await pool.query<{ writes: number; most: number; wait: number }>({
      name: 'free_writes_count',
      text: COUNT,
      values: [account, LIMITS.freeWritesPerRps, amount],
    })
    const { writes, most, wait } = one(rows)
    if (writes <= most) return
    throw new ApiError(
      'rate_limited',
      `This account can make ${most} free calls a day (UTC) that create or change something. Wait for Retry-After.`,
      { retryAfterSec: Math.max(1, wait) },
    )
  }
}

const COUNT = `
insert into free_writes as f (account, day, writes) values ($1, (ledger_now() at time zone 'UTC')::date, $3)
on conflict (account) do update set
  writes = case when f.day = excluded.day then f.writes + excluded.writes else excluded.writes end, day = excluded.day
returning writes, (select $2::bigint * 1000000 / emit_us from meters where account = $1)::int as most,
  ceil(extract(epoch from (day + 1)::timestamp at time zone 'UTC' - ledger_now()))::int as wait`
