import { keepNewestActs, recordAct, VISITOR } from '../accounts/acts.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { LIMITS } from '../kernel/limits.ts'
import { networkOf } from './network.ts'

/** With the password known, wrong codes say more than wrong passwords. */
const ACTIONS = ['person.sign_in_failed', 'person.second_factor_failed'] as const

/** Lists a wrong code after a right password. */
export function recordFailedSecondFactor(pool: Pool, email: string, address: string): Promise<void> {
  return record(pool, email, address, 'person.second_factor_failed')
}

/**
 * Lists a wrong password in the audit log of the account that it was for. All tries from one network within an hour share a line.
 * An e-mail that nobody signs in with belongs to no account and leaves nothing.
 */
export function recordFailedSignIn(pool: Pool, email: string, address: string): Promise<void> {
  return record(pool, email, address, 'person.sign_in_failed')
}

async function record(
  pool: Pool,
  email: string,
  address: string,
  action: (typeof ACTIONS)[number],
): Promise<void> {
  await inTransaction(pool, async (client) => {
    // The lock makes tries of the same moment count one after another.
    const { rows } = await client.query<{ account: number; email: string }>(
      'select account, email from users where lower(email) = lower($1) and account is not null for no key update',
      [email],
    )
    const [person] = rows
    if (!person) return
    const network = networkOf(address)
    const { rowCount: counted } = await client.query(
      `update acts set detail = detail || jsonb_build_object('tries', ((detail ->> 'tries')::int + 1)::text)
       where account = $1 and action = $2 and at > ledger_now() - interval '1 hour'
         and detail ->> 'email' = $3 and detail ->> 'network' = $4`,
      [person.account, action, person.email, network],
    )
    if (counted) return
    const detail = { email: person.email, network, tries: '1' }
    await recordAct(client, { account: person.account, by: VISITOR, action, detail })
    await keepNewestActs(client, person.account, ACTIONS, LIMITS.failedSignInActs)
  })
}
