import type { Client, Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { invalid } from '../kernel/errors.ts'
import { hashOf, newToken } from './steps.ts'

/** The account that a first start makes. */
export const FIRST_ACCOUNT = 'demo'

const GOOD_SEC = 3600

export interface ClaimLink {
  token: string
  expiresAt: Date
}

/** A link for the owner of the server, good once and for an hour. Links from before end. Null if the account has an owner. */
export async function newClaimLink(pool: Pool): Promise<ClaimLink | null> {
  const { rows } = await pool.query<{ account: number }>(
    'select id as account from accounts where email = $1',
    [FIRST_ACCOUNT],
  )
  const [found] = rows
  if (!found)
    throw invalid(`There is no account ${FIRST_ACCOUNT} here: only a first start of \`serve\` makes it.`)
  if (await hasPeople(pool, found.account)) return null
  const token = newToken()
  const { rows: kept } = await pool.query<{ expiresAt: Date }>(
    `insert into claim_links (account, token_hash, expires_at)
     values ($1, $2, ledger_now() + make_interval(secs => $3))
     on conflict (account) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at, used_at = null
     returning expires_at as "expiresAt"`,
    [found.account, hashOf(token), GOOD_SEC],
  )
  return { token, expiresAt: one(kept).expiresAt }
}

export async function hasPeople(database: Pool | Client, account: number): Promise<boolean> {
  const { rows } = await database.query('select 1 from users where account = $1 limit 1', [account])
  return rows.length > 0
}

/** The address that a browser on this machine opens. */
export function claimUrl(publicUrl: string, listening: string, token: string): string {
  const base = publicUrl === '' ? listening.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1') : publicUrl
  return `${base}/claim/${token}`
}
