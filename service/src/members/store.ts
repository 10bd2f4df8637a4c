import { type Actor, recordAct } from '../accounts/acts.ts'
import { forget } from '../db/forget.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { lockPeople } from '../sessions/people-of-account.ts'
import type { Role } from '../sessions/roles.ts'

export interface MemberRow {
  id: string
  email: string
  role: Role
  created_at: Date
  /** To the day; null without a session. */
  seen_at: Date | null
  /** Whether they have one of their own: one-time codes or a passkey. */
  second_factor: boolean
}

/** The people of an account, oldest first. */
export async function listMembers(pool: Pool, account: number): Promise<MemberRow[]> {
  const { rows } = await pool.query<MemberRow>(
    `select u.id, u.email, u.role, u.created_at,
       (select max(s.updated_at) from user_sessions s where s.user_id = u.id) as seen_at,
       exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
         or exists (select 1 from passkeys p where p.user_id = u.id) as second_factor
     from users u where u.account = $1 order by u.created_at, u.id`,
    [account],
  )
  return rows
}

/** An account, and who changes its people. */
export interface ChangedBy {
  account: number
  by: Actor
}

export async function changeRole(
  pool: Pool,
  { account, by }: ChangedBy,
  userId: string,
  role: Role,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPeople(client, account)
    const { email, role: before } = await memberOf(client, account, userId)
    await client.query('update users set role = $2, updated_at = now() where id = $1', [userId, role])
    await requireOwner(client, account)
    const detail = { email, from: before, to: role }
    await recordAct(client, { account, by, action: 'member.change_role', subject: userId, detail })
  })
}

/** Deletes the person with all sessions. Keys, jobs and watches belong to the account and stay. */
export async function removeMember(pool: Pool, { account, by }: ChangedBy, userId: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    await lockPeople(client, account)
    const { email, role } = await memberOf(client, account, userId)
    await client.query('delete from users where id = $1', [userId])
    await requireOwner(client, account)
    await recordAct(client, {
      account,
      by,
      action: 'member.remove',
      subject: userId,
      detail: { email, role },
    })
  })
}

/** Everybody but one leaves, and nobody can follow an invitation any more. */
export async function removeOthers(
  client: Client,
  { account, by }: ChangedBy,
  userId: string,
): Promise<{ members: number; invitations: number }> {
  await lockPeople(client, account)
  const { rows: members } = await client.query<Pick<MemberRow, 'id' | 'email' | 'role'>>(
    'delete from users where account = $1 and id <> $2 returning id, email, role',
    [account, userId],
  )
  for (const { id, email, role } of members)
    await recordAct(client, { account, by, action: 'member.remove', subject: id, detail: { email, role } })
  const { rows: invitations } = await client.query<Pick<MemberRow, 'id' | 'email'>>(
    'delete from invitations where account = $1 returning id, email',
    [account],
  )
  for (const { id, email } of invitations)
    await recordAct(client, {
      account,
      by,
      action: 'member.withdraw_invitation',
      subject: id,
      detail: { email },
    })
  return { members: members.length, invitations: invitations.length }
}

async function memberOf(
  client: Client,
  account: number,
  userId: string,
): Promise<Pick<MemberRow, 'email' | 'role'>> {
  const { rows } = await client.query<MemberRow>(
    'select email, role from users where account = $1 and id = $2',
    [account, userId],
  )
  if (!rows[0]) throw invalid('There is no such member. They may have been removed already.')
  return rows[0]
}

async function requireOwner(client: Client, account: number): Promise<void> {
  const { rowCount } = await client.query(
    "select 1 from users where account = $1 and role = 'owner' limit 1",
    [account],
  )
  if (rowCount === 0) throw invalid('An account needs an owner. Make somebody else an owner first.')
}

export async function forgetOldInvitations(pool: Pool): Promise<number> {
  return forget(pool, 'invitations', 'expires_at < ledger_now()')
}
