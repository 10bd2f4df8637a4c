import { applyDefinitions, readDefinitions } from './definitions.ts'
import type { Client } from './pool.ts'

/**
 * Upgrades from the fifteen migrations that the baseline replaces. The old tables are moved aside, the baseline is applied as to
 * an empty database, and the data is copied. Every table changes (64-bit ids, months), so all rows are rewritten anyway; this way
 * an upgraded database has exactly the schema of a new one.
 */
const BEFORE_FIRST = '0001_accounts'
const BEFORE_LAST = '0015_forgotten_events'
const ASIDE = 'vacancy_before'

/** Ordered so that a table comes after those it references. */
const TABLES: readonly string[] = [
  'accounts',
  'keys',
  'meters',
  'holds',
  'usage_lines',
  'idempotent_answers',
  'hotels',
  'stays',
  'cells',
  'cell_history',
  'value_looks',
  'place_lookups',
  'hotel_lookups',
  'hotel_ids',
  'id_tries',
  'search_pace',
  'jobs',
  'tasks',
  'workers',
  'job_turns',
  'watched_places',
  'sightings',
  'refreshes',
  'watches',
  'watch_nights',
  'hooks',
  'events',
  'forgotten_events',
  'deliveries',
  'delivery_attempts',
  'users',
  'user_credentials',
  'user_sessions',
  'throttles',
]

/** Columns computed from others. */
const MADE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tasks: {
    kind: "case when refresh is not null then 'refresh' when source = '#ids' then 'ids' else 'cells' end",
    // Ids are looked for at the hotel's own source.
    source: "case when source = '#ids' then ask ->> 'chain' else source end",
  },
}

const FUNCTIONS: readonly string[] = [
  'ledger_now',
  'ledger_period',
  'meter_settle',
  'ledger_decide',
  'ledger_expire',
  'ledger_reserve',
  'tasks_settle',
  'job_drop_waiting',
  'job_cancel',
  'tasks_let_go',
  'fold_name',
  'cells_follow_country',
  'events_begin',
  'job_turn',
  'earliest_night',
  'watches_hold',
  'watches_settle',
]

/** Whether the database has the complete schema of the version before the baseline. */
export function isFromBefore(applied: readonly { name: string }[]): boolean {
  return applied[0]?.name === BEFORE_FIRST && applied.at(-1)?.name === BEFORE_LAST
}

/** Runs in the caller's transaction: all or nothing. */
export async function moveFromBefore(client: Client, baseline: string): Promise<void> {
  await client.query(`create schema ${ASIDE}`)
  for (const table of TABLES) await client.query(`alter table ${table} set schema ${ASIDE}`)
  // Dependent objects belong to the old tables.
  for (const name of FUNCTIONS) await client.query(`drop function ${name} cascade`)
  await client.query('drop type settled_task')
  await client.query(baseline)
  await applyDefinitions(client, await readDefinitions())
  await addMonthsOfData(client)
  await client.query('delete from search_pace')
  for (const table of TABLES) await copy(client, table)
  await client.query('insert into place_turns (place) select id from watched_places')
  await client.query(`drop schema ${ASIDE} cascade`)
  await client.query('delete from schema_migrations')
}

/** Every month that has data. A line may be written the day after its request began. */
async function addMonthsOfData(client: Client): Promise<void> {
  await client.query(`select month_add('cell_history', month) from (
    select distinct date_trunc('month', night)::date as month from ${ASIDE}.cell_history) m`)
  await client.query(`select month_add('usage_lines', month) from (
    select distinct date_trunc('month', (at - before) at time zone 'UTC')::date as month
    from ${ASIDE}.usage_lines cross join (values (interval '0'), (interval '1 day')) as b(before)) m`)
}

/** The columns that both tables have plus the computed ones, and the state of the sequences. */
async function copy(client: Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string; identity: boolean }>(
    `select quote_ident(n.attname) as name, n.attidentity <> '' as identity
     from pg_attribute n
     where n.attrelid = $2::regclass and n.attnum > 0 and not n.attisdropped and (n.attname = any($3) or exists (
       select 1 from pg_attribute o where o.attrelid = $1::regclass and o.attname = n.attname and o.attnum > 0 and not o.attisdropped))
     order by n.attnum`,
    [`${ASIDE}.${table}`, table, Object.keys(MADE[table] ?? {})],
  )
  const columns = rows.map(({ name }) => name)
  const values = columns.map((name) => MADE[table]?.[name] ?? name)
  await client.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value
     select ${values.join(', ')} from ${ASIDE}.${table}`,
  )
  for (const { name, identity } of rows) {
    if (!identity) continue
    const sequence = `${ASIDE}.${table}_${name}_seq`
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), last_value, is_called) from ${sequence}`,
      [table, name],
    )
  }
}
