import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Actor, OPERATOR, recordAct } from './acts.ts'
import { addKey, type KeyKind, setSlotCap } from './add-key.ts'
import { hashKey, keyPrefix, newSecret } from './api-key.ts'
import { CHANGED_CHANNEL, endKey } from './end-keys.ts'
import {
  type AskedTerms,
  type KeyTerms,
  readTerms,
  type Scope,
  termsInWords,
  UNLIMITED,
} from './key-terms.ts'
import { lockAccount } from './store.ts'

export interface NewKey {
  id: string
  account: string
  name: string
  /** The plaintext key. Shown once and never stored. */
  key: string
  row: KeyRow
}

export interface KeyRow {
  id: string
  kind: KeyKind
  name: string
  /** Null for a grant, which has no secret. */
  prefix: string | null
  /** Whom a grant was given to, and who agreed; null for a key. */
  agent: { client_id: string; client_name: string; client_host: string; person: string } | null
  scopes: Scope[]
  expires_at: Date | null
  daily_cap: Milli | null
  /** On this day (UTC). */
  spent_today: Milli
  created_at: Date
  last_used_at: Date | null
  revoked_at: Date | null
}

/** As people see it: in credits. */
export function keyView({ daily_cap: cap, spent_today: spent, ...key }: KeyRow) {
  return { ...key, daily_cap: cap === null ? null : toCredits(cap), spent_today: toCredits(spent) }
}

/** Pass it to allow only that account's keys; administrators pass none. */
export interface Owner {
  accountId: string
  by: Actor
}

export async function createKey(
  pool: Pool,
  accountId: string,
  name: string,
  { by = OPERATOR, terms = {} }: { by?: Actor; terms?: AskedTerms } = {},
): Promise<NewKey> {
  return inTransaction(pool, async (client) => {
    const account = await lockAccount(client, accountId)
    const asked = readTerms(terms, await nowMs(client))
    const key = newSecret('vk')
    const { id } = await addKey(client, account, {
      ...UNLIMITED,
      ...asked,
      kind: 'key',
      name,
      hash: hashKey(key),
      prefix: keyPrefix(key),
    })
    const detail = { name, ...termsInWords(asked) }
    await recordAct(client, { account: account.id, by, action: 'key.create', subject: id, detail })
    return { id, account: accountId, name, key, row: await readKey(client, accountId, id) }
  })
}

/** By the database's clock. */
export async function nowMs(client: Client): Promise<number> {
  const { rows } = await client.query<{ now: Date }>('select ledger_now() as now')
  return one(rows).now.getTime()
}

export interface KeysPage {
  /** The last key of the page before. */
  after?: string | undefined
  limit: number
}

const COLUMNS =
  'id, kind, name, prefix, agent, scopes, expires_at, daily_cap, spent_today, created_at, last_used_at, revoked_at'

/** Keys as they are listed, with their place: active ones by last use, latest first; then those revoked, newest first. */
const LISTED = `
  select k.public_id as id, k.id as no, k.account, k.kind, k.name, case when k.kind = 'key' then k.prefix end as prefix,
    (select jsonb_build_object('client_id', g.client_id, 'client_name', g.client_name, 'client_host', g.client_host, 'person', g.person)
     from grants g where g.key = k.id) as agent, k.scopes, k.expires_at, k.daily_cap, k.created_at,
    k.last_used_at, k.revoked_at, key_spent_today(k.account, k.id) as spent_today,
    case when k.revoked_at is null
      then array[0, -coalesce(extract(epoch from k.last_used_at), 0), k.id]
      else array[1, 0, -k.id] end as place
  from keys k join accounts a on a.id = k.account
  where a.public_id = $1`

export async function listKeys(pool: Pool, accountId: string, { after, limit }: KeysPage): Promise<KeyRow[]> {
  const { rows } = await pool.query<KeyRow>(
    `with listed as (
       ${LISTED} and (k.revoked_at is null or k.revoked_at > ledger_now() - make_interval(days => $2))
     )
     select ${COLUMNS} from listed
     where $3::text is null or place > (select place from listed where id = $3)
     order by place limit $4`,
    [accountId, LIMITS.revokedKeyListedDays, after ?? null, limit],
  )
  return rows
}

async function readKey(client: Client, accountId: string, keyId: string): Promise<KeyRow> {
  const { rows } = await client.query<KeyRow>(
    `with listed as (${LISTED} and k.public_id = $2) select ${COLUMNS} from listed`,
    [accountId, keyId],
  )
  return one(rows)
}

export interface KeyChange extends AskedTerms {
  name?: string | undefined
}

/** Changes what is given. Other processes learn of new scopes and ends as they learn of a revocation. */
export async function changeKey(
  pool: Pool,
  keyId: string,
  change: KeyChange,
  owner?: Owner,
): Promise<KeyRow> {
  return inTransaction(pool, async (client) => {
    const found = await findKey(client, keyId, owner)
    const account = await lockAccount(client, found.accountId)
    const slot = account.owners.indexOf(found.no)
    const terms = readTerms(change, await nowMs(client))
    if (found.kind === 'agent' && terms.scopes?.includes('manage')) {
      throw invalid('`scopes` of an agent can be read and spend: no tool manages anything.')
    }
    if (slot < 0 && Object.keys(terms).length > 0) throw invalid('This key is revoked and cannot be changed.')
    const { name } = change
    const act = { account: account.id, by: owner?.by ?? OPERATOR, subject: keyId }
    if (name !== undefined) {
      await client.query('update keys set name = $2 where id = $1', [found.no, name])
      await recordAct(client, { ...act, action: 'key.rename', detail: { from: found.name, to: name } })
    }
    const { dailyCap, ...others } = terms
    if (dailyCap !== undefined) {
      await client.query('update keys set daily_cap = $2 where id = $1', [found.no, dailyCap])
      await setSlotCap(client, account.id, slot + 1, dailyCap)
      const detail = { credits_per_day: String(toCredits(dailyCap ?? 0)) }
      await recordAct(client, { ...act, action: 'key.set_cap', detail })
    }
    if (Object.keys(others).length > 0) {
      await changeTerms(client, found.no, others)
      await recordAct(client, { ...act, action: 'key.change', detail: termsInWords(others) })
      await client.query('select pg_notify($1, $2)', [CHANGED_CHANNEL, String(found.no)])
    }
    return readKey(client, found.accountId, keyId)
  })
}

async function changeTerms(
  client: Client,
  no: number,
  { scopes, expiresAt }: Partial<KeyTerms>,
): Promise<void> {
  if (scopes) await client.query('update keys set scopes = $2 where id = $1', [no, scopes])
  // Owners are told of a new end again.
  if (expiresAt !== undefined)
    await client.query('update keys set expires_at = $2, end_told_at = null where id = $1', [no, expiresAt])
}

/** Safe to call twice. */
export async function revokeKey(pool: Pool, keyId: string, owner?: Owner): Promise<KeyRow> {
  return inTransaction(pool, async (client) => {
    const { no, name, accountId } = await findKey(client, keyId, owner)
    const account = await lockAccount(client, accountId)
    const by = owner?.by ?? OPERATOR
    await endKey(client, account, { no, id: keyId, name }, { by, action: 'key.revoke' })
    return readKey(client, accountId, keyId)
  })
}

interface FoundKey {
  no: number
  kind: KeyKind
  name: string
  accountId: string
}

async function findKey(client: Client, keyId: string, owner: Owner | undefined): Promise<FoundKey> {
  const { rows } = await client.query<FoundKey>(
    `select k.id as no, k.kind, k.name, a.public_id as "accountId" from keys k join accounts a on a.id = k.account
     where k.public_id = $1 and a.public_id = coalesce($2, a.public_id)`,
    [keyId, owner?.accountId ?? null],
  )
  const [key] = rows
  if (!key) throw invalid(`There is no key ${keyId.slice(0, 64)}.`)
  return key
}
