import type { Client } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { Milli } from '../kernel/credits.ts'
import { ApiError, invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { endExpiredOf } from './end-keys.ts'
import type { KeyTerms } from './key-terms.ts'
import type { LockedAccount } from './store.ts'

/** A key of a program, or what an agent holds: a grant, whose tokens stand for it. */
export type KeyKind = 'key' | 'agent'

export interface KeyToAdd extends KeyTerms {
  kind: KeyKind
  name: string
  /** Null for a grant. */
  hash: string | null
  prefix: string
}

/** Gives a key a slot in the meter. The caller has locked the account, so that concurrent calls cannot make a sixth key. */
export async function addKey(
  client: Client,
  account: LockedAccount,
  { kind, name, hash, prefix, scopes, expiresAt, dailyCap }: KeyToAdd,
): Promise<{ no: number; id: string }> {
  const owners = await endExpiredOf(client, account)
  const slot = freeSlot(owners, kind)
  await refuseMany(client, account.id, kind)
  const id = newId('key')
  const { rows } = await client.query<{ no: number }>(
    `insert into keys (public_id, account, kind, name, prefix, hash, scopes, expires_at, daily_cap, created_at)
     values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7, $8, $9, ledger_now()) returning id as no`,
    [id, account.id, kind, name, prefix, hash, scopes, expiresAt, dailyCap],
  )
  const { no } = one(rows)
  await client.query('update meters set owners[$2] = $3, spend[$2] = 0, today[$2] = 0 where account = $1', [
    account.id,
    slot,
    no,
  ])
  await setSlotCap(client, account.id, slot, dailyCap)
  return { no, id }
}

/** The first slots are for keys. Those of grants follow, as many as were ever needed at once. */
function freeSlot(owners: readonly number[], kind: KeyKind): number {
  const [from, most] = kind === 'key' ? [0, LIMITS.activeKeys] : [LIMITS.activeKeys, LIMITS.activeGrants]
  const own = owners.slice(from, from + most)
  const free = own.includes(0) ? own.indexOf(0) : own.length
  if (free < most) return from + free + 1
  throw invalid(
    kind === 'key'
      ? `The account already has ${most} active keys, which is the maximum. Revoke one first.`
      : `The account already has ${most} agents, which is the maximum. Revoke one on the page of your keys first.`,
  )
}

/** The ledger reads caps from the meter. It has none for accounts that never had one. */
export async function setSlotCap(
  client: Client,
  account: number,
  slot: number,
  cap: Milli | null,
): Promise<void> {
  const where = cap === null ? 'account = $1 and caps is not null' : 'account = $1'
  await client.query(`update meters set caps[$2] = $3 where ${where}`, [account, slot, cap])
}

/** Every key stays stored for a while after it is revoked, so creating and revoking in turn must be limited. */
async function refuseMany(client: Client, accountNo: number, kind: KeyKind): Promise<void> {
  const { rows } = await client.query<{ wait: number }>(
    `select ceil(extract(epoch from created_at + interval '1 day' - ledger_now()))::int as wait
     from keys where account = $1 and kind = $3 and created_at > ledger_now() - interval '1 day'
     order by created_at desc offset $2 limit 1`,
    [accountNo, LIMITS.keysPerDay - 1, kind],
  )
  const [oldest] = rows
  if (oldest) {
    const made = kind === 'key' ? 'create' : 'let in'
    const what = kind === 'key' ? 'keys' : 'agents'
    throw new ApiError(
      'rate_limited',
      `An account can ${made} at most ${LIMITS.keysPerDay} ${what} in 24 hours. Try again later.`,
      { retryAfterSec: Math.max(1, oldest.wait) },
    )
  }
}
