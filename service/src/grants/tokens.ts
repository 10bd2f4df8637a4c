import { hash } from 'node:crypto'
import { hashKey, isWellFormed, newSecret } from '../accounts/api-key.ts'
import { countTry } from '../accounts/throttle.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { endGrant } from './end.ts'
import type { Issuer } from './issuer.ts'
import { Refusal } from './refusal.ts'

/** What a client holds. The access token is good for an hour; the refresh token once, within 30 days. */
export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

const ACCESS_SEC = 3600
const REFRESH_SEC = 30 * 86_400

/** What a token request names. All but the first are the client's. */
interface Asked {
  issuer: Issuer
  clientId: string
  resource: string | null
  /** From where, for the audit log. */
  address: string
}

export interface CodeExchange extends Asked {
  code: string
  verifier: string
  redirectUri: string | null
}

export interface Refresh extends Asked {
  refreshToken: string
}

/** The grant of a code or token, with its key. */
interface Held {
  key: number
  client_id: string
  resource: string
  scopes: string[]
  used: boolean
  late: boolean
  /** Its key is revoked or past its end. */
  over: boolean
}

const HELD = `
  select s.*, g.client_id, g.resource, k.scopes, s.used_at is not null as used, s.expires_at <= ledger_now() as late,
    (k.revoked_at is not null or coalesce(k.expires_at <= ledger_now(), false)) as over`

/** A refusal that also changed something: it is thrown after the transaction. */
type Outcome = Tokens | Refusal

/** A code is good once. If it comes again somebody has stolen it, so what was given for it ends. */
export async function exchangeCode(pool: Pool, asked: CodeExchange): Promise<Tokens> {
  return settled(
    inTransaction(pool, async (client): Promise<Outcome> => {
      const held = await find<{ redirect_uri: string; challenge: string }>(client, 'vc', asked.code)
      if (!held) return new Refusal('invalid_grant', 'This code is unknown or too old.')
      requireSame(asked, held)
      if (asked.redirectUri !== null && asked.redirectUri !== held.redirect_uri)
        return new Refusal('invalid_grant', '`redirect_uri` is another than that of the code.')
      if (hash('sha256', asked.verifier, 'base64url') !== held.challenge)
        return new Refusal('invalid_grant', '`code_verifier` does not belong to this code.')
      if (held.used) {
        await endGrant(client, held.key, { why: 'its code was used twice', address: asked.address })
        return new Refusal('invalid_grant', 'This code was used before. What was given for it has ended.')
      }
      if (held.late || held.over)
        return new Refusal('invalid_grant', 'This code is too old, or its grant has ended.')
      await client.query("update grant_codes set used_at = ledger_now() where hash = decode($1, 'hex')", [
        hashKey(asked.code),
      ])
      return issue(client, held)
    }),
  )
}

/** Gives new tokens for old ones. A refresh token that comes a second time was stolen, from the client or by it: the grant ends. */
export async function refresh(pool: Pool, asked: Refresh): Promise<Tokens> {
  return settled(
    inTransaction(pool, async (client): Promise<Outcome> => {
      const held = await find(client, 'vr', asked.refreshToken)
      if (!held) return new Refusal('invalid_grant', 'This refresh token is unknown or too old.')
      requireSame(asked, held)
      if (held.used) {
        await endGrant(client, held.key, { why: 'a refresh token was used twice', address: asked.address })
        return new Refusal(
          'invalid_grant',
          'This refresh token was used before. The grant has ended: ask again.',
        )
      }
      if (held.late || held.over)
        return new Refusal('invalid_grant', 'This refresh token is too old, or its grant has ended.')
      await countTry(client, 'refreshesOfGrant', String(held.key))
      await client.query("update grant_tokens set used_at = ledger_now() where hash = decode($1, 'hex')", [
        hashKey(asked.refreshToken),
      ])
      return issue(client, held)
    }),
  )
}

/** Ends the grant of either token (RFC 7009). What is unknown is not told. */
export async function revokeToken(
  pool: Pool,
  { token, clientId, address }: { token: string; clientId: string; address: string },
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const held = (await find(client, 'vr', token)) ?? (await find(client, 'va', token))
    if (held?.client_id === clientId)
      await endGrant(client, held.key, { why: 'its client gave it back', address })
  })
}

async function find<More = object>(
  client: Client,
  prefix: 'vc' | 'vr' | 'va',
  secret: string,
): Promise<(Held & More) | null> {
  if (!isWellFormed(prefix, secret)) return null
  const from =
    prefix === 'vc'
      ? "from grant_codes s join grants g on g.key = s.key join keys k on k.id = s.key where s.hash = decode($1, 'hex')"
      : "from grant_tokens s join grants g on g.key = s.key join keys k on k.id = s.key where s.hash = decode($1, 'hex') and s.kind = $2"
  const values = [hashKey(secret), ...(prefix === 'vc' ? [] : [prefix === 'va' ? 'access' : 'refresh'])]
  const { rows } = await client.query<Held & More>(`${HELD} ${from} for update of s`, values)
  return rows[0] ?? null
}

function requireSame({ issuer, clientId, resource }: Asked, held: Held): void {
  if (clientId !== held.client_id)
    throw new Refusal('invalid_grant', 'It was given to another client than `client_id`.')
  if (!issuer.resources.includes(held.resource))
    throw new Refusal('invalid_grant', 'It was given by this server under another address. Ask there.')
  if (resource !== null && resource !== held.resource)
    throw new Refusal('invalid_target', `\`resource\` must be ${held.resource}, which was agreed to.`)
}

async function issue(client: Client, { key, scopes }: Held): Promise<Tokens> {
  const [access, renew] = [newSecret('va'), newSecret('vr')]
  await client.query(
    `insert into grant_tokens (hash, key, kind, expires_at)
     values (decode($1, 'hex'), $3, 'access', ledger_now() + make_interval(secs => $4)),
       (decode($2, 'hex'), $3, 'refresh', ledger_now() + make_interval(secs => $5))`,
    [hashKey(access), hashKey(renew), key, ACCESS_SEC, REFRESH_SEC],
  )
  await client.query(
    'update grants set usable_until = ledger_now() + make_interval(secs => $2) where key = $1',
    [key, REFRESH_SEC],
  )
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_SEC,
    refresh_token: renew,
    scope: scopes.join(' '),
  }
}

async function settled(outcome: Promise<Outcome>): Promise<Tokens> {
  const made = await outcome
  if (made instanceof Refusal) throw made
  return made
}
