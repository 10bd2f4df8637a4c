import { type ActDetail, type Actor, SERVICE, VISITOR } from '../accounts/acts.ts'
import { endKey } from '../accounts/end-keys.ts'
import { lockAccount } from '../accounts/store.ts'
import { forget } from '../db/forget.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'

interface GrantRow {
  no: number
  id: string
  name: string
  account: string
}

const GRANT =
  'select k.id as no, k.public_id as id, k.name, a.public_id as account from keys k join accounts a on a.id = k.account'

/** Ends a grant for a reason that its owners read. Every process refuses its tokens within ten seconds. Safe to call twice. */
export async function endGrant(
  client: Client,
  key: number,
  detail: ActDetail,
  by: Actor = VISITOR,
): Promise<void> {
  const { rows } = await client.query<GrantRow>(`${GRANT} where k.id = $1 and k.revoked_at is null`, [key])
  const [grant] = rows
  if (!grant) return
  const account = await lockAccount(client, grant.account)
  await endKey(client, account, grant, { by, action: 'grant.end', detail })
}

const AT_ONCE = 100

/** Ends grants whose client let all its codes and tokens run out: nobody can use them any more. */
export async function endUnusedGrants(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ key: number }>(
    `select g.key from grants g join keys k on k.id = g.key
     where g.usable_until < ledger_now() and k.revoked_at is null limit $1`,
    [AT_ONCE],
  )
  for (const { key } of rows)
    await inTransaction(pool, (client) =>
      endGrant(client, key, { why: 'its client no longer uses it' }, SERVICE),
    )
  return rows.length
}

/** A code that is used twice, and a refresh token, is recognised for as long as it could have been good. */
export async function forgetOldTokens(pool: Pool): Promise<number> {
  const codes = await forget(pool, 'grant_codes', "expires_at < ledger_now() - interval '1 day'")
  return codes + (await forget(pool, 'grant_tokens', 'expires_at < ledger_now()'))
}
