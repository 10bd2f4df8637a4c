import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/pool.ts'
import { claimTasks, settleTasks, type Task } from '../../src/jobs/tasks.ts'
import { handBack } from '../../src/leases/membership.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import {
  type Cell,
  ended,
  expectExactBooks,
  of,
  placeOf,
  placesOf,
  queue,
  readCells,
  readJob,
} from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import type { ApiProcess } from '../support/processes.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 2 })
  account = await newAccount(market.database.pool, 'scale', { rps: 1000 })
})
afterAll(() => market.stop())
afterEach(async () => {
  await market.sandbox.control('/reset', {})
  await expectExactBooks(market.database.pool, account)
})

const hotels = of('castellan', ['UNDERCUT', 'SOLDOUT'])
/** What the source may be asked at once. */
const CAP = 8

/** Calls that the source has left hanging. */
async function hanging(): Promise<number> {
  const { sources } = (await market.sandbox.control('/counters')) as {
    sources: Record<string, { faults: number }>
  }
  return sources['castellan']?.faults ?? 0
}

let nextDay = 20

/** A job of 80 slow single stays, after several have finished. */
async function underWay(latencyMs: number): Promise<{ id: string; nights: string[] }> {
  await market.sandbox.control('/sources/castellan', { latencyMs })
  const nights = Array.from({ length: 40 }, (_, index) => inDays(nextDay + index))
  nextDay += 40
  const { id } = await queue(market.url, account.key, { hotels, nights: { from: nights[0], to: nights[39] } })
  await until(async () => (await readJob(market.url, account.key, id)).cells_done >= 10)
  return { id, nights }
}

async function expectWhole(id: string, nights: string[]): Promise<Cell[]> {
  const job = await ended(market.url, account.key, id)
  expect(job).toMatchObject({
    status: 'done',
    cells_done: 80,
    tasks_done: 80,
    tasks_failed: 0,
    credits_spent: 80,
  })
  const cells = await readCells(market.url, account.key, id)
  expect(cells.map(placeOf)).toEqual(placesOf(hotels, nights))
  await expectExactBooks(market.database.pool, account)
  return cells
}

const alive = (): ApiProcess[] =>
  market.workers.filter(({ child }) => child.exitCode === null && child.signalCode === null)

async function tasksOf(id: string, state: string): Promise<number> {
  const { rows } = await market.database.pool.query<{ count: number }>(
    'select count(*) as count from tasks t join jobs j on j.id = t.job where j.public_id = $1 and t.state = $2',
    [id, state],
  )
  return rows[0]?.count ?? 0
}

test('a worker killed in the middle of a job is missed, and the other finishes it within 30 s', async () => {
  const { id, nights } = await underWay(250)
  await alive()[0]?.stop('SIGKILL')
  const killedAt = performance.now()
  await expectWhole(id, nights)
  expect(performance.now() - killedAt).toBeLessThan(30_000)
})

test('with all workers killed, a new one takes the job up', async () => {
  const { id, nights } = await underWay(250)
  await Promise.all(alive().map((worker) => worker.stop('SIGKILL')))
  expect(await tasksOf(id, 'r')).toBeGreaterThan(0)
  await market.startWorker()
  await expectWhole(id, nights)
  await market.startWorker()
})

test('a worker that is asked to stop returns its tasks at once and fails none of them', async () => {
  // Nothing comes back from the source, so that nothing could be finished in time.
  const { id, nights } = await underWay(250)
  await market.sandbox.control('/sources/castellan', { fault: 'hang' })
  await until(async () => (await hanging()) >= CAP)
  const toldAt = performance.now()
  await Promise.all(alive().map((worker) => worker.stop()))
  expect(performance.now() - toldAt).toBeLessThan(8000)
  expect(await tasksOf(id, 'r')).toBe(0)
  expect(await tasksOf(id, 'f')).toBe(0)
  await market.sandbox.control('/reset', {})
  await Promise.all([market.startWorker(), market.startWorker()])
  await expectWhole(id, nights)
})

test('a worker that was paused until the others took its tasks cannot settle them any more', async () => {
  const { id, nights } = await underWay(1500)
  const [paused] = alive()
  paused?.child.kill('SIGSTOP')
  await until(async () => {
    const { rows: left } = await market.database.pool.query("select 1 from workers where rows = 'tasks'")
    return left.length === 1
  })
  await until(async () => {
    const { rows } = await market.database.pool.query('select 1 from tasks where attempt > 1')
    return rows.length > 0
  })
  await market.sandbox.control('/reset', {})
  const before = await ended(market.url, account.key, id)
  paused?.child.kill('SIGCONT')
  // Results are stored in the order in which they come: once it has done another job alone, it has tried to settle what it had.
  const others = alive().filter((worker) => worker !== paused)
  await Promise.all(others.map((worker) => worker.stop()))
  const another = await queue(market.url, account.key, {
    hotels: of('castellan', ['CLOSED']),
    nights: { from: nights[0], to: nights[0] },
  })
  await ended(market.url, account.key, another.id)
  expect(await readJob(market.url, account.key, id)).toEqual(before)
  await expectWhole(id, nights)
})

test('a task is settled once, in its current attempt only', async () => {
  const { pool } = market.database
  const payer = await newAccount(pool, 'scale', { rps: 1000 })
  await Promise.all(alive().map((worker) => worker.stop()))
  const { id } = await queue(market.url, payer.key, {
    hotels: hotels.slice(0, 1),
    nights: { from: inDays(1), to: inDays(1) },
  })
  const place = { kind: 'cells', share: 'castellan', name: 'castellan', want: 1 }
  const claim = () => claimTasks(pool, 999, [place])
  const settle = async (task: Task) => {
    const outcome = {
      task,
      succeeded: true,
      cells: 1,
      charge: 1000,
      counts: { live: 1, cached: 0, free: 0 },
      failures: [],
    }
    await inTransaction(pool, (client) => settleTasks(client, [outcome]))
    return (await readJob(market.url, payer.key, id)).credits_spent
  }
  const [first] = await claim()
  if (!first) throw new Error('nothing was claimed')
  await handBack(pool, 'tasks', 999, [first])
  expect(await settle(first)).toBe(0)
  const [second] = await claim()
  if (!second) throw new Error('nothing was claimed')
  expect(await settle(first)).toBe(0)
  expect(await settle(second)).toBe(1)
  expect(await settle(second)).toBe(1)
  await expectExactBooks(pool, payer)
})
