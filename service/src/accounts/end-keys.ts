import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { type ActDetail, type Actor, recordAct, SERVICE } from './acts.ts'
import { type LockedAccount, lockAccount } from './store.ts'

/** The channel that tells other processes to look at a key again. */
export const CHANGED_CHANNEL = 'key_revoked'

interface EndingKey {
  no: number
  id: string
  name: string
}

interface KeyEnd {
  by: Actor
  action: 'key.revoke' | 'key.end' | 'grant.end'
  detail?: ActDetail
}

/**
 * Frees the slot of a key, if it has one. What the key has spent moves from the meter to its own row. The caller has locked the
 * account.
 */
export async function endKey(
  client: Client,
  account: LockedAccount,
  { no, id, name }: EndingKey,
  { by, action, detail = {} }: KeyEnd,
): Promise<void> {
  const slot = account.owners.indexOf(no)
  if (slot < 0) return
  await client.query(
    `update keys set revoked_at = ledger_now(), spent_period = m.period, spent = m.spend[$2]
     from meters m where m.account = keys.account and keys.id = $1`,
    [no, slot + 1],
  )
  await client.query('update meters set owners[$2] = 0, spend[$2] = 0, today[$2] = 0 where account = $1', [
    account.id,
    slot + 1,
  ])
  await client.query('update meters set caps[$2] = null where account = $1 and caps is not null', [
    account.id,
    slot + 1,
  ])
  await client.query('select pg_notify($1, $2)', [CHANGED_CHANNEL, String(no)])
  await recordAct(client, { account: account.id, by, action, subject: id, detail: { name, ...detail } })
}

/** Ends all keys of an account, those of agents too, and returns how many there were. */
export async function endKeysOf(client: Client, accountId: string, by: Actor): Promise<number> {
  const account = await lockAccount(client, accountId)
  const { rows } = await client.query<EndingKey & { kind: string }>(
    `select id as no, public_id as id, name, kind from keys
     where account = $1 and revoked_at is null order by id`,
    [account.id],
  )
  for (const { kind, ...key } of rows)
    await endKey(client, account, key, { by, action: kind === 'agent' ? 'grant.end' : 'key.revoke' })
  return rows.length
}

/** Ends the keys of an account whose time is over, and returns the owners of its slots. The caller has locked the account. */
export async function endExpiredOf(client: Client, account: LockedAccount): Promise<readonly number[]> {
  const { rows } = await client.query<EndingKey>(
    `select id as no, public_id as id, name from keys
     where account = $1 and revoked_at is null and expires_at <= ledger_now()`,
    [account.id],
  )
  for (const key of rows) await endKey(client, account, key, { by: SERVICE, action: 'key.end' })
  const ended = new Set(rows.map(({ no }) => no))
  return account.owners.map((owner) => (ended.has(owner) ? 0 : owner))
}

const AT_ONCE = 100

/** Their calls are refused from their end on. This frees their slots. */
export async function endExpiredKeys(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct a.public_id as id from keys k join accounts a on a.id = k.account
     where k.revoked_at is null and k.expires_at <= ledger_now() limit $1`,
    [AT_ONCE],
  )
  for (const { id } of rows)
    await inTransaction(pool, async (client) => endExpiredOf(client, await lockAccount(client, id)))
  return rows.length
}
