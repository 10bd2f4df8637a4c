import type { Client } from '../db/pool.ts'
import { one } from '../db/rows.ts'
import type { OwnObjects } from './own-objects.ts'

/**
 * Makes the processes of a running service wait. Their connections are ended, and each new one first reads the identity, which is
 * locked until the restore is over (`db/identity.ts`).
 */
export async function lockOut(client: Client): Promise<void> {
  await client.query("set local lock_timeout = '30s'")
  await client.query('lock table database_identity in access exclusive mode')
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
       and application_name like 'vacancy%'`,
  )
}

/** Whether anything would be lost. The account `demo`, which a first start creates, does not count. */
export async function holdsData(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ holds: boolean }>(
    `select exists (select 1 from accounts where email <> 'demo') or exists (select 1 from usage_lines)
       or exists (select 1 from users) or exists (select 1 from jobs) or exists (select 1 from watches) as holds`,
  )
  return one(rows).holds
}

/** Drops what migrations and definitions made, and nothing else. */
export async function clear(client: Client, { tables, functions, types }: OwnObjects): Promise<void> {
  const { rows } = await client.query<{ kind: string; name: string }>(
    'select kind, name from schema_definitions',
  )
  for (const { kind, name } of rows) if (kind === 'view') await client.query(`drop view if exists ${name}`)
  await client.query(`drop table if exists ${tables.join(', ')} cascade`)
  const made = rows.filter(({ kind }) => kind === 'function').map(({ name }) => name)
  await dropFunctions(client, [...made, ...functions])
  for (const name of types) await client.query(`drop type if exists ${name}`)
  await client.query('delete from schema_migrations')
  await client.query('delete from schema_definitions')
}

async function dropFunctions(client: Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where proname = any($1) and pronamespace = current_schema()::regnamespace`,
    [names],
  )
  for (const { signature } of rows) await client.query(`drop function ${signature}`)
}
