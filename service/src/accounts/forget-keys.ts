import type { Pool } from '../db/pool.ts'

const AT_ONCE = 100

/**
 * Deletes keys some days after their revocation, unless a usage line, a job, a watch or a schedule names them. A charge shows its key for as
 * long as it is kept.
 */
export async function forgetRevokedKeys(pool: Pool, days: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from keys where id in (
       select k.id from keys k where k.revoked_at < ledger_now() - $1 * interval '1 day'
         and not exists (select 1 from watches w where w.key = k.id)
         and not exists (select 1 from schedules s where s.account = k.account and s.key = k.id)
         and not exists (select 1 from jobs j where j.account = k.account and j.key = k.id)
         and not key_has_lines(k.account, k.id)
       limit $2)`,
    [days, AT_ONCE],
  )
  return rowCount ?? 0
}
