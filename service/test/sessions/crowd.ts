import type { Pool } from '../../src/db/pool.ts'
import { LIMITS } from '../../src/kernel/limits.ts'

/** Fills an account with people and one open invitation, and leaves room for so many more. They leave when asked to. */
export async function crowd(pool: Pool, account: string, room: number): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ people: number }>(
    'select count(*)::int as people from users u join accounts a on a.id = u.account where a.public_id = $1',
    [account],
  )
  await pool.query(
    `insert into users (id, email, name, email_verified, created_at, updated_at, account, role)
     select 'crowd' || n, 'crowd' || n || '@acme.example', '', true, now(), now(), a.id, 'viewer'
     from generate_series(1, $2::int) n, accounts a where a.public_id = $1`,
    [account, LIMITS.members - 1 - room - (rows[0]?.people ?? 0)],
  )
  await pool.query(
    `insert into invitations (id, account, email, role, token_hash, created_at, expires_at)
     select 'inv_crowd', id, 'later@acme.example', 'viewer', '\\x00', now(), now() + interval '1 day' from accounts
     where public_id = $1`,
    [account],
  )
  return async () => {
    await pool.query("delete from users where id like 'crowd%'")
    await pool.query("delete from invitations where id = 'inv_crowd'")
  }
}
