import { hash, randomBytes, randomUUID } from 'node:crypto'
import { personOf, recordAct } from '../accounts/acts.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { isCrowded, lockPeople } from '../sessions/people-of-account.ts'
import { Refused } from '../sessions/provider/refusals.ts'
import type { Role } from '../sessions/roles.ts'
import type { ChangedBy } from './store.ts'

export interface InvitationRow {
  id: string
  email: string
  role: Role
  created_at: Date
  expires_at: Date
}

const COLUMNS = 'id, email, role, created_at, expires_at'

export async function listInvitations(pool: Pool, account: number): Promise<InvitationRow[]> {
  const { rows } = await pool.query<InvitationRow>(
    `select ${COLUMNS} from invitations where account = $1 and expires_at > ledger_now() order by created_at, id`,
    [account],
  )
  return rows
}

export interface Invited extends InvitationRow {
  /** Part of the link. Only its hash is stored. */
  token: string
  /** Another account has the address. Only its owner may learn that. */
  isTaken: boolean
}

/** A second invitation of the same address replaces the first, whose link then no longer works. */
export async function invite(
  pool: Pool,
  { account, by }: ChangedBy,
  email: string,
  role: Role,
): Promise<Invited> {
  const token = randomBytes(24).toString('base64url')
  return inTransaction(pool, async (client) => {
    await lockPeople(client, account)
    await refuseMember(client, account, email)
    const { rows } = await client.query<InvitationRow>(
      `insert into invitations as i (id, account, email, role, token_hash, created_at, expires_at)
       values ($1, $2, $3, $4, $5, ledger_now(), ledger_now() + make_interval(days => $6))
       on conflict (account, lower(email)) do update set role = excluded.role, token_hash = excluded.token_hash,
         created_at = excluded.created_at, expires_at = excluded.expires_at
       returning ${COLUMNS}`,
      [newId('inv'), account, email, role, hashOf(token), LIMITS.invitationDays],
    )
    if (await isCrowded(client, account))
      throw invalid(`An account can have ${LIMITS.members} members, open invitations included.`)
    const invitation = one(rows)
    const detail = { email, role }
    await recordAct(client, { account, by, action: 'member.invite', subject: invitation.id, detail })
    return { ...invitation, token, isTaken: await isTakenElsewhere(client, account, email) }
  })
}

async function refuseMember(client: Client, account: number, email: string): Promise<void> {
  const { rows } = await client.query('select 1 from users where lower(email) = lower($1) and account = $2', [
    email,
    account,
  ])
  if (rows.length > 0) throw invalid(`${email} is already a member of this account.`)
}

/** Whether somebody else signs in with the address, or an administrator gave it to another account. */
async function isTakenElsewhere(client: Client, account: number, email: string): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from users where lower(email) = lower($1) and account is distinct from $2
     union all select 1 from accounts where lower(email) = lower($1) and id <> $2`,
    [email, account],
  )
  return rows.length > 0
}

export async function withdraw(pool: Pool, { account, by }: ChangedBy, id: string): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ email: string }>(
      'delete from invitations where account = $1 and id = $2 returning email',
      [account, id],
    )
    const [invitation] = rows
    if (!invitation) throw invalid('There is no such invitation. It may have been accepted already.')
    await recordAct(client, {
      account,
      by,
      action: 'member.withdraw_invitation',
      subject: id,
      detail: { email: invitation.email },
    })
  })
}

export interface Welcome {
  email: string
  role: Role
  /** The e-mail of the account. */
  account: string
}

export async function readInvitation(pool: Pool, token: string): Promise<Welcome> {
  const { rows } = await pool.query<Welcome>(
    `select i.email, i.role, a.email as account from invitations i join accounts a on a.id = i.account
     where i.token_hash = $1 and i.expires_at > ledger_now()`,
    [hashOf(token)],
  )
  if (!rows[0]) throw unusable()
  return rows[0]
}

/** Makes the invited person a user with a password, once. `isProved`: the link came by mail, so the address is theirs. */
export async function accept(
  pool: Pool,
  token: string,
  passwordHash: string,
  isProved: boolean,
): Promise<string> {
  return inTransaction(pool, async (client) => {
    const invitation = await takeInvitation(client, hashOf(token))
    const id = await makeMember(client, invitation, isProved)
    await client.query(
      `insert into user_credentials (id, user_id, provider_id, account_id, password, created_at, updated_at)
       values ($1, $2, 'credential', $2, $3, now(), now())`,
      [randomUUID(), id, passwordHash],
    )
    return id
  })
}

/** The same for somebody whose address the provider proved. It must be the invited one: anyone who has the link could use it otherwise. */
export async function acceptAsProved(client: Client, tokenHash: Buffer, email: string): Promise<string> {
  const invitation = await takeInvitation(client, tokenHash)
  if (invitation.email.toLowerCase() !== email) throw new Refused('other_address', { email })
  return makeMember(client, invitation, true)
}

interface Taken {
  account: number
  email: string
  role: Role
}

async function takeInvitation(client: Client, tokenHash: Buffer): Promise<Taken> {
  const { rows } = await client.query<Taken>(
    'delete from invitations where token_hash = $1 and expires_at > ledger_now() returning account, email, role',
    [tokenHash],
  )
  if (!rows[0]) throw unusable()
  return rows[0]
}

async function makeMember(
  client: Client,
  { account, email, role }: Taken,
  isProved: boolean,
): Promise<string> {
  if (await isTakenElsewhere(client, account, email)) throw unusable()
  const id = randomUUID()
  const { rowCount } = await client.query(
    `insert into users (id, email, name, email_verified, created_at, updated_at, account, role)
     values ($1, $2, '', $3, now(), now(), $4, $5) on conflict (lower(email)) do nothing`,
    [id, email.toLowerCase(), isProved, account, role],
  )
  if (rowCount === 0) throw unusable()
  await recordAct(client, {
    account,
    by: personOf(email.toLowerCase()),
    action: 'member.join',
    subject: id,
    detail: { role },
  })
  return id
}

function unusable(): ApiError {
  return invalid(
    'This invitation has expired, was withdrawn or accepted already, or its address has an account. Ask for a new one, or for one to another address.',
  )
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
