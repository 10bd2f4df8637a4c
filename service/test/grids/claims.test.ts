import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Pool } from '../../src/db/pool.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { ended, of, queue, readJob } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())

/** While this lock is held elsewhere, a worker that is taking tasks waits in the middle of it. */
const GATE = 7
const ROUNDS = 3
/** A worker looks by itself twice a second: jobs that wait for that take far longer in all. */
const MOST_MS = 600

test('a job that is queued while a worker is taking the tasks of another begins at once', async () => {
  const { pool } = market.database
  await pool.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$;
    create trigger gate before update on jobs for each row when (new.status = 'running' and old.status = 'queued')
      execute function wait_at_gate()`)
  // The end of a task is an occasion to look for more. Here it shall not help.
  await market.sandbox.control('/sources/castellan', { latencyMs: 1000 })
  const gate = await pool.connect()
  onTestFinished(() => gate.release(true))
  let waitedMs = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const ask = (hotelCode: string) =>
      queue(market.url, account.key, {
        hotels: of('castellan', [hotelCode]),
        nights: { from: inDays(20 + round), to: inDays(20 + round) },
      })
    await gate.query('select pg_advisory_lock($1)', [GATE])
    const first = await ask('UNDERCUT')
    await until(() => isAnybodyAtGate(pool))
    const second = await ask('SOLDOUT')
    await gate.query('select pg_advisory_unlock($1)', [GATE])
    const openedAt = performance.now()
    await until(async () => (await readJob(market.url, account.key, second.id)).status === 'running')
    waitedMs += performance.now() - openedAt
    for (const { id } of [first, second]) await ended(market.url, account.key, id)
  }
  expect(waitedMs).toBeLessThan(MOST_MS)
})

/** Databases of other tests have locks of their own. */
async function isAnybodyAtGate(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and locktype = 'advisory' and objid = $1 and not granted`,
    [GATE],
  )
  return rowCount === 1
}
