import type { Client, Pool } from '../db/pool.ts'

/** How somebody proved who they are: with a password, with a password and a code, with a passkey, or at the provider. */
export type Way = 'password' | 'two_step' | 'passkey' | 'provider'

/** Which ways this server takes. */
export interface SigningRules {
  /** False: people sign in at the provider only. */
  passwords: boolean
  /** The name of the provider; null: there is none. */
  provider: string | null
}

export interface Session {
  id: string
  way: Way
}

/** What a session may do. `enrol`: nothing but to set up the second factor that the account requires. */
export type SessionState = 'good' | 'enrol' | 'ended'

/**
 * Judged at each use, so that a rule of the account or of the server holds at once, for sessions that are open, too. The provider asks
 * for further factors itself.
 */
export async function sessionState(
  pool: Pool,
  userId: string,
  sessionId: string,
  { passwords }: SigningRules,
): Promise<SessionState> {
  const { rows } = await pool.query<{ way: Way | null; isRequired: boolean; hasFactor: boolean }>({
    name: 'session_standing',
    text: `select s.way, coalesce(a.require_second_factor, false) as "isRequired",
        exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
          or exists (select 1 from passkeys p where p.user_id = u.id) as "hasFactor"
      from user_sessions s join users u on u.id = s.user_id left join accounts a on a.id = u.account
      where s.id = $2 and u.id = $1`,
    values: [userId, sessionId],
  })
  const [session] = rows
  if (!session) return 'ended'
  const { isRequired, hasFactor } = session
  const way = session.way ?? 'password'
  if (!passwords && way !== 'provider') return 'ended'
  if (!isRequired || way !== 'password') return 'good'
  // Who has a factor signs in again with it.
  return hasFactor ? 'ended' : 'enrol'
}

/** After somebody set up a factor in it, a session counts as opened with one. */
export async function upgradeSession(
  database: Pool | Client,
  userId: string,
  sessionId: string,
): Promise<void> {
  await database.query(
    "update user_sessions set way = 'two_step' where user_id = $1 and id = $2 and way is distinct from 'provider'",
    [userId, sessionId],
  )
}
