import { createKey } from '../../src/accounts/keys.ts'
import { createAccount } from '../../src/accounts/store.ts'
import { inTransaction, type Pool } from '../../src/db/pool.ts'
import { one } from '../../src/db/rows.ts'
import type { PlanName } from '../../src/kernel/plan-names.ts'

export interface TestAccount {
  id: string
  no: number
  keyNo: number
  keyId: string
  key: string
}

let made = 0

/** An account with one key; its allowance and pace can be set apart from the plan. */
export async function newAccount(
  pool: Pool,
  plan: PlanName,
  { credits, rps }: { credits?: number; rps?: number } = {},
): Promise<TestAccount> {
  made += 1
  const { id } = await createAccount(pool, `test-${made}-${Date.now()}@example.com`, plan)
  const { id: keyId, key } = await createKey(pool, id, 'test')
  const { rows } = await pool.query<{ no: number; keyNo: number }>(
    'select account as no, id as "keyNo" from keys where public_id = $1',
    [keyId],
  )
  const { no, keyNo } = rows[0] ?? { no: 0, keyNo: 0 }
  if (credits !== undefined) {
    await pool.query('update meters set allowance = $2 where account = $1', [no, credits * 1000])
  }
  if (rps !== undefined) {
    await pool.query('update meters set emit_us = $2, burst = $3 where account = $1', [
      no,
      1_000_000 / rps,
      rps,
    ])
  }
  return { id, no, keyNo, keyId, key }
}

export interface Books {
  used: number
  held: number
  lines: number
  lineCount: number
  keys: number
  /** Reserved by running requests. */
  holds: number
  /** Set aside for jobs. */
  jobs: number
  /** Set aside for refreshes of watches. */
  watches: number
}

/**
 * What the account's row, its lines, its keys and its holds say, in milli-credits. They must agree at all times. The row is locked,
 * so that nobody charges while its lines are read.
 */
export function readBooks(pool: Pool, account: number): Promise<Books> {
  return inTransaction(pool, async (client) => {
    await client.query('select 1 from meters where account = $1 for update', [account])
    const { rows } = await client.query<Omit<Books, 'lines' | 'lineCount'> & { period: number }>(
      `select m.period, m.used, m.held,
         (select coalesce(sum(s), 0)::bigint from unnest(m.spend) s)
           + (select coalesce(sum(spent), 0)::bigint from keys k where k.account = m.account and k.spent_period = m.period and k.revoked_at is not null) as keys,
         (select coalesce(sum(amount), 0)::bigint from holds h where h.account = m.account) as holds,
         (select coalesce(sum(j.held), 0)::bigint from jobs j where j.account = m.account) as jobs,
         (select coalesce(sum(w.held), 0)::bigint from watches w where w.account = m.account) as watches
       from meters m where m.account = $1`,
      [account],
    )
    const { period, ...books } = one(rows)
    const { rows: charged } = await client.query<Pick<Books, 'lines' | 'lineCount'>>(
      `select coalesce(sum(credits) filter (where period = $2), 0)::bigint as lines, count(*) as "lineCount"
       from usage_lines where account = $1`,
      [account, period],
    )
    return { ...books, ...one(charged) }
  })
}
