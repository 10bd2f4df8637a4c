import { MAIL_LINK } from '../accounts/acts.ts'
import { endKeysOf } from '../accounts/end-keys.ts'
import * as boards from '../boards/store.ts'
import { pauseReceiversOf } from '../endpoints/pause.ts'
import { replaceTokensOf } from '../feeds/store.ts'
import { feedTokens } from '../feeds/token.ts'
import { counted } from '../kernel/counted.ts'
import { removeOthers } from '../members/store.ts'
import type { Vault } from '../ops/vault.ts'
import * as receipts from '../receipts/store.ts'
import type { EndAccess } from '../sessions/first-proof.ts'

/** Ends every way into an account, and out of it, that somebody else may have made. Whatever else it has stays. */
export function createEndAccess(vault: Vault): EndAccess {
  return async (client, { account, accountId, userId }) => {
    const keys = await endKeysOf(client, accountId, MAIL_LINK)
    const links =
      (await replaceTokensOf(client, account, (id) => feedTokens.create(vault, id))) +
      (await boards.endLinksOf(client, account)) +
      (await receipts.endLinksOf(client, account))
    const receivers = await pauseReceiversOf(client, account)
    const { members, invitations } = await removeOthers(client, { account, by: MAIL_LINK }, userId)
    return [
      ...told(keys, 'key'),
      ...told(members, 'member'),
      ...told(invitations, 'invitation'),
      ...told(links, 'shared link'),
      ...told(receivers, 'endpoint'),
    ]
  }
}

function told(count: number, thing: string): string[] {
  return count === 0 ? [] : [counted(count, thing)]
}
