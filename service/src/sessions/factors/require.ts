import { personOf, recordAct } from '../../accounts/acts.ts'
import { inTransaction, type Pool } from '../../db/pool.ts'
import { one } from '../../db/rows.ts'
import { invalid } from '../../kernel/errors.ts'
import type { SignedInMember } from '../sessions.ts'
import type { Way } from '../ways.ts'
import { readFactors } from './store.ts'

/** Whether everybody who signs in to the account with a password needs a second factor. Holds for open sessions at once. */
export async function requireSecondFactor(
  pool: Pool,
  { account, userId, sessionId, email }: SignedInMember,
  isRequired: boolean,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { totpSince, passkeys } = await readFactors(client, userId)
    const { rows } = await client.query<{ way: Way | null }>('select way from user_sessions where id = $1', [
      sessionId,
    ])
    const isSafe = totpSince !== null || passkeys > 0 || one(rows).way === 'provider'
    if (isRequired && !isSafe) throw invalid('Set up a second factor of your own first.')
    const { rowCount } = await client.query(
      'update accounts set require_second_factor = $2 where id = $1 and require_second_factor <> $2',
      [account.no, isRequired],
    )
    if (rowCount === 0) return
    // The owner who demands it has a factor, and must not be signed out by demanding it.
    if (isRequired && one(rows).way !== 'provider')
      await client.query(
        "update user_sessions set way = 'two_step' where id = $1 and way is distinct from 'passkey'",
        [sessionId],
      )
    await recordAct(client, {
      account: account.no,
      by: personOf(email),
      action: 'account.require_second_factor',
      detail: { required: isRequired ? 'on' : 'off' },
    })
  })
}
