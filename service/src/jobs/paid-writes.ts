import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import type { Done } from '../leases/work.ts'

type Result<T> = Done<{ id: number }, T>

/**
 * Writes what tasks fetched and settles them, in one transaction. `write` returns the tasks that it settled. Another attempt may
 * have taken a task over: this one is not paid then, so all is taken back and written again without it.
 */
export async function writePaid<Ended extends Result<unknown>>(
  pool: Pool,
  ended: readonly Ended[],
  write: (client: Client, ended: readonly Ended[]) => Promise<ReadonlySet<number>>,
): Promise<void> {
  let left = ended
  while (left.length > 0) {
    const settled = await unlessUnpaid(pool, left, write)
    if (!settled) return
    left = left.filter(({ row }) => settled.has(row.id))
  }
}

/** The tasks that were settled before all was taken back; null if all of them were. */
async function unlessUnpaid<Ended extends Result<unknown>>(
  pool: Pool,
  ended: readonly Ended[],
  write: (client: Client, ended: readonly Ended[]) => Promise<ReadonlySet<number>>,
): Promise<ReadonlySet<number> | null> {
  try {
    await inTransaction(pool, async (client) => {
      const settled = await write(client, ended)
      if (ended.some(({ row }) => !settled.has(row.id))) throw new Unpaid(settled)
    })
    return null
  } catch (error) {
    if (error instanceof Unpaid) return error.settled
    throw error
  }
}

class Unpaid extends Error {
  readonly settled: ReadonlySet<number>

  constructor(settled: ReadonlySet<number>) {
    super('some tasks were settled by another attempt')
    this.settled = settled
  }
}
