import { MAIL_LINK } from '../accounts/acts.ts'
import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { counted } from '../kernel/counted.ts'
import { recordPersonAct } from './store.ts'

/** Somebody, and the account under their address. */
export interface Owned {
  userId: string
  account: number
  accountId: string
}

/** Ends what lets others into an account or tells them of it. Returns what there was, in words. */
export type EndAccess = (client: Client, owned: Owned) => Promise<string[]>

interface SignedUp {
  email: string
  isProved: boolean
  account: number | null
  accountId: string | null
}

/**
 * Somebody can sign up with another's address, and prepare the account for its owner: with keys, agents, people, links. So the first mail that
 * proves an address ends all that was made before it, for the person who reads the mails of the address. Returns what ended, in words.
 */
export async function proveByMail(client: Client, userId: string, endAccess: EndAccess): Promise<string[]> {
  const { rows } = await client.query<SignedUp>(
    `select u.email, u.email_verified as "isProved", a.id as account, a.public_id as "accountId"
     from users u left join accounts a on a.id = u.account and lower(a.email) = lower(u.email)
     where u.id = $1 for update of u`,
    [userId],
  )
  const { email, isProved, account, accountId } = one(rows)
  if (isProved) return []
  await client.query('update users set email_verified = true, updated_at = now() where id = $1', [userId])
  const ended = await endOwnWays(client, userId)
  // In somebody else's account, what there is was not made under this address.
  if (account !== null && accountId !== null)
    ended.push(...(await endAccess(client, { userId, account, accountId })))
  const detail = { email, ended }
  await recordPersonAct(client, userId, { by: MAIL_LINK, action: 'person.prove_email', detail })
  return ended
}

/** A second factor stays: it lets nobody in alone, and keeps out who can only read mails. */
async function endOwnWays(client: Client, userId: string): Promise<string[]> {
  const { rowCount: passkeys } = await client.query('delete from passkeys where user_id = $1', [userId])
  const { rowCount: connections } = await client.query(
    "delete from user_credentials where user_id = $1 and provider_id <> 'credential'",
    [userId],
  )
  return [
    ...(passkeys ? [counted(passkeys, 'passkey')] : []),
    ...(connections
      ? [counted(connections, 'connection to the provider', 'connections to the provider')]
      : []),
  ]
}

export async function hasProvedAddress(pool: Pool, userId: string): Promise<boolean> {
  const { rows } = await pool.query<{ isProved: boolean }>(
    'select email_verified as "isProved" from users where id = $1',
    [userId],
  )
  return rows[0]?.isProved ?? false
}
