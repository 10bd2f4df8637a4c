import type { Pool } from './pool.ts'

/** Small enough that one statement takes milliseconds and holds few locks. */
const AT_ONCE = 5000

/** Deletes the rows of a table that match, in batches. Returns how many. */
export async function forget(
  pool: Pool,
  table: string,
  where: string,
  values: readonly unknown[] = [],
): Promise<number> {
  let forgotten = 0
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${AT_ONCE}))`,
      [...values],
    )
    const count = rowCount ?? 0
    forgotten += count
    if (count < AT_ONCE) return forgotten
  }
}
