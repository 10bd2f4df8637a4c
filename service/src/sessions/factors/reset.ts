import { OPERATOR, recordAct } from '../../accounts/acts.ts'
import { forgetTries } from '../../accounts/throttle.ts'
import { inTransaction, type Pool } from '../../db/pool.ts'
import { invalid } from '../../kernel/errors.ts'
import { dropTotp } from './store.ts'

/** For operators: takes one-time codes, recovery codes and passkeys from a person, whose sessions end. */
export async function resetFactors(
  pool: Pool,
  accountId: string,
  email?: string,
): Promise<{ account: string; email: string }> {
  const person = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: string; email: string; account: number }>(
      `select u.id, u.email, u.account from users u join accounts a on a.id = u.account
       where a.public_id = $1 and ($2::text is null or lower(u.email) = lower($2)) for update of u`,
      [accountId, email ?? null],
    )
    const [found, another] = rows
    if (!found)
      throw invalid(
        email === undefined
          ? 'Nobody signs in to this account.'
          : `${email} does not sign in to this account.`,
      )
    if (another) throw invalid('Several people sign in to this account. Name one with --email.')
    const hadCodes = await dropTotp(client, found.id)
    const { rowCount: passkeys } = await client.query('delete from passkeys where user_id = $1', [found.id])
    if (!hadCodes && !passkeys) throw invalid(`${found.email} has no second factor.`)
    await client.query('delete from user_sessions where user_id = $1', [found.id])
    await client.query('delete from sign_in_steps where user_id = $1', [found.id])
    await recordAct(client, {
      account: found.account,
      by: OPERATOR,
      action: 'person.reset_second_factor',
      detail: { email: found.email },
    })
    return found
  })
  await forgetTries(pool, 'secondFactorByPerson', person.id)
  return { account: accountId, email: person.email }
}
