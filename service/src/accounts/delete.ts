import type { Client } from '../db/pool.ts'
import { type Actor, recordAct } from './acts.ts'
import { endKeysOf } from './end-keys.ts'
import { lockAccount } from './store.ts'

/** What lets somebody in, or opens what the account has to strangers. */
const WAYS_IN = ['users', 'invitations', 'claim_links', 'receipts', 'boards', 'feeds']

/**
 * Nobody uses the account any more, and its address is free again. Workers end what it still runs and delete what it has. Its meter stays:
 * calls that have begun are settled in it.
 */
export async function deleteAccount(client: Client, accountId: string, by: Actor): Promise<void> {
  await endKeysOf(client, accountId, by)
  const { id: account } = await lockAccount(client, accountId)
  await recordAct(client, { account, by, action: 'account.delete', subject: accountId })
  for (const table of WAYS_IN) await client.query(`delete from ${table} where account = $1`, [account])
  await client.query(
    `update accounts set deleted_at = ledger_now(), email = public_id || '@deleted.invalid', operator = false where id = $1`,
    [account],
  )
}
