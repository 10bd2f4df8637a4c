import { inTransaction, type Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import type { SignedInMember } from './sessions.ts'
import { writePresence } from './store.ts'

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
export async function endSession(pool: Pool, member: SignedInMember, id: string): Promise<void> {
  const ended = await endSessions(pool, member, 'id = $2', id)
  if (ended === 0) throw invalid('There is no such session. It may have ended already.')
}

export async function endOtherSessions(pool: Pool, member: SignedInMember): Promise<number> {
  return endSessions(pool, member, 'id <> $2', member.sessionId)
}

async function endSessions(
  pool: Pool,
  member: SignedInMember,
  which: 'id = $2' | 'id <> $2',
  id: string,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(`delete from user_sessions where user_id = $1 and ${which}`, [
      member.userId,
      id,
    ])
    const ended = rowCount ?? 0
    if (ended > 0) await writePresence(client, member, 'person.end_sessions', { sessions: String(ended) })
    return ended
  })
}
