import pg from 'pg'
import { type Client, inTransaction, type Pool } from './pool.ts'

/** Tables that are partitioned by month, and how many months ahead of now they have a partition. */
const MONTHS_AHEAD = {
  // By when it was charged.
  usage_lines: 3,
  // By night: the last one that can be asked for is 500 days ahead.
  cell_history: 18,
} as const
type MonthlyTable = keyof typeof MONTHS_AHEAD
const TABLES = Object.keys(MONTHS_AHEAD) as MonthlyTable[]

const DAY_MS = 86_400_000

/** For how many days each is kept after its month. */
export type KeptDays = Readonly<Record<MonthlyTable, number>>

/** Makes the months that are missing. Says how many those were. */
export async function addMonths(client: Client, nowMs: number): Promise<number> {
  const missing = await missingMonths(client, nowMs)
  for (const { table, month } of missing) await client.query('select month_add($1, $2)', [table, month])
  return missing.length
}

/**
 * Keeps the months: makes those ahead, and drops whole those that are past their time. A partition is made or dropped under a lock that
 * others wait for, so it is given up after a moment and tried again at the next turn.
 */
export async function keepMonths(pool: Pool, keptDays: KeptDays, nowMs: number): Promise<number> {
  let done = 0
  for (const { table, month } of await missingMonths(pool, nowMs))
    if (await briefly(pool, 'select month_add($1, $2)', [table, month])) done += 1
  for (const table of TABLES) {
    if (keptDays[table] === Number.POSITIVE_INFINITY) continue
    const until = new Date(nowMs - keptDays[table] * DAY_MS).toISOString().slice(0, 10)
    for (const month of await readMonths(pool, table)) {
      if (nextMonth(month) > until) break
      // Whoever is in the way of one is in the way of all: they use the table as a whole.
      if (!(await briefly(pool, `drop table ${partitionOf(table, month)}`))) break
      done += 1
    }
    const key = table === 'cell_history' ? 'night' : 'id'
    await pool.query(
      `delete from ${table}_rest where ${key} < month_bound($1, $2)::${key === 'id' ? 'uuid' : 'date'}`,
      [table, until],
    )
  }
  return done
}

const LOCK_NOT_AVAILABLE = '55P03'

/** False where the lock was not to be had within a moment. */
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
  for (const table of TABLES) {
    const made = new Set(await readMonths(database, table))
    for (const month of monthsFrom(nowMs, MONTHS_AHEAD[table]))
      if (!made.has(month)) missing.push({ table, month })
  }
  return missing
}

/** The months that have a partition, as their first days. */
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

/** From the month of the day before yesterday on, which somewhere is still yesterday. */
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
