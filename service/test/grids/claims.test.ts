import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Pool } from '../../src/db/pool.ts'
import { createTaskQueue, type Task } from '../../src/jobs/tasks.ts'
import { defineWork } from '../../src/leases/define-work.ts'
import { startWorkerPool } from '../../src/leases/worker-pool.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { of, queue, readJob } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())

/** While this lock is held elsewhere, a worker that is taking tasks waits in the middle of it. */
const GATE = 7

/** A worker that asks no source and never polls: only a notification makes it claim. */
async function startListening(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { pool, url } = market.database
  const worker = await startWorkerPool<Task>({
    pool,
    listenUrl: url,
    log: pino({ level: 'silent' }),
    queue: createTaskQueue(pool),
    works: [
      defineWork<Task, unknown, null>({
        kind: 'cells',
        shares: () => new Map([['castellan', { name: 'castellan', cap: 8 }]]),
        group: { most: 1, gatherMs: 0 },
        parse: ({ ask }) => ask,
        // The end of a task is an occasion to look for more. Here none ends.
        run: (_ask, _task, { soon }) =>
          new Promise((resolve) => {
            soon.addEventListener('abort', () => resolve(null))
          }),
        settle: async () => {},
        fail: () => null,
      }),
    ],
  })
  onTestFinished(async () => {
    vi.useRealTimers()
    await worker.close()
  })
  await until(async () => {
    const { rowCount } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and query = 'listen tasks_waiting'",
    )
    return rowCount === 1
  })
}

test('a job that is queued while a worker is taking the tasks of another begins without waiting for the next look', async () => {
  const { pool } = market.database
  await pool.query(`
    create function wait_at_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end $$;
    create trigger gate before update on jobs for each row when (new.status = 'running' and old.status = 'queued')
      execute function wait_at_gate()`)
  await startListening()
  const gate = await pool.connect()
  onTestFinished(() => gate.release(true))
  for (let round = 0; round < 3; round += 1) {
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
    for (const { id } of [first, second]) {
      await until(async () => (await readJob(market.url, account.key, id)).status === 'running')
    }
  }
  expect(await isAnybodyAtGate(pool)).toBe(false)
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
