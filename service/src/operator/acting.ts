import { OPERATOR, personOf, recordAct } from '../accounts/acts.ts'
import type { RecordAct } from '../accounts/store.ts'
import type { SignedInMember } from '../sessions/sessions.ts'

/**
 * Records an operator's act on an account: in that account without a name, and in the operator's own account with it. An act on their
 * own account is recorded once.
 */
export function recordsOf({ account, email }: SignedInMember): RecordAct {
  return async (client, target, act) => {
    await recordAct(client, { account: account.no, by: personOf(email), ...act })
    if (target !== account.no) await recordAct(client, { account: target, by: OPERATOR, ...act })
  }
}
