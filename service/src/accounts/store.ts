import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import type { PlanName } from '../kernel/plan-names.ts'
import { type Act, type Actor, OPERATOR, recordAct } from './acts.ts'
import { PLANS, type Plan } from './plans.ts'

export interface Account {
  id: string
  email: string
  plan: PlanName
}

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
    `insert into meters (account, period, day, allowance, emit_us, burst)
     values ($1, ledger_period(ledger_now()), (ledger_now() at time zone 'UTC')::date, $2, $3, $4)`,
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
    'select public_id as id, email, plan from accounts where deleted_at is null order by accounts.id',
  )
  return rows
}

/** Accepts an account's id or its e-mail. */
export async function findAccountId(pool: Pool, name: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select public_id as id from accounts where (public_id = $1 or lower(email) = lower($1)) and deleted_at is null',
    [name],
  )
  if (!rows[0]) throw unknownAccount(name)
  return rows[0].id
}

/** Writes down what an operator does to an account, in the transaction of the act. */
export type RecordAct = (client: Client, account: number, act: Omit<Act, 'account' | 'by'>) => Promise<void>

const byCommand: RecordAct = (client, account, act) => recordAct(client, { account, by: OPERATOR, ...act })

export async function setPlan(pool: Pool, accountId: string, plan: PlanName): Promise<Account> {
  return inTransaction(pool, (client) => changePlan(client, accountId, plan, byCommand))
}

export async function changePlan(
  client: Client,
  accountId: string,
  plan: PlanName,
  record: RecordAct,
): Promise<Account> {
  const { allowance, requestsPerSecond }: Plan = PLANS[plan]
  const account = await lockAccount(client, accountId)
  const detail = { from: account.plan, to: plan }
  await record(client, account.id, { action: 'account.change_plan', subject: accountId, detail })
  await client.query('update accounts set plan = $2 where id = $1', [account.id, plan])
  await client.query('update meters set allowance = $2, emit_us = $3, burst = $4 where account = $1', [
    account.id,
    allowance,
    1_000_000 / requestsPerSecond,
    requestsPerSecond,
  ])
  return { id: accountId, email: account.email, plan }
}

export async function setOperator(pool: Pool, accountId: string, isOperator: boolean): Promise<void> {
  await inTransaction(pool, (client) => changeOperator(client, accountId, isOperator, byCommand))
}

/** The people of an operator account see the pages about the whole server. */
export async function changeOperator(
  client: Client,
  accountId: string,
  isOperator: boolean,
  record: RecordAct,
): Promise<void> {
  const { rows } = await client.query<{ no: number }>(
    'update accounts set operator = $2 where public_id = $1 and deleted_at is null returning id as no',
    [accountId, isOperator],
  )
  const [account] = rows
  if (!account) throw unknownAccount(accountId)
  const detail = { operator: isOperator ? 'on' : 'off' }
  await record(client, account.no, { action: 'account.set_operator', subject: accountId, detail })
}

export interface LockedAccount {
  id: number
  email: string
  plan: PlanName
  owners: number[]
}

/** Locks the account's meter. The driver returns `bigint[]` as strings; JSON returns numbers. */
export async function lockAccount(client: Client, accountId: string): Promise<LockedAccount> {
  const { rows } = await client.query<LockedAccount>(
    `select a.id, a.email, a.plan, to_json(m.owners) as owners from accounts a join meters m on m.account = a.id
     where a.public_id = $1 and a.deleted_at is null for update of m`,
    [accountId],
  )
  if (!rows[0]) throw unknownAccount(accountId)
  return rows[0]
}

function unknownAccount(accountId: string): ApiError {
  return invalid(`There is no account ${accountId}.`)
}
