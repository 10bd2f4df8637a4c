import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from '../../service/src/db/pool.ts'

const LOOK_EVERY_MS = 1000
/** Workers send a heartbeat every two seconds; after this long without one, a worker counts as dead. */
const SILENT_SEC = 5

/** The longest time that a task stayed with a dead worker. */
export async function watchOrphans(pool: Pool, stop: AbortSignal): Promise<number> {
  const since = new Map<string, number>()
  let longestMs = 0
  while (!stop.aborted) {
    const rows = await readOrphans(pool)
    const now = performance.now()
    if (rows !== null) {
      const found = new Set(rows)
      for (const key of since.keys()) if (!found.has(key)) since.delete(key)
      for (const key of rows) {
        const first = since.get(key) ?? now - SILENT_SEC * 1000
        since.set(key, first)
        longestMs = Math.max(longestMs, now - first)
      }
    }
    await wait(LOOK_EVERY_MS)
  }
  return longestMs
}

/** By task and attempt. Null while the database is down. */
async function readOrphans(pool: Pool): Promise<string[] | null> {
  try {
    const { rows } = await pool.query<{ key: string }>(
      `select t.id || '/' || t.attempt as key from tasks t left join workers w on w.id = t.worker
       where t.state = 'r' and (w.id is null or w.seen_at < ledger_now() - $1 * interval '1 second')`,
      [SILENT_SEC],
    )
    return rows.map(({ key }) => key)
  } catch {
    return null
  }
}
