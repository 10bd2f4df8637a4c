import { forget } from '../db/forget.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import type { Role } from '../sessions/roles.ts'

export interface MemberRow {
  id: string
  email: string
  role: Role
  created_at: Date
  /** To the day; null without a session. */
  seen_at: Date | null
}

/** The people of an account, oldest first. */
export async function listMembers(pool: Pool, account: number): Promise<MemberRow[]> {
  const { rows } = await pool.query<MemberRow>(
    `select u.id, u.email, u.role, u.created_at,
       (select max(s.updated_at) from user_sessions s where s.user_id = u.id) as seen_at
     from users u where u.account = $1 order by u.created_at, u.id`,
    [account],
  )
  return rows
}

export async function changeRole(pool: Pool, account: number, userId: string, role: Role): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPeople(client, account)
    const { rowCount } = await client.query(
      'update users set role = $3, updated_at = now() where account = $1 and id = $2',
      [account, userId, role],
    )
    if (rowCount === 0) throw unknownMember()
    await requireOwner(client, account)
  })
}

/** Deletes the person with all sessions. Keys, jobs and watches belong to the account and stay. */
export async function removeMember(pool: Pool, account: number, userId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPeople(client, account)
    const { rowCount } = await client.query('delete from users where account = $1 and id = $2', [
      account,
      userId,
    ])
    if (rowCount === 0) throw unknownMember()
    await requireOwner(client, account)
  })
}

/** Changes of an account's people take turns: two owners must not remove each other at the same moment. */
export async function lockPeople(client: Client, account: number): Promise<void> {
  await client.query('select 1 from accounts where id = $1 for update', [account])
}

async function requireOwner(client: Client, account: number): Promise<void> {
  const { rowCount } = await client.query(
    "select 1 from users where account = $1 and role = 'owner' limit 1",
    [account],
  )
  if (rowCount === 0) throw invalid('An account needs an owner. Make somebody else an owner first.')
}

function unknownMember(): ApiError {
  return invalid('There is no such member. They may have been removed already.')
}

export async function forgetOldInvitations(pool: Pool): Promise<number> {
  return forget(pool, 'invitations', 'expires_at < ledger_now()')
}
