import { randomUUID } from 'node:crypto'
import { personOf, recordAct } from '../accounts/acts.ts'
import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import type { PlanName } from '../kernel/plan-names.ts'
import { hasPeople } from './claim-link.ts'
import { refuseCommonPassword } from './guessable-passwords.ts'
import { hashPassword } from './password.ts'
import { lockPeople } from './people-of-account.ts'
import type { Credentials } from './sessions.ts'
import { hashOf } from './steps.ts'
import { isTaken } from './store.ts'

interface LinkRow {
  account: number
  plan: PlanName
  isUsed: boolean
  isOver: boolean
}

/** The plan of the account that a link is for. Refuses a link that is not good, and says what to do. */
export async function checkClaim(pool: Pool, token: string): Promise<PlanName> {
  const { rows } = await pool.query<LinkRow>(
    `select l.account, a.plan, l.used_at is not null as "isUsed", l.expires_at <= ledger_now() as "isOver"
     from claim_links l join accounts a on a.id = l.account where l.token_hash = $1`,
    [hashOf(token)],
  )
  const [link] = rows
  if (!link) throw refusal('This link is not known here. Copy it whole, from its first letter to its last.')
  if (link.isUsed || (await hasPeople(pool, link.account))) throw hasOwner()
  if (link.isOver) throw refusal('This link has expired: it was good for an hour.')
  return link.plan
}

/** Makes somebody the owner of the account and operator of the server, once. */
export async function claimAccount(
  pool: Pool,
  token: string,
  { email, password }: Credentials,
): Promise<string> {
  await checkClaim(pool, token)
  await refuseCommonPassword(password, email)
  if (await isTaken(pool, email)) throw taken(email)
  const hash = await hashPassword(password)
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ account: number }>(
      `update claim_links set used_at = ledger_now()
       where token_hash = $1 and used_at is null and expires_at > ledger_now() returning account`,
      [hashOf(token)],
    )
    const [link] = rows
    // Somebody else was faster by a moment.
    if (!link) throw hasOwner()
    await lockPeople(client, link.account)
    if (await hasPeople(client, link.account)) throw hasOwner()
    const userId = await makeOwner(client, link.account, email.toLowerCase(), hash)
    await makeOperator(client, link.account, email.toLowerCase())
    return userId
  })
}

async function makeOwner(client: Client, account: number, email: string, hash: string): Promise<string> {
  const id = randomUUID()
  const { rowCount } = await client.query(
    `insert into users (id, email, name, email_verified, created_at, updated_at, account, role)
     values ($1, $2, '', false, now(), now(), $3, 'owner') on conflict (lower(email)) do nothing`,
    [id, email, account],
  )
  if (rowCount === 0) throw taken(email)
  await client.query(
    `insert into user_credentials (id, user_id, provider_id, account_id, password, created_at, updated_at)
     values ($1, $2, 'credential', $2, $3, now(), now())`,
    [randomUUID(), id, hash],
  )
  const detail = { email, role: 'owner' }
  await recordAct(client, { account, by: personOf(email), action: 'member.join', subject: id, detail })
  return id
}

async function makeOperator(client: Client, account: number, email: string): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'update accounts set operator = true where id = $1 returning public_id as id',
    [account],
  )
  await recordAct(client, {
    account,
    by: personOf(email),
    action: 'account.set_operator',
    subject: one(rows).id,
    detail: { operator: 'on' },
  })
}

const refusal = (why: string): ApiError =>
  invalid(`${why} To print a new one, run on the server: npx vacancy accounts claim`)

const hasOwner = (): ApiError =>
  invalid(
    'This server has an owner already, and the link works once. Sign in, or ask the owner to invite you.',
  )

const taken = (email: string): ApiError =>
  invalid(`${email} belongs to another account of this server. Use another address.`)
