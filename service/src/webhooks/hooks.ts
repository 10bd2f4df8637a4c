import { createHash } from 'node:crypto'
import { forget } from '../db/forget.ts'
import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { randomBase62 } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Vault } from '../ops/vault.ts'
import type { SealedValues } from '../secrets/sealed-values.ts'
import type { Kind } from './receiver.ts'

/** An address and its secret. The address must have been checked. */
export interface NewHook {
  account: number
  /** A URL, or an e-mail address. */
  url: string | HiddenAddress
  endpoint?: NewEndpoint
}

/** An address that is itself a secret, and what people see of it. */
export interface HiddenAddress {
  shown: string
  secret: string
}

/** What an endpoint of the account has besides. */
export interface NewEndpoint {
  id: string
  kind: Kind
  description: string | null
  events: readonly string[] | null
  unverified: boolean
}

/** The secret is returned only here. */
export async function createHook(
  client: Client,
  vault: Vault,
  { account, url, endpoint }: NewHook,
): Promise<{ no: number; secret: string }> {
  // The number comes first, because the secret is encrypted for this hook only.
  const { rows } = await client.query<{ no: number }>(
    "select nextval(pg_get_serial_sequence('hooks', 'id')) as no",
  )
  const { no } = one(rows)
  const { shown, secret } = typeof url === 'string' ? { shown: url, secret: newSecret() } : url
  await client.query(
    `insert into hooks (id, account, address, lane, secret, created_at, public_id, kind, description, events, unverified)
     overriding system value values ($1, $2, $3, $4, $5, ledger_now(), $6, $7, $8, $9, $10)`,
    [
      no,
      account,
      shown,
      laneOf(account, shown, endpoint?.id ?? null),
      vault.seal(secret, purposeOf(no)),
      endpoint?.id ?? null,
      endpoint?.kind ?? 'webhook',
      endpoint?.description ?? null,
      endpoint?.events ?? null,
      endpoint?.unverified ?? false,
    ],
  )
  return { no, secret }
}

/** Pending events go to the new address, which is not considered gone. */
export async function changeAddress(client: Client, hookNo: number, url: string): Promise<void> {
  const { rows } = await client.query<{ account: number; endpoint: string | null }>(
    'select account, public_id as endpoint from hooks where id = $1',
    [hookNo],
  )
  const { account, endpoint } = one(rows)
  const lane = laneOf(account, url, endpoint)
  await client.query(
    `update hooks set address = $2, lane = $3, paused_at = null, pause_reason = null, failing_since = null
     where id = $1 and address <> $2`,
    [hookNo, url, lane],
  )
  await client.query("update deliveries set lane = $2 where hook = $1 and state::text in ('q', 'w')", [
    hookNo,
    lane,
  ])
}

/** The same for a hidden address. */
export async function changeHiddenAddress(
  client: Client,
  vault: Vault,
  hookNo: number,
  address: HiddenAddress,
): Promise<void> {
  await changeAddress(client, hookNo, address.shown)
  await hideAddress(client, vault, hookNo, address)
  await resumeHook(client, hookNo)
}

export async function hideAddress(
  client: Client,
  vault: Vault,
  hookNo: number,
  { shown, secret }: HiddenAddress,
): Promise<void> {
  await client.query('update hooks set address = $2, secret = $3, old_secret = null where id = $1', [
    hookNo,
    shown,
    vault.seal(secret, purposeOf(hookNo)),
  ])
}

/** The previous secret also signs for one day, so that receivers can switch without losing an event. */
export async function rotateSecret(client: Client, vault: Vault, hookNo: number): Promise<string> {
  const secret = newSecret()
  await client.query(
    `update hooks set old_secret = secret, old_until = ledger_now() + $3 * interval '1 hour', secret = $2 where id = $1`,
    [hookNo, vault.seal(secret, purposeOf(hookNo)), LIMITS.oldSecretHours],
  )
  return secret
}

/** Resumes after a 410: new events are sent again. Failed ones can be redelivered by hand. */
export async function resumeHook(client: Client, hookNo: number): Promise<void> {
  await client.query(
    'update hooks set paused_at = null, pause_reason = null, failing_since = null where id = $1',
    [hookNo],
  )
}

/** Closes hooks whose watch or job is over: nothing new will be sent. */
export async function retireHooks(client: Client, hookNos: readonly number[]): Promise<void> {
  if (hookNos.length === 0) return
  await client.query('update hooks set retired_at = ledger_now() where id = any($1::bigint[])', [hookNos])
}

/** Deletes addresses and secrets unused for this many days. Their events are deleted earlier. */
export async function forgetRetiredHooks(pool: Pool, days: number): Promise<number> {
  return forget(
    pool,
    'hooks',
    `retired_at < ledger_now() - $1 * interval '1 day'
       and not exists (select 1 from deliveries d where d.hook = hooks.id and d.state::text in ('q', 'w'))`,
    [days],
  )
}

/** 178 bits. The letters are base64 too, as Standard Webhooks wants them. */
function newSecret(): string {
  return `whsec_${randomBase62(32)}`
}

/** A hook's valid secrets, encrypted. */
export interface SealedSecrets {
  hook: number
  secret: Buffer
  oldSecret: Buffer | null
}

/** The currently valid secrets, newest first. */
export function openSecrets(vault: Vault, { hook, secret, oldSecret }: SealedSecrets): string[] {
  const sealed = oldSecret ? [secret, oldSecret] : [secret]
  return sealed.map((text) => vault.open(text, purposeOf(hook)))
}

/** The encryption purpose of a hook's secrets. */
function purposeOf(hookNo: number): string {
  return `webhook ${hookNo}`
}

/** The signing secrets, current and previous. */
export const hookSecrets: SealedValues = {
  name: 'webhook secrets',
  read: async (client, after, most) => {
    const { rows } = await client.query<{ id: number; secret: Buffer; old_secret: Buffer | null }>(
      'select id, secret, old_secret from hooks where $1::bigint is null or id > $1 order by id limit $2 for update',
      [after, most],
    )
    return rows.map(({ id, secret, old_secret: old }) => ({
      key: String(id),
      purpose: purposeOf(id),
      values: [secret, old],
    }))
  },
  write: async (client, rows) => {
    await client.query(
      `update hooks h set secret = n.secret, old_secret = n.old_secret
       from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as n(id, secret, old_secret) where h.id = n.id`,
      [rows.map(({ key }) => key), rows.map(({ values }) => values[0]), rows.map(({ values }) => values[1])],
    )
  },
  // Its owner gets to know one with the next rotation.
  renew: (vault, { key, purpose }) => ({ key, purpose, values: [vault.seal(newSecret(), purpose), null] }),
}

/**
 * Deliveries of an account to one host share a lane; an endpoint has one of its own, below zero, because many are at the host of the
 * same chat service. A hash collision only makes two share one turn.
 */
function laneOf(account: number, url: string, endpoint: string | null): number {
  const text = `${account} ${endpoint ?? new URL(url).host}`
  const lane = createHash('sha256').update(text).digest().readUIntBE(0, 6)
  return endpoint === null ? lane : -1 - lane
}
