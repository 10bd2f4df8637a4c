import { createHash } from 'node:crypto'
import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { randomBase62 } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Vault } from '../ops/vault.ts'

/** An address and the secret that what is sent there is signed with. The address must have been checked (address.ts). */
export interface NewHook {
  account: number
  url: string
}

/** The secret is told here and never again. */
export async function createHook(
  client: Client,
  vault: Vault,
  { account, url }: NewHook,
): Promise<{ no: number; secret: string }> {
  // Its number comes first: the secret is sealed for this hook and no other.
  const { rows } = await client.query<{ no: number }>(
    "select nextval(pg_get_serial_sequence('hooks', 'id')) as no",
  )
  const { no } = one(rows)
  const secret = newSecret()
  await client.query(
    `insert into hooks (id, account, url, lane, secret, created_at) overriding system value
     values ($1, $2, $3, $4, $5, ledger_now())`,
    [no, account, url, laneOf(account, url), vault.seal(secret, purposeOf(no))],
  )
  return { no, secret }
}

/** What waits goes to the new address. That the old one was gone says nothing about it. */
export async function changeAddress(client: Client, hookNo: number, url: string): Promise<void> {
  const { rows } = await client.query<{ account: number }>('select account from hooks where id = $1', [
    hookNo,
  ])
  const lane = laneOf(one(rows).account, url)
  await client.query('update hooks set url = $2, lane = $3, paused_at = null where id = $1 and url <> $2', [
    hookNo,
    url,
    lane,
  ])
  await client.query("update deliveries set lane = $2 where hook = $1 and state in ('q', 'w')", [
    hookNo,
    lane,
  ])
}

/** The secret before it signs too for a day, so that receivers can change over without losing an event. */
export async function rotateSecret(client: Client, vault: Vault, hookNo: number): Promise<string> {
  const secret = newSecret()
  await client.query(
    `update hooks set old_secret = secret, old_until = ledger_now() + $3 * interval '1 hour', secret = $2 where id = $1`,
    [hookNo, vault.seal(secret, purposeOf(hookNo)), LIMITS.oldSecretHours],
  )
  return secret
}

/** After a 410: what happens from now on is sent again. What was given up meanwhile can be sent again by hand. */
export async function resumeHook(client: Client, hookNo: number): Promise<void> {
  await client.query('update hooks set paused_at = null where id = $1', [hookNo])
}

/** Their watch or their job is over: nothing new will be sent there. */
export async function retireHooks(client: Client, hookNos: readonly number[]): Promise<void> {
  if (hookNos.length === 0) return
  await client.query('update hooks set retired_at = ledger_now() where id = any($1::bigint[])', [hookNos])
}

/** Addresses and secrets that have been out of use for so many days; the events that went there are gone before. */
export async function forgetRetiredHooks(pool: Pool, days: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from hooks h where retired_at < ledger_now() - $1 * interval '1 day'
       and not exists (select 1 from deliveries d where d.hook = h.id and d.state in ('q', 'w'))`,
    [days],
  )
  return rowCount ?? 0
}

/** 178 bits, more than the signature can carry. */
function newSecret(): string {
  return `whsec_${randomBase62(32)}`
}

/** Those that are good now, the newest first. */
export function openSecrets(
  vault: Vault,
  { hook, secret, oldSecret }: { hook: number; secret: Buffer; oldSecret: Buffer | null },
): string[] {
  const sealed = oldSecret ? [secret, oldSecret] : [secret]
  return sealed.map((text) => vault.open(text, purposeOf(hook)))
}

/** What a hook's secrets are sealed for. */
function purposeOf(hookNo: number): string {
  return `webhook ${hookNo}`
}

/** Two that share a lane by chance share its turn, and nothing else. */
function laneOf(account: number, url: string): number {
  const { host } = new URL(url)
  return createHash('sha256').update(`${account} ${host}`).digest().readUIntBE(0, 6)
}
