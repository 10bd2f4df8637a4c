import { randomUUID } from 'node:crypto'
import { personOf, recordAct, SERVICE } from '../../accounts/acts.ts'
import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import { isAllowed, type RoleRule, roleBy } from '../../kernel/provider-rules.ts'
import { isCrowded, lockPeople } from '../people-of-account.ts'
import type { Role } from '../roles.ts'
import { recordPersonAct } from '../store.ts'
import type { Identity } from './client.ts'
import { Refused } from './refusals.ts'

/** Who may sign in by the provider, and as what. */
export interface PeopleRules {
  allow: readonly string[]
  roles: readonly RoleRule[]
  /** The account that people who are new here join; null: each gets their own. */
  account: string | null
  /** Whether passwords sign in here, too. */
  passwords: boolean
}

/** A person as the provider proved them to be. */
export interface Proved extends Identity {
  email: string
}

interface Known {
  id: string
  email: string
  account: number | null
  isVerified: boolean
  hasPassword: boolean
  /** Whether somebody of this provider is connected already. */
  isConnected: boolean
}

export const providerIdOf = (issuer: string) => `oidc:${issuer}`

/**
 * Whose sign-in this is. An identity that is known stays the same person, whatever its address says by now. An unknown one becomes a person
 * by its verified address, under rules that let nobody take over another's sign-in.
 */
export async function findOrMakePerson(
  pool: Pool,
  proved: Proved,
  rules: PeopleRules,
  join: ((client: Client) => Promise<string>) | null,
): Promise<Come> {
  return inTransaction(pool, async (client) => {
    const before = await findByIdentity(client, proved)
    if (before !== null && join) throw new Refused('connected', { email: proved.email })
    const come =
      before === null
        ? await connectByAddress(client, proved, rules, join)
        : { userId: before, setAside: null }
    await followRole(client, come.userId, proved, rules)
    return come
  })
}

/** Somebody whom the provider sent. */
export interface Come {
  userId: string
  /** The account that had their address without a proof, and goes on without it. */
  setAside: string | null
}

/** Connects the identity to somebody who is signed in. */
export async function connectIdentity(pool: Pool, userId: string, proved: Identity): Promise<string> {
  return inTransaction(pool, async (client) => {
    const owner = await findByIdentity(client, proved)
    if (owner !== null && owner !== userId) throw new Refused('connected')
    if (owner === null) await insertIdentity(client, userId, proved)
    const { rows } = await client.query<{ email: string }>('select email from users where id = $1', [userId])
    const { email } = one(rows)
    if (owner === null)
      await recordPersonAct(client, userId, {
        by: personOf(email),
        action: 'person.connect_provider',
        detail: { email },
      })
    return email
  })
}

async function findByIdentity(client: Client, { issuer, subject }: Identity): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    'select user_id as id from user_credentials where provider_id = $1 and account_id = $2',
    [providerIdOf(issuer), subject],
  )
  return rows[0]?.id ?? null
}

async function connectByAddress(
  client: Client,
  proved: Proved,
  rules: PeopleRules,
  join: ((client: Client) => Promise<string>) | null,
): Promise<Come> {
  const { email } = proved
  const known = await findKnown(client, proved)
  const setAside = known && (await mustGo(client, known, rules)) ? await setAsideOf(client, known) : null
  if (known && setAside === null) {
    if (join) throw new Refused('connected', { email })
    await takeKnown(client, known, rules)
    await insertIdentity(client, known.id, proved)
    return { userId: known.id, setAside }
  }
  const userId = join ? await join(client) : await makePerson(client, email, rules, setAside !== null)
  await insertIdentity(client, userId, proved)
  return { userId, setAside }
}

async function findKnown(client: Client, { issuer, email }: Proved): Promise<Known | null> {
  const { rows } = await client.query<Known>(
    `select u.id, u.email, u.account, u.email_verified as "isVerified",
       exists (select 1 from user_credentials c where c.user_id = u.id and c.provider_id = 'credential'
         and c.password is not null) as "hasPassword",
       exists (select 1 from user_credentials c where c.user_id = u.id and c.provider_id = $2) as "isConnected"
     from users u where lower(u.email) = lower($1) for update`,
    [email, providerIdOf(issuer)],
  )
  return rows[0] ?? null
}

/**
 * The address alone connects only who has proved it here, too. Otherwise somebody could sign up with another's address and wait for them
 * to come. Where passwords no longer sign in, and the account is the one that all new people join, its password is removed instead.
 */
async function takeKnown(client: Client, known: Known, rules: PeopleRules): Promise<void> {
  const { id, email, isVerified, hasPassword, isConnected } = known
  if (isConnected) throw new Refused('other_person', { email })
  if (isVerified || !hasPassword) return
  if (rules.passwords) throw new Refused('has_password', { email })
  await endWaysIn(client, id)
  await client.query('update users set email_verified = true, updated_at = now() where id = $1', [id])
}

/**
 * Whether the address was only claimed, in an account that its real owner would otherwise share with the one who claimed it: with their keys,
 * their agents, the people whom they invited, and whatever reports to them.
 */
async function mustGo(client: Client, known: Known, { passwords, account }: PeopleRules): Promise<boolean> {
  const { isVerified, hasPassword, isConnected } = known
  if (isVerified || !hasPassword || isConnected || passwords) return false
  return account === null || (await findAccount(client, account)) !== known.account
}

/**
 * Who claimed the address keeps everything but the address and the ways in. The name of their account; it is empty if they never had
 * one.
 */
async function setAsideOf(client: Client, { id, email, account }: Known): Promise<string> {
  await endWaysIn(client, id)
  await client.query('update users set email = $2, updated_at = now() where id = $1', [id, asideOf(id)])
  if (account === null) return ''
  const { rows } = await client.query<{ id: string }>('select public_id as id from accounts where id = $1', [
    account,
  ])
  const name = one(rows).id
  await client.query('update accounts set email = $3 where id = $1 and lower(email) = lower($2)', [
    account,
    email,
    asideOf(name),
  ])
  const detail = { email, now: asideOf(id) }
  await recordAct(client, { account, by: SERVICE, action: 'person.set_aside', subject: id, detail })
  return name
}

/** No mail ever arrives there. */
const asideOf = (id: string) => `${id}@set-aside.invalid`

async function endWaysIn(client: Client, userId: string): Promise<void> {
  for (const table of [
    'user_credentials',
    'user_sessions',
    'passkeys',
    'recovery_codes',
    'second_factors',
    'sign_in_steps',
  ])
    await client.query(`delete from ${table} where user_id = $1`, [userId])
}

async function makePerson(
  client: Client,
  email: string,
  rules: PeopleRules,
  wasClaimed: boolean,
): Promise<string> {
  // They were told to come by the link. Without it, an account of their own would take the address from the invitation.
  const { rowCount: invited } = await client.query(
    'select 1 from invitations where lower(email) = lower($1) and expires_at > ledger_now()',
    [email],
  )
  if (invited) throw new Refused('invited', { email })
  if (!isAllowed(email, rules.allow)) throw new Refused(wasClaimed ? 'unproved' : 'not_allowed', { email })
  const account = rules.account === null ? null : await findAccount(client, rules.account)
  // An administrator gave the address to an account that nobody signs in to.
  if (account === null && (await isAccounts(client, email))) throw new Refused('not_allowed', { email })
  if (account !== null) await lockPeople(client, account)
  const id = randomUUID()
  const role: Role = account === null ? 'owner' : 'viewer'
  const { rowCount } = await client.query(
    `insert into users (id, email, name, email_verified, created_at, updated_at, account, role)
     values ($1, $2, '', true, now(), now(), $3, $4) on conflict (lower(email)) do nothing`,
    [id, email, account, role],
  )
  // The same person came twice at the same moment.
  if (rowCount === 0) throw new Refused('expired', { email })
  if (account !== null) {
    if (await isCrowded(client, account)) throw new Refused('full', { email })
    await recordAct(client, {
      account,
      by: personOf(email),
      action: 'member.join',
      subject: id,
      detail: { email, role },
    })
  }
  return id
}

async function findAccount(client: Client, name: string): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select id from accounts where public_id = $1 or lower(email) = lower($1)',
    [name],
  )
  const [account] = rows
  if (!account)
    throw new Refused('not_allowed', { cause: new Error('there is no account as in OIDC_ACCOUNT') })
  return account.id
}

async function isAccounts(client: Client, email: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from accounts where lower(email) = lower($1)', [email])
  return rowCount !== 0
}

async function insertIdentity(client: Client, userId: string, { issuer, subject }: Identity): Promise<void> {
  const { rowCount } = await client.query(
    `insert into user_credentials (id, user_id, provider_id, account_id, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now()) on conflict do nothing`,
    [randomUUID(), userId, providerIdOf(issuer), subject],
  )
  if (rowCount === 0) throw new Refused('other_person')
}

/**
 * The claims decide at each sign-in, in the account that the rules are for; if none is named, in the person's own. Who loses a claim becomes
 * a viewer of the named account. The last owner of an account stays one.
 */
async function followRole(client: Client, userId: string, proved: Proved, rules: PeopleRules): Promise<void> {
  if (rules.roles.length === 0) return
  const { rows } = await client.query<{ account: number | null; email: string; role: Role }>(
    'select account, email, role from users where id = $1',
    [userId],
  )
  const { account, email, role } = one(rows)
  if (account === null) return
  const isOurs = rules.account !== null && (await findAccount(client, rules.account)) === account
  if (rules.account !== null && !isOurs) return
  const asked = roleBy(proved.claims, rules.roles) ?? (isOurs ? 'viewer' : role)
  if (asked === role) return
  await lockPeople(client, account)
  const { rowCount } = await client.query(
    `update users set role = $2, updated_at = now() where id = $1 and ($2 = 'owner' or exists (
       select 1 from users o where o.account = $3 and o.role = 'owner' and o.id <> $1))`,
    [userId, asked, account],
  )
  if (rowCount === 0) return
  const detail = { email, from: role, to: asked }
  await recordAct(client, { account, by: SERVICE, action: 'member.change_role', subject: userId, detail })
}
