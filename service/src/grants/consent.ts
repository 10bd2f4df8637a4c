import { personOf, recordAct } from '../accounts/acts.ts'
import { addKey } from '../accounts/add-key.ts'
import { hashKey, newSecret } from '../accounts/api-key.ts'
import { type KeyTerms, readTerms, termsInWords, UNLIMITED } from '../accounts/key-terms.ts'
import { nowMs } from '../accounts/keys.ts'
import { lockAccount } from '../accounts/store.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { invalid } from '../kernel/errors.ts'
import type { Ask } from './ask.ts'
import { shownHost } from './clients.ts'

/** What a person agrees to. */
export interface Consent {
  /** What the account calls the grant. */
  name: string
  /** Credits per day (UTC). */
  daily_cap: number
  /** Paid tools, too. */
  paid: boolean
  expires_at: string | null
}

/** Who agrees, and from which address. */
export interface Consenter {
  accountId: string
  email: string
  address: string
}

/** A client exchanges its code at once. */
const CODE_SEC = 120

/** Makes the grant, and the code that its client exchanges for tokens. */
export async function giveConsent(pool: Pool, ask: Ask, consent: Consent, by: Consenter): Promise<string> {
  return inTransaction(pool, async (client) => {
    const account = await lockAccount(client, by.accountId)
    const terms = await termsOf(client, ask, consent)
    const { name } = consent
    const { no, id } = await addKey(client, account, {
      ...terms,
      kind: 'agent',
      name,
      hash: null,
      prefix: '',
    })
    const host = shownHost(ask.client, ask.redirectUri)
    await client.query(
      `insert into grants (key, client_id, client_name, client_host, resource, person, usable_until)
       values ($1, $2, $3, $4, $5, $6, ledger_now() + make_interval(secs => $7))`,
      [no, ask.client.id, ask.client.name, host, ask.resource, by.email, CODE_SEC],
    )
    const code = newSecret('vc')
    await client.query(
      `insert into grant_codes (hash, key, redirect_uri, challenge, expires_at)
       values (decode($1, 'hex'), $2, $3, $4, ledger_now() + make_interval(secs => $5))`,
      [hashKey(code), no, ask.redirectUri, ask.challenge, CODE_SEC],
    )
    await client.query('update agent_clients set used_at = ledger_now() where id = $1', [ask.client.id])
    await recordAct(client, {
      account: account.id,
      by: personOf(by.email),
      action: 'grant.consent',
      subject: id,
      detail: {
        name,
        client: ask.client.id,
        client_name: ask.client.name,
        client_host: host,
        address: by.address,
        ...termsInWords(terms),
      },
    })
    return code
  })
}

async function termsOf(
  client: Client,
  ask: Ask,
  { daily_cap, paid, expires_at }: Consent,
): Promise<KeyTerms> {
  if (paid && !ask.scopes.includes('spend'))
    throw invalid('`paid` must be false: the agent asks for free tools only.')
  if (!(daily_cap > 0)) throw invalid('`daily_cap` must be more than 0 credits.')
  const scopes = paid ? ['read', 'spend'] : ['read']
  return { ...UNLIMITED, ...readTerms({ scopes, daily_cap, expires_at }, await nowMs(client)) }
}
