import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from '../../src/db/listen.ts'
import { TASKS_CHANNEL } from '../../src/jobs/tasks.ts'
import type { WorkerPool } from '../../src/leases/worker-pool.ts'
import { createTestDatabase, type TestDatabase, takeClock } from '../support/database.ts'
import { until } from '../support/until.ts'
import {
  askFor,
  isListening,
  makeToyTable,
  readToys,
  startToy,
  statesOf,
  type ToySettings,
} from './toy-work.ts'

let database: TestDatabase
let started: WorkerPool[]

beforeEach(async () => {
  database = await createTestDatabase()
  await makeToyTable(database.pool)
  started = []
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(started.map((worker) => worker.close()))
  await database.drop()
})

async function start(settings?: ToySettings): Promise<WorkerPool> {
  const worker = await startToy(database, settings)
  started.push(worker)
  return worker
}

async function stop(worker: WorkerPool): Promise<void> {
  started = started.filter((other) => other !== worker)
  await worker.close()
}

const areDone = (count: number) => async () => (await statesOf(database.pool))['d'] === count
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('every row is claimed, run and settled once, in its turn, and no more run at once than its share allows', async () => {
  const order: number[] = []
  let running = 0
  let most = 0
  await askFor(database.pool, numbers(30))
  await start({
    cap: 4,
    run: async (weight) => {
      order.push(weight)
      running += 1
      most = Math.max(most, running)
      await wait(5)
      running -= 1
      return { result: { weight } }
    },
  })
  await until(areDone(30))
  expect(order).toEqual(numbers(30))
  expect(most).toBe(4)
  expect(await readToys(database.pool)).toEqual(
    numbers(30).map((weight) => ({ attempt: 1, weight, failed: null })),
  )
})

test('a row that leaves its slot lets the next one begin, and waits for a slot before it tries again', async () => {
  const order: string[] = []
  await askFor(database.pool, numbers(2))
  await start({
    cap: 1,
    run: async (weight, _task, _stop, slot) => {
      order.push(`begin ${weight}`)
      if (weight === 0) {
        slot.leave()
        await slot.enter()
        order.push('again 0')
      } else await wait(5)
      order.push(`end ${weight}`)
      return { result: { weight } }
    },
  })
  await until(areDone(2))
  expect(order).toEqual(['begin 0', 'begin 1', 'end 1', 'again 0', 'end 0'])
})

test('a row that waits for a slot to try again is handed back when the worker stops', async () => {
  const { promise: isWaiting, resolve: waits } = Promise.withResolvers<void>()
  await askFor(database.pool, numbers(2))
  const worker = await start({
    cap: 1,
    run: async (weight, _task, { soon }, slot) => {
      if (weight === 0) {
        slot.leave()
        waits()
        await slot.enter()
      } else await wait(60_000, undefined, { signal: soon }).catch(() => {})
      return soon.aborted ? null : { result: { weight } }
    },
  })
  await isWaiting
  await stop(worker)
  expect(await statesOf(database.pool)).toEqual({ q: 2 })
})

test('a row announced during a claim is claimed next, without waiting for the poll', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>()
  let claims = 0
  await start({
    queue: (real) => ({
      ...real,
      claim: async (worker, room) => {
        const rows = await real.claim(worker, room)
        claims += 1
        // The first looks on the way in; this one has looked when the row comes.
        if (claims === 2) await gate
        return rows
      },
    }),
  })
  await until(() => isListening(database.pool))
  await database.pool.query('select pg_notify($1, $2)', [TASKS_CHANNEL, ''])
  await until(async () => claims === 2)
  await askFor(database.pool, [7])
  await hearNotice()
  openGate()
  await until(areDone(1))
  expect(claims).toBeGreaterThan(2)
})

/** A notification sent after another on the same server has reached this process, and so has the first. */
async function hearNotice(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listener = listen(database.url, 'heard', () => resolve())
  let isHeard = false
  void promise.then(() => {
    isHeard = true
  })
  // Until it listens, what is sent is lost.
  await until(async () => {
    await database.pool.query("select pg_notify('heard', '')")
    return isHeard
  })
  await listener.close()
}

test('rows whose claim was never answered are returned by the worker that is still alive', async () => {
  let isLost = false
  await start({
    queue: (real) => ({
      ...real,
      claim: async (worker, room) => {
        const rows = await real.claim(worker, room)
        if (isLost || rows.length === 0) return rows
        isLost = true
        throw new Error('the connection broke')
      },
    }),
  })
  await askFor(database.pool, [1, 2])
  await until(areDone(2))
  expect(isLost).toBe(true)
  expect((await readToys(database.pool)).map(({ attempt }) => attempt)).toEqual([2, 2])
})

test('without a heartbeat a worker begins nothing, and goes on once it is heard again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  const { pool } = database
  await start()
  await pool.query('alter table workers rename to workers_away')
  vi.advanceTimersByTime(9000)
  await askFor(pool, [1])
  vi.advanceTimersByTime(500)
  await pool.query('select 1')
  expect(await statesOf(pool)).toEqual({ q: 1 })
  await pool.query('alter table workers_away rename to workers')
  await until(async () => {
    vi.advanceTimersByTime(500)
    return areDone(1)()
  })
})

test('what a worker had in hand when it fell silent is done by another, and its own result counts no more', async () => {
  const clock = await takeClock(database.pool, '2026-11-15T12:00:00Z')
  const { promise: late, resolve: comeBack } = Promise.withResolvers<void>()
  // It beats when it starts, and never again.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let isTaken = false
  await start({
    run: async () => {
      isTaken = true
      await late
      return { result: { weight: 1 } }
    },
  })
  await until(() => isListening(database.pool))
  await askFor(database.pool, [2])
  await until(async () => isTaken)
  vi.useRealTimers()
  await clock.set('2026-11-15T12:00:11Z')
  const second = await start()
  await until(areDone(1))
  comeBack()
  await stop(second)
  await Promise.all(started.map(stop))
  expect(await readToys(database.pool)).toEqual([{ attempt: 2, weight: 2, failed: null }])
})

test('a postponed row is not claimed before its time', async () => {
  const clock = await takeClock(database.pool, '2026-11-15T12:00:00Z')
  await askFor(database.pool, [1, 2])
  await start({
    run: async (weight, { attempt }) =>
      weight === 1 && attempt === 1 ? { later: { afterMs: 60_000 } } : { result: { weight } },
  })
  await until(areDone(1))
  await until(async () => (await statesOf(database.pool))['q'] === 1)
  await clock.set('2026-11-15T12:01:01Z')
  await until(areDone(2))
  expect((await readToys(database.pool)).map(({ attempt }) => attempt)).toEqual([2, 1])
})

test('a worker that stops hands back what waits and what it cuts short, within its deadline', async () => {
  let begun = 0
  const worker = await start({
    cap: 2,
    run: async (_weight, _task, { now }) => {
      begun += 1
      await wait(60_000, undefined, { signal: now }).catch(() => {})
      return null
    },
  })
  await askFor(database.pool, numbers(20))
  await until(async () => begun === 2)
  await until(async () => (await statesOf(database.pool))['r'] === 6)
  await stop(worker)
  expect(begun).toBe(2)
  expect(await statesOf(database.pool)).toEqual({ q: 20 })
  const { rows } = await database.pool.query('select 1 from workers')
  expect(rows).toEqual([])
})

test('one result that cannot be stored, and one question that cannot be read, fail alone', async () => {
  await askFor(database.pool, [1, 100, 'heavy', 2])
  await start()
  await until(areDone(4))
  expect(await readToys(database.pool)).toEqual([
    { attempt: 1, weight: 1, failed: null },
    { attempt: 1, weight: null, failed: 'unstorable' },
    { attempt: 1, weight: null, failed: 'unreadable' },
    { attempt: 1, weight: 2, failed: null },
  ])
})

test('work that fails in every attempt is given up', async () => {
  await askFor(database.pool, [1, 2])
  await start({
    run: async (weight) => {
      if (weight === 1) throw new Error('a toy broke')
      return { result: { weight } }
    },
  })
  await until(areDone(2))
  expect(await readToys(database.pool)).toEqual([
    { attempt: 5, weight: null, failed: 'failing' },
    { attempt: 1, weight: 2, failed: null },
  ])
})

test('while results cannot be stored nothing more is claimed, and nothing is lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const { pool } = database
  let claims = 0
  await pool.query('alter table toys rename to toys_away')
  await askFor(pool, numbers(40))
  await start({
    cap: 2,
    run: async (weight) => {
      await wait(20)
      return { result: { weight } }
    },
    queue: (real) => ({
      ...real,
      claim: (worker, room) => {
        claims += 1
        return real.claim(worker, room)
      },
    }),
  })
  let polls = 0
  await until(async () => {
    const before = claims
    vi.advanceTimersByTime(500)
    await pool.query('select 1')
    polls = claims === before ? polls + 1 : 0
    return polls === 3
  })
  expect((await statesOf(pool))['q']).toBeGreaterThan(0)
  await pool.query('alter table toys_away rename to toys')
  await until(async () => {
    vi.advanceTimersByTime(500)
    return areDone(40)()
  })
  expect((await readToys(pool)).map(({ weight }) => weight)).toEqual(numbers(40))
})

test('rows of a share that no worker serves are given up', async () => {
  await database.pool.query("insert into tasks (kind, no, source, ask) values ('toy', 1, 'gone', '1')")
  await start()
  await until(areDone(1))
  expect(await readToys(database.pool)).toEqual([{ attempt: 1, weight: null, failed: 'unserved' }])
})
