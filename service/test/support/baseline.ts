import { hashKey, keyPrefix, newApiKey } from '../../src/accounts/api-key.ts'
import type { Pool } from '../../src/db/pool.ts'
import { one } from '../../src/db/rows.ts'
import { newId } from '../../src/kernel/ids.ts'
import type { TestAccount } from './accounts.ts'

/** An account with one key, written as the first release wrote it: today's code needs tables that came later. */
export async function baselineAccount(pool: Pool): Promise<TestAccount> {
  const [id, keyId, key] = [newId('acc'), newId('key'), newApiKey()]
  const { rows } = await pool.query<{ no: number; keyNo: number }>(
    `with account as (
       insert into accounts (public_id, email, plan, created_at) values ($1, $1 || '@example.com', 'pro', now()) returning id
     ), made as (
       insert into keys (public_id, account, name, prefix, hash, created_at)
       select $2, id, 'first', $3, decode($4, 'hex'), now() from account returning id, account
     ), meter as (
       insert into meters (account, period, allowance, emit_us, burst, owners)
       select account, ledger_period(ledger_now()), 50000000, 1000, 1000, array[id, 0, 0, 0, 0] from made
     )
     select account as no, id as "keyNo" from made`,
    [id, keyId, keyPrefix(key), hashKey(key)],
  )
  return { id, keyId, key, ...one(rows) }
}
