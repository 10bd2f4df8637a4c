import { personOf, recordAct } from '../accounts/acts.ts'
import { countTry, forgetTries } from '../accounts/throttle.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import { requirePassword } from './credentials.ts'
import { refuseCommonPassword } from './guessable-passwords.ts'
import { hashPassword } from './password.ts'
import type { SignedInMember } from './sessions.ts'

/** Replaces the password and ends all other sessions: somebody else may have known the old one. */
export async function changePassword(
  pool: Pool,
  { userId, email, sessionId, account }: SignedInMember,
  password: string,
  newPassword: string,
): Promise<void> {
  await countTry(pool, 'passwordChangeByPerson', userId)
  const before = await requirePassword(pool, userId, password, 'Your present password is wrong.')
  await refuseCommonPassword(newPassword, email)
  const hash = await hashPassword(newPassword)
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update user_credentials set password = $3, updated_at = now()
       where user_id = $1 and provider_id = 'credential' and password = $2`,
      [userId, before, hash],
    )
    if (rowCount === 0) throw invalid('Your password was changed at the same moment. Try again.')
    await client.query('delete from user_sessions where user_id = $1 and id <> $2', [userId, sessionId])
    await recordAct(client, {
      account: account.no,
      by: personOf(email),
      action: 'person.set_password',
      detail: { email },
    })
  })
  await forgetTries(pool, 'passwordChangeByPerson', userId)
}
