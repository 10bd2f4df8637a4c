import type { Layout } from './definitions.ts'
import type { Client } from './pool.ts'
import { one } from './rows.ts'

/**
 * The tables that Citus spreads over its workers, each with the column that decides where a row goes. What is known of a hotel lies
 * together, so that one worker answers a question about it. Accounts, jobs, watches and deliveries stay on the coordinator.
 */
const DISTRIBUTED = [
  { table: 'cells', by: 'hotel', beside: 'none' },
  { table: 'stays', by: 'hotel', beside: 'cells' },
  { table: 'cell_history', by: 'hotel', beside: 'cells' },
  { table: 'cell_summaries', by: 'hotel', beside: 'cells' },
  { table: 'last_looks', by: 'hotel', beside: 'cells' },
  { table: 'usage_lines', by: 'account', beside: 'none' },
] as const

/** Only migrations ask this: everything else calls functions, which are those of the layout. */
export async function layoutOf(client: Client): Promise<Layout> {
  if (!(await hasCitus(client))) return 'plain'
  const { rows } = await client.query<{ distributed: boolean }>(
    "select exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('cells')) as distributed",
  )
  return one(rows).distributed ? 'distributed' : 'plain'
}

async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ installed: boolean }>(
    "select exists (select 1 from pg_extension where extname = 'citus') as installed",
  )
  return one(rows).installed
}

/** Distributes the tables with what they hold, in the caller's transaction. Returns why it cannot, or null. */
export async function distributeTables(client: Client): Promise<string | null> {
  if (!(await hasCitus(client))) {
    return 'This database has no Citus. Let an administrator run `create extension citus` here and in the same database of every worker.'
  }
  const { rows } = await client.query<{ workers: number }>(
    'select count(*) as workers from pg_dist_node where isactive and shouldhaveshards',
  )
  if (one(rows).workers === 0)
    return 'The Citus server has no workers. Add them with `select citus_add_node(host, port)` in this database.'
  // Functions are replaced in the same transaction, which Citus refuses after parallel work on shards.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
  await addAccountToUniqueKeys(client)
  for (const { table, by, beside } of DISTRIBUTED) {
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [table, by, beside])
    await client.query('select truncate_local_data_after_distributing_table($1)', [table])
  }
  return null
}

/** Each worker checks uniqueness for itself, so a unique key must contain the account. A job belongs to one account. */
async function addAccountToUniqueKeys(client: Client): Promise<void> {
  const { rows } = await client.query<{ index: string; part: string }>(
    `select i.indexrelid::regclass::text as index, i.indrelid::regclass::text as part
     from pg_index i join pg_inherits h on h.inhrelid = i.indrelid
     where h.inhparent = 'usage_lines'::regclass and i.indisunique and not i.indisprimary`,
  )
  for (const { index, part } of rows) {
    await client.query(`drop index ${index}`)
    await client.query(`create unique index ${index} on ${part} (account, job, task) where job is not null`)
  }
}
