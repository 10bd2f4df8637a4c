import pg from 'pg'
import { type Client, inTransaction, type Pool } from './pool.ts'

/** Tables partitioned by month, and how many months ahead they have partitions. */
const MONTHS_AHEAD = {
  // By time of charge.
  usage_lines: 3,
  // By night, which may be up to 500 days ahead.
  cell_history: 18,
  cell_summaries: 18,
  last_looks: 18,
} as const
type MonthlyTable = keyof typeof MONTHS_AHEAD
const TABLES = Object.keys(MONTHS_AHEAD) as MonthlyTable[]

/** The tables that are dropped together, by the one that decides when: what is said of a night goes with its changes. */
const DROPPED_WITH = {
  usage_lines: ['usage_lines'],
  cell_history: ['cell_history', 'cell_summaries', 'last_looks'],
} as const satisfies Partial<Record<MonthlyTable, readonly MonthlyTable[]>>
type KeptTable = keyof typeof DROPPED_WITH

const DAY_MS = 86_400_000

/** How many days each table keeps a month after its end. */
export type KeptDays = Readonly<Record<KeptTable, number>>

/** Creates missing months. Returns how many. */
export async function addMonths(client: Client, nowMs: number): Promise<number> {
  const missing = await missingMonths(client, nowMs)
  for (const { table, month } of missing) await client.query('select month_add($1, $2)', [table, month])
  return missing.length
}

/**
 * Creates future months and drops expired ones. Both take a lock that other statements wait for, so after a moment it gives up
 * and tries again on the next run.
 */
export async function keepMonths(pool: Pool, keptDays: KeptDays, nowMs: number): Promise<number> {
  let done = 0
  for (const { table, month } of await missingMonths(pool, nowMs))
    if (await briefly(pool, 'select month_add($1, $2)', [table, month])) done += 1
  for (const table of Object.keys(DROPPED_WITH) as KeptTable[]) {
    if (keptDays[table] === Number.POSITIVE_INFINITY) continue
    const until = new Date(nowMs - keptDays[table] * DAY_MS).toISOString().slice(0, 10)
    done += await dropMonths(pool, table, until)
  }
  return done
}

async function dropMonths(pool: Pool, table: KeptTable, until: string): Promise<number> {
  const tables: readonly MonthlyTable[] = DROPPED_WITH[table]
  let dropped = 0
  for (const month of await readMonths(pool, table)) {
    if (nextMonth(month) > until) break
    const partitions = tables.map((each) => partitionOf(each, month)).join(', ')
    // A statement that blocks one partition blocks them all, because it uses the whole table.
    if (!(await briefly(pool, `drop table if exists ${partitions}`))) break
    dropped += 1
  }
  const [key, type] = table === 'usage_lines' ? ['id', 'uuid'] : ['night', 'date']
  for (const each of tables) {
    await pool.query(`delete from ${each}_rest where ${key} < month_bound($1, $2)::${type}`, [each, until])
  }
  return dropped
}

const LOCK_NOT_AVAILABLE = '55P03'

/** False if the lock was not available within a moment. */
async function briefly(pool: Pool, statement: string, values: unknown[] = []): Promise<boolean> {
  try {
    await inTransaction(pool, async (client) => {
      await client.query("set local lock_timeout = '200ms'")
      await client.query(statement, values)
    })
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

async function missingMonths(
  database: Pool | Client,
  nowMs: number,
): Promise<{ table: MonthlyTable; month: string }[]> {
  const missing: { table: MonthlyTable; month: string }[] = []
  // A test of an upgrade stops at an earlier migration, where some of the tables do not exist yet.
  const { rows: existing } = await database.query<{ name: MonthlyTable }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [TABLES],
  )
  for (const { name: table } of existing) {
    const made = new Set(await readMonths(database, table))
    for (const month of monthsFrom(nowMs, MONTHS_AHEAD[table]))
      if (!made.has(month)) missing.push({ table, month })
  }
  return missing
}

/** The months that have a partition, by their first day. */
async function readMonths(database: Pool | Client, table: MonthlyTable): Promise<string[]> {
  const { rows } = await database.query<{ month: string }>(
    `select replace(right(c.relname, 7), '_', '-') || '-01' as month
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and c.relname ~ '_\\d{4}_\\d{2}$' order by 1`,
    [table],
  )
  return rows.map(({ month }) => month)
}

function partitionOf(table: MonthlyTable, month: string): string {
  return `${table}_${month.slice(0, 7).replace('-', '_')}`
}

/** From the month of the day before yesterday, which is still yesterday in some time zones. */
function monthsFrom(nowMs: number, ahead: number): string[] {
  const months = [`${new Date(nowMs - 2 * DAY_MS).toISOString().slice(0, 7)}-01`]
  const last = new Date(nowMs)
  last.setUTCMonth(last.getUTCMonth() + ahead, 1)
  for (let month = months[0] ?? ''; month < last.toISOString().slice(0, 10); ) {
    month = nextMonth(month)
    months.push(month)
  }
  return months
}

function nextMonth(month: string): string {
  const next = new Date(month)
  next.setUTCMonth(next.getUTCMonth() + 1, 1)
  return next.toISOString().slice(0, 10)
}
