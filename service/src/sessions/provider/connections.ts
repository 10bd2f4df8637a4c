import { personOf } from '../../accounts/acts.ts'
import { inTransaction, type Pool } from '../../db/pool.ts'
import { invalid } from '../../kernel/errors.ts'
import type { SignedInMember } from '../sessions.ts'
import { recordPersonAct } from '../store.ts'
import { providerIdOf } from './people.ts'

export async function isConnected(pool: Pool, userId: string, issuer: string): Promise<boolean> {
  const { rows } = await pool.query(
    'select 1 from user_credentials where user_id = $1 and provider_id = $2',
    [userId, providerIdOf(issuer)],
  )
  return rows.length > 0
}

/** For somebody with a password: otherwise nothing would be left to sign in with. */
export async function disconnect(
  pool: Pool,
  { userId, email }: SignedInMember,
  issuer: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'delete from user_credentials where user_id = $1 and provider_id = $2',
      [userId, providerIdOf(issuer)],
    )
    if (rowCount === 0) throw invalid('You are not connected to the provider.')
    const act = { by: personOf(email), action: 'person.disconnect_provider', detail: { email } } as const
    await recordPersonAct(client, userId, act)
  })
}
