import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { ApiError, invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Actor, OPERATOR, recordAct } from './acts.ts'
import { hashKey, keyPrefix, newApiKey } from './api-key.ts'
import { PLANS, type Plan, type PlanName } from './plans.ts'

export interface Account {
  id: string
  email: string
  plan: PlanName
}

export interface NewKey {
  id: string
  account: string
  name: string
  /** The plaintext key. Shown once and never stored. */
  key: string
}

export interface KeyRow {
  id: string
  name: string
  prefix: string
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

/** The channel that announces revoked keys to other processes. */
export const REVOKED_CHANNEL = 'key_revoked'

export async function createAccount(pool: Pool, email: string, plan: PlanName): Promise<Account> {
  return inTransaction(pool, async (client) => {
    const account = await insertAccount(client, email.toLowerCase(), plan, OPERATOR)
    return { id: account.id, email: account.email, plan }
  })
}

/** Runs in the caller's transaction. `no` is the account's internal number. */
export async function insertAccount(
  client: Client,
  email: string,
  plan: PlanName,
  by: Actor,
): Promise<Account & { no: number }> {
  const { allowance, requestsPerSecond }: Plan = PLANS[plan]
  const id = newId('acc')
  const { rows } = await client.query<{ id: number }>(
    `insert into accounts (public_id, email, plan, created_at) values ($1, $2, $3, ledger_now())
     on conflict (lower(email)) do nothing returning id`,
    [id, email, plan],
  )
  if (!rows[0]) throw invalid(`An account with the e-mail ${email} already exists.`)
  const no = rows[0].id
  await client.query(
    'insert into meters (account, period, allowance, emit_us, burst) values ($1, ledger_period(ledger_now()), $2, $3, $4)',
    [no, allowance, 1_000_000 / requestsPerSecond, requestsPerSecond],
  )
  await recordAct(client, {
    account: no,
    by,
    action: 'account.create',
    subject: id,
    detail: { email, plan },
  })
  return { no, id, email, plan }
}

export async function listAccounts(pool: Pool): Promise<Account[]> {
  const { rows } = await pool.query<Account>(
    'select public_id as id, email, plan from accounts order by accounts.id',
  )
  return rows
}

/** Accepts an account's id or its e-mail. */
export async function findAccountId(pool: Pool, name: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select public_id as id from accounts where public_id = $1 or lower(email) = lower($1)',
    [name],
  )
  if (!rows[0]) throw unknownAccount(name)
  return rows[0].id
}

export async function setPlan(pool: Pool, accountId: string, plan: PlanName): Promise<Account> {
  const { allowance, requestsPerSecond }: Plan = PLANS[plan]
  return inTransaction(pool, async (client) => {
    const account = await lockAccount(client, accountId)
    await recordAct(client, {
      account: account.id,
      by: OPERATOR,
      action: 'account.change_plan',
      subject: accountId,
      detail: { from: account.plan, to: plan },
    })
    await client.query('update accounts set plan = $2 where id = $1', [account.id, plan])
    await client.query('update meters set allowance = $2, emit_us = $3, burst = $4 where account = $1', [
      account.id,
      allowance,
      1_000_000 / requestsPerSecond,
      requestsPerSecond,
    ])
    return { id: accountId, email: account.email, plan }
  })
}

/** The people of an operator account see the pages about the whole server. */
export async function setOperator(pool: Pool, accountId: string, isOperator: boolean): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ no: number }>(
      'update accounts set operator = $2 where public_id = $1 returning id as no',
      [accountId, isOperator],
    )
    const [account] = rows
    if (!account) throw unknownAccount(accountId)
    await recordAct(client, {
      account: account.no,
      by: OPERATOR,
      action: 'account.set_operator',
      subject: accountId,
      detail: { operator: isOperator ? 'on' : 'off' },
    })
  })
}

/** Locks the meter row first, so that concurrent calls cannot create a sixth key. */
export async function createKey(
  pool: Pool,
  accountId: string,
  name: string,
  by: Actor = OPERATOR,
): Promise<NewKey> {
  return inTransaction(pool, async (client) => {
    const account = await lockAccount(client, accountId)
    const slot = account.owners.indexOf(0)
    if (slot < 0) {
      throw invalid(
        `The account already has ${LIMITS.activeKeys} active keys, which is the maximum. Revoke one first.`,
      )
    }
    await refuseManyKeys(client, account.id)
    const key = newApiKey()
    const id = newId('key')
    const { rows } = await client.query<{ id: number }>(
      `insert into keys (public_id, account, name, prefix, hash, created_at)
       values ($1, $2, $3, $4, decode($5, 'hex'), ledger_now()) returning id`,
      [id, account.id, name, keyPrefix(key), hashKey(key)],
    )
    await client.query('update meters set owners[$2] = $3, spend[$2] = 0 where account = $1', [
      account.id,
      slot + 1,
      one(rows).id,
    ])
    await recordAct(client, { account: account.id, by, action: 'key.create', subject: id, detail: { name } })
    return { id, account: accountId, name, key }
  })
}

/** Every key stays stored for a while after it is revoked, so creating and revoking in turn must be limited. */
async function refuseManyKeys(client: Client, accountNo: number): Promise<void> {
  const { rows } = await client.query<{ wait: number }>(
    `select ceil(extract(epoch from created_at + interval '1 day' - ledger_now()))::int as wait
     from keys where account = $1 and created_at > ledger_now() - interval '1 day'
     order by created_at desc offset $2 limit 1`,
    [accountNo, LIMITS.keysPerDay - 1],
  )
  const [oldest] = rows
  if (oldest) {
    throw new ApiError(
      'rate_limited',
      `An account can create at most ${LIMITS.keysPerDay} keys in 24 hours. Try again later.`,
      { retryAfterSec: Math.max(1, oldest.wait) },
    )
  }
}

export interface KeysPage {
  /** The last key of the page before. */
  after?: string | undefined
  limit: number
}

/** Active keys first, oldest first; then those revoked recently, newest first. */
export async function listKeys(pool: Pool, accountId: string, { after, limit }: KeysPage): Promise<KeyRow[]> {
  const { rows } = await pool.query<KeyRow>(
    `with listed as (
       select k.public_id as id, k.name, k.prefix, k.created_at, k.last_used_at, k.revoked_at,
         array[case when k.revoked_at is null then 0 else 1 end, case when k.revoked_at is null then k.id else -k.id end] as place
       from keys k join accounts a on a.id = k.account
       where a.public_id = $1
         and (k.revoked_at is null or k.revoked_at > ledger_now() - make_interval(days => $2))
     )
     select id, name, prefix, created_at, last_used_at, revoked_at from listed
     where $3::text is null or place > (select place from listed where id = $3)
     order by place limit $4`,
    [accountId, LIMITS.revokedKeyListedDays, after ?? null, limit],
  )
  return rows
}

export async function renameKey(
  pool: Pool,
  accountId: string,
  keyId: string,
  name: string,
  by: Actor,
): Promise<KeyRow> {
  return inTransaction(pool, async (client) => {
    const { rows: found } = await client.query<{ no: number; account: number; name: string }>(
      `select k.id as no, k.account, k.name from keys k join accounts a on a.id = k.account
       where a.public_id = $1 and k.public_id = $2 for update of k`,
      [accountId, keyId],
    )
    const [key] = found
    if (!key) throw unknownKey(keyId)
    const { rows } = await client.query<KeyRow>(
      `update keys set name = $2 where id = $1
       returning public_id as id, name, prefix, created_at, last_used_at, revoked_at`,
      [key.no, name],
    )
    await recordAct(client, {
      account: key.account,
      by,
      action: 'key.rename',
      subject: keyId,
      detail: { from: key.name, to: name },
    })
    return one(rows)
  })
}

/**
 * Safe to call twice. The key's usage moves from its slot in the meter to its own row. Pass an owner to allow only that
 * account's keys; administrators pass none.
 */
export async function revokeKey(
  pool: Pool,
  keyId: string,
  owner?: { accountId: string; by: Actor },
): Promise<KeyRow> {
  return inTransaction(pool, async (client) => {
    const { rows: owners } = await client.query<{ id: number; name: string; account: string }>(
      'select k.id, k.name, a.public_id as account from keys k join accounts a on a.id = k.account where k.public_id = $1',
      [keyId],
    )
    const [key] = owners
    if (!key || (owner && key.account !== owner.accountId)) throw unknownKey(keyId)
    const account = await lockAccount(client, key.account)
    const slot = account.owners.indexOf(key.id)
    if (slot >= 0) {
      await client.query(
        `update keys set revoked_at = ledger_now(), spent_period = m.period, spent = m.spend[$2]
         from meters m where m.account = keys.account and keys.id = $1`,
        [key.id, slot + 1],
      )
      await client.query('update meters set owners[$2] = 0, spend[$2] = 0 where account = $1', [
        account.id,
        slot + 1,
      ])
      await client.query('select pg_notify($1, $2)', [REVOKED_CHANNEL, String(key.id)])
      await recordAct(client, {
        account: account.id,
        by: owner?.by ?? OPERATOR,
        action: 'key.revoke',
        subject: keyId,
        detail: { name: key.name },
      })
    }
    const { rows } = await client.query<KeyRow>(
      'select public_id as id, name, prefix, created_at, last_used_at, revoked_at from keys where id = $1',
      [key.id],
    )
    return one(rows)
  })
}

interface LockedAccount {
  id: number
  email: string
  plan: PlanName
  owners: number[]
}

/** The driver returns `bigint[]` as strings; JSON returns numbers. */
async function lockAccount(client: Client, accountId: string): Promise<LockedAccount> {
  const { rows } = await client.query<LockedAccount>(
    `select a.id, a.email, a.plan, to_json(m.owners) as owners from accounts a join meters m on m.account = a.id
     where a.public_id = $1 for update of m`,
    [accountId],
  )
  if (!rows[0]) throw unknownAccount(accountId)
  return rows[0]
}

function unknownKey(keyId: string): ApiError {
  return invalid(`There is no key ${keyId.slice(0, 64)}.`)
}

function unknownAccount(accountId: string): ApiError {
  return invalid(`There is no account ${accountId}.`)
}
