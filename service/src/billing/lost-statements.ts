import type pg from 'pg'

/** The server process behind a connection. The driver has it, but its types do not. */
export function processOf(database: pg.Client): number | null {
  const { processID } = database as pg.Client & { processID?: number | null }
  return processID ?? null
}

/** Cancels statements of our lost connections. True if none is left running. */
export async function endStatements(
  database: pg.Client,
  processes: readonly (number | null)[],
): Promise<boolean> {
  const known = processes.filter((process) => process !== null)
  await database.query(END_STATEMENTS, [known, END_MS])
  const { rowCount } = await database.query(STILL_THERE, [known])
  return rowCount === 0 && known.length === processes.length
}

const END_MS = 2000
const OF_PROCESSES =
  "from pg_stat_activity where pid = any($1::int[]) and application_name = 'vacancy ledger' and pid <> pg_backend_pid()"
const END_STATEMENTS = `select pg_terminate_backend(pid, $2) ${OF_PROCESSES}`
const STILL_THERE = `select 1 ${OF_PROCESSES}`
