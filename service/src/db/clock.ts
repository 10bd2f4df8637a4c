import type { Client, Pool } from './pool.ts'
import { one } from './rows.ts'

/** The moment that the database counts with. In a transaction that writes, it agrees with what the rows say. */
export async function databaseNow(database: Pool | Client): Promise<Date> {
  const { rows } = await database.query<{ now: Date }>('select ledger_now() as now')
  return one(rows).now
}

/** The database's time in this process, so that machines whose clocks differ agree on what is newer. */
export interface DatabaseClock {
  now(): number
  stop(): void
}

const SYNC_EVERY_MS = 30_000

/**
 * Counts with the monotonic clock from the database's time, and compares again every half minute. A step of this machine's
 * clock changes nothing.
 */
export async function startDatabaseClock(pool: Pool): Promise<DatabaseClock> {
  let offsetMs = Number.NaN

  const sync = async (): Promise<void> => {
    const askedMs = performance.now()
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    )
    const answeredMs = performance.now()
    const offByMs = (answeredMs - askedMs) / 2
    const measuredMs = one(rows).ms - (askedMs + offByMs)
    // A slow answer must not make a good estimate worse.
    const explained = Math.abs(measuredMs - offsetMs) <= offByMs
    if (!explained) offsetMs = measuredMs
  }

  await sync()
  // Without the database there is nothing to compare with; the next time will do.
  const timer = setInterval(() => void sync().catch(() => {}), SYNC_EVERY_MS).unref()
  return {
    now: () => Math.round(performance.now() + offsetMs),
    stop: () => clearInterval(timer),
  }
}
