import { MAIL_LINK, recordAct } from '../accounts/acts.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import type { Vault } from '../ops/vault.ts'
import { openSecrets } from '../webhooks/hooks.ts'
import type { Endpoint } from './endpoint.ts'
import { type Consent, consentToken, isToken } from './kinds/email/links.ts'
import { pauseEndpoints } from './pause.ts'
import { lockByLink, readSealedSecret, releaseWaiting, writeFields } from './store.ts'

/** A link in a mail. */
export interface FollowedLink {
  endpoint: string
  token: string
}

/** What the owners of mailboxes can do without an account. */
export interface MailConsent {
  /** Returns the address. A second time changes nothing. */
  verify(link: FollowedLink): Promise<string>
  /** Checks the link without doing anything. Returns the address. */
  look(consent: Consent, link: FollowedLink): Promise<string>
  unsubscribe(link: FollowedLink): Promise<string>
}

export function createConsent(pool: Pool, vault: Vault): MailConsent {
  /** Changed addresses, deleted endpoints and wrong tokens get the same answer. */
  async function find(
    client: Client,
    consent: Consent,
    { endpoint: id, token }: FollowedLink,
  ): Promise<Endpoint> {
    const endpoint = await lockByLink(client, id)
    if (endpoint) {
      const sealed = {
        hook: endpoint.no,
        secret: await readSealedSecret(client, endpoint.no),
        oldSecret: null,
      }
      const [secret = ''] = openSecrets(vault, sealed)
      if (isToken(token, consentToken(secret, consent, endpoint.address))) return endpoint
    }
    throw invalid('This link is not valid any more.')
  }

  return {
    look: (consent, link) =>
      inTransaction(pool, async (client) => (await find(client, consent, link)).address),
    verify: (link) =>
      inTransaction(pool, async (client) => {
        const endpoint = await find(client, 'verify', link)
        // Someone who has unsubscribed is asked again before this link counts.
        if (endpoint.pauseReason === 'unsubscribed') throw invalid('This link is not valid any more.')
        await writeFields(client, endpoint.no, { ...endpoint, unverified: false })
        if (endpoint.unverified) {
          await recordConsent(client, endpoint, 'endpoint.verify')
          await releaseWaiting(client, endpoint)
        }
        return endpoint.address
      }),
    unsubscribe: (link) =>
      inTransaction(pool, async (client) => {
        const endpoint = await find(client, 'unsubscribe', link)
        await writeFields(client, endpoint.no, { ...endpoint, unverified: true })
        const isNew = endpoint.pauseReason !== 'unsubscribed'
        if (isNew) await recordConsent(client, endpoint, 'endpoint.unsubscribe')
        await pauseEndpoints(client, [endpoint.no], 'unsubscribed')
        return endpoint.address
      }),
  }
}

/** Following a link again changes nothing, and leaves nothing behind. */
async function recordConsent(
  client: Client,
  { account, id, address }: Endpoint,
  action: 'endpoint.verify' | 'endpoint.unsubscribe',
): Promise<void> {
  await recordAct(client, { account, by: MAIL_LINK, action, subject: id, detail: { address } })
}
