import type { Client } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { LIMITS } from '../kernel/limits.ts'

/** Changes of an account's people take turns: two owners must not remove each other at the same moment. */
export async function lockPeople(client: Client, account: number): Promise<void> {
  await client.query('select 1 from accounts where id = $1 for update', [account])
}

/** Whether there are more than an account can have, open invitations included. */
export async function isCrowded(client: Client, account: number): Promise<boolean> {
  const { rows } = await client.query<{ people: number }>(
    `select (select count(*) from users where account = $1)::int
       + (select count(*) from invitations where account = $1 and expires_at > ledger_now())::int as people`,
    [account],
  )
  return one(rows).people > LIMITS.members
}
