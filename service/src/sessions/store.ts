import { type Act, type ActDetail, keepNewestActs, personOf, recordAct } from '../accounts/acts.ts'
import { insertAccount } from '../accounts/store.ts'
import { forget } from '../db/forget.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { PlanName } from '../kernel/plan-names.ts'
import type { Preferences } from './preferences.ts'
import type { Role } from './roles.ts'

/** A signed-in user and their account. */
export interface Member {
  userId: string
  email: string
  role: Role
  preferences: Preferences
  account: MemberAccount
}

export interface MemberAccount {
  no: number
  id: string
  plan: PlanName
  /** Its people see the operator's pages. */
  operator: boolean
}

interface MemberRow {
  email: string
  role: Role
  preferences: Preferences
  no: number | null
  id: string | null
  plan: PlanName | null
  operator: boolean | null
}

const READ = `select u.email, u.role, u.preferences, a.id as no, a.public_id as id, a.plan, a.operator
  from users u left join accounts a on a.id = u.account where u.id = $1`

/** Creates the account on first use of a session, once, even with concurrent calls. */
export async function findMember(pool: Pool, userId: string, signUpPlan: PlanName): Promise<Member | null> {
  const { rows } = await pool.query<MemberRow>({ name: 'member_find', text: READ, values: [userId] })
  const [row] = rows
  if (!row) return null
  return memberOf(userId, row) ?? (await withNewAccount(pool, userId, signUpPlan))
}

async function withNewAccount(pool: Pool, userId: string, signUpPlan: PlanName): Promise<Member | null> {
  return inTransaction(pool, async (client) => {
    await client.query('select 1 from users where id = $1 for update', [userId])
    const { rows } = await client.query<MemberRow>(READ, [userId])
    const [row] = rows
    if (!row) return null
    const found = memberOf(userId, row)
    if (found) return found
    const { no, id, plan } = await insertAccount(client, row.email, signUpPlan, personOf(row.email))
    await client.query('update users set account = $2 where id = $1', [userId, no])
    const { email, role, preferences } = row
    return { userId, email, role, preferences, account: { no, id, plan, operator: false } }
  })
}

function memberOf(
  userId: string,
  { email, role, preferences, no, id, plan, operator }: MemberRow,
): Member | null {
  if (no === null || id === null || plan === null || operator === null) return null
  return { userId, email, role, preferences, account: { no, id, plan, operator } }
}

/** An e-mail that an administrator gave an account cannot be used to sign up: nobody has proved that they own it. */
export async function isTaken(pool: Pool, email: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select 1 from accounts a where lower(a.email) = lower($1)
       and not exists (select 1 from users u where u.account = a.id and lower(u.email) = lower($1))`,
    [email],
  )
  return rows.length > 0
}

/** Writes down that a person came or went, and from which address. */
export async function recordPresence(
  pool: Pool,
  { email, account }: Member,
  action: 'person.sign_in' | 'person.sign_out',
  detail: ActDetail,
): Promise<void> {
  await inTransaction(pool, (client) => writePresence(client, { email, account }, action, detail))
}

const PRESENCE = ['person.sign_in', 'person.sign_out', 'person.end_sessions'] as const

export async function writePresence(
  client: Client,
  { email, account }: Pick<Member, 'email' | 'account'>,
  action: (typeof PRESENCE)[number],
  detail: ActDetail,
): Promise<void> {
  await recordAct(client, { account: account.no, by: personOf(email), action, detail })
  await keepNewestActs(client, account.no, PRESENCE, LIMITS.presenceActs)
}

/** Writes down what was changed about a person. */
export async function recordPersonAct(
  client: Client,
  userId: string,
  act: Omit<Act, 'account'>,
): Promise<void> {
  const { rows } = await client.query<{ account: number | null }>('select account from users where id = $1', [
    userId,
  ])
  const { account } = one(rows)
  // Somebody who never signed in has no account yet.
  if (account !== null) await recordAct(client, { account, ...act })
}

/** Deletes a user's oldest sessions beyond the limit. */
export async function endOldestSessions(pool: Pool, userId: string): Promise<void> {
  await pool.query(
    `delete from user_sessions where id in (
       select id from user_sessions where user_id = $1 order by created_at desc, id offset $2)`,
    [userId, LIMITS.sessions],
  )
}

/** Deletes expired sessions, half sign-ins and counters. */
export async function forgetOldSessions(pool: Pool): Promise<number> {
  const sessions = await forget(pool, 'user_sessions', 'expires_at < now()')
  const steps = await forget(pool, 'sign_in_steps', 'expires_at < ledger_now()')
  return sessions + steps + (await forget(pool, 'throttles', 'ends_at < ledger_now()'))
}
