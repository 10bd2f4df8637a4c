import type { Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'

export interface SessionRow {
  id: string
  address: string | null
  agent: string | null
  created_at: Date
  /** To the day: sessions are extended once a day. */
  used_at: Date
}

/** The sessions of a person, newest first. The token is never read. */
export async function listSessions(pool: Pool, userId: string): Promise<SessionRow[]> {
  const { rows } = await pool.query<SessionRow>(
    `select id, nullif(ip_address, '') as address, nullif(user_agent, '') as agent, created_at, updated_at as used_at
     from user_sessions where user_id = $1 and expires_at > now() order by created_at desc, id`,
    [userId],
  )
  return rows
}

/** Signs a browser out, at once. */
export async function endSession(pool: Pool, userId: string, id: string): Promise<void> {
  const { rowCount } = await pool.query('delete from user_sessions where user_id = $1 and id = $2', [
    userId,
    id,
  ])
  if (rowCount === 0) throw invalid('There is no such session. It may have ended already.')
}

export async function endOtherSessions(pool: Pool, userId: string, keptId: string): Promise<number> {
  const { rowCount } = await pool.query('delete from user_sessions where user_id = $1 and id <> $2', [
    userId,
    keptId,
  ])
  return rowCount ?? 0
}
