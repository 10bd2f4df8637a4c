import { forget } from '../db/forget.ts'
import { inTransaction, type Pool } from '../db/pool.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { endWatch } from '../watches/making/end.ts'
import { forgetEventsOf } from '../webhooks/store.ts'

/** After so long, nothing of the account is running any more. */
const EMPTY_AFTER = "interval '1 day'"

/** Jobs, watches and events go with their parts, keys and acts with the charges. */
const TABLES = [
  'users',
  'invitations',
  'claim_links',
  'receipts',
  'board_runs',
  'boards',
  'feeds',
  'schedule_runs',
  'schedules',
  'sets',
  'wallets',
  'free_writes',
  'idempotent_answers',
  'logged_requests',
  'request_rings',
  'forgotten_events',
  'hooks',
]

/** Ends what deleted accounts still run, and deletes what they have. Their charges stay as long as those of others; with the last, they go. */
export async function emptyDeletedAccounts({
  pool,
  catalog,
}: {
  pool: Pool
  catalog: Catalog
}): Promise<number> {
  const { rows } = await pool.query<{ no: number }>(
    `select id as no from accounts where deleted_at > ledger_now() - ${EMPTY_AFTER}`,
  )
  const accounts = rows.map(({ no }) => no)
  let gone = await forgetEmpty(pool)
  if (accounts.length === 0) return gone
  await endWork({ pool, catalog }, accounts)
  for (const account of accounts) gone += await forgetEventsOf(pool, account)
  for (const table of TABLES) gone += await forget(pool, table, 'account = any($1::bigint[])', [accounts])
  return gone
}

async function endWork(deps: { pool: Pool; catalog: Catalog }, accounts: readonly number[]): Promise<void> {
  const open = (table: string, where: string) =>
    deps.pool.query<{ account: number; id: string }>(
      `select account, public_id as id from ${table} where account = any($1::bigint[]) and ${where} order by id`,
      [accounts],
    )
  for (const { account, id } of (await open('watches', 'deleted_at is null')).rows)
    await endWatch(deps, account, id).catch(unlessGone)
  for (const { account, id } of (await open('jobs', "status in ('queued', 'running')")).rows)
    await deps.pool.query('select job_cancel($1, $2)', [id, account])
}

/** Another worker may have ended it meanwhile. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

/** Accounts of which nothing is left but their meter. */
async function forgetEmpty(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ no: number }>(
      `select a.id as no from accounts a where a.deleted_at < ledger_now() - ${EMPTY_AFTER}
         and not exists (select 1 from keys k where k.account = a.id)
         and not exists (select 1 from jobs j where j.account = a.id)
         and not exists (select 1 from acts t where t.account = a.id)
         and not exists (select 1 from usage_lines l where l.account = a.id)
       limit 100`,
    )
    const accounts = rows.map(({ no }) => no)
    await client.query('delete from meters where account = any($1::bigint[])', [accounts])
    await client.query('delete from accounts where id = any($1::bigint[])', [accounts])
    return accounts.length
  })
}
