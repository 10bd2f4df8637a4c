import { type ActDetail, type Action, type Actor, OPERATOR, personOf, recordAct } from '../accounts/acts.ts'
import type { Client } from '../db/pool.ts'
import type { SignedInMember } from '../sessions/sessions.ts'

/** Who is written down in the account, and what is written down elsewhere in the same transaction. */
interface Acting {
  by: Actor
  alongside(client: Client): Promise<void>
}

/**
 * How an operator's act on an account is recorded: in that account without a name, and in the operator's own account with it. An act on
 * their own account is recorded once.
 */
export function actingOn(
  { account, email }: SignedInMember,
  target: string,
  act: { action: Action; subject: string; detail?: ActDetail },
): Acting {
  const by = personOf(email)
  if (target === account.id) return { by, alongside: async () => {} }
  return { by: OPERATOR, alongside: (client) => recordAct(client, { account: account.no, by, ...act }) }
}
