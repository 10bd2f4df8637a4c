import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CLAIM, SETTLE } from '../../src/webhooks/deliveries.ts'
import { newAccount } from '../support/accounts.ts'
import { takeClock } from '../support/database.ts'
import { startWorker } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { openPostOffice, type PostOffice, SETTINGS } from './post-office.ts'
import { hang, ok, openReceiver, type Receiver } from './receiver.ts'

let office: PostOffice
let slow: Receiver
let quick: Receiver

beforeAll(async () => {
  office = await openPostOffice()
})

beforeEach(async () => {
  slow = await openReceiver()
  slow.answer(hang)
  quick = await openReceiver()
})

afterEach(async () => {
  await slow.stop()
  await quick.stop()
  // In the order in which claims lock them: a worker may be looking for more.
  await office.database.pool.query('truncate deliveries, delivery_attempts, events, hooks')
})

afterAll(() => office.close())

const sentTo = ({ received }: Receiver) => received.map(({ headers }) => headers['x-event-id'] ?? '')

async function states(): Promise<Record<string, number>> {
  const { rows } = await office.database.pool.query<{ state: string; count: number }>(
    'select state, count(*) from deliveries group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('a receiver that hangs does not delay others, even with hundreds of events queued before theirs', async () => {
  const stuck = await office.hook(slow.url)
  await office.send(stuck, { count: 300 })
  const courier = await office.courier({ timeoutMs: 120_000 })
  await until(async () => slow.received.length === 8)
  const prompt = await office.hook(quick.url)
  const ids = await office.send(prompt, { count: 100 })
  const others = await newAccount(office.database.pool, 'pro')
  const theirs = await office.hook(`${quick.url}/theirs`, others)
  ids.push(...(await office.send(theirs, { account: others.no, count: 100 })))
  await until(async () => (await states())['d'] === 200)
  expect(sentTo(quick).toSorted()).toEqual(ids.toSorted())
  // None of those that hang has come back yet, and no more than eight were sent at once.
  expect(slow.received).toHaveLength(8)
  expect(await states()).toEqual({ d: 200, q: 292, r: 8 })
  await courier.close()
})

test('one account with receivers at many hosts takes no more than its part', async () => {
  const receivers = await Promise.all(Array.from({ length: 10 }, () => openReceiver()))
  for (const receiver of receivers) {
    receiver.answer(hang)
    await office.send(await office.hook(receiver.url), { count: 10 })
  }
  const courier = await office.courier({ timeoutMs: 120_000 })
  const under = () => receivers.reduce((sum, { received }) => sum + received.length, 0)
  await until(async () => under() === 64)
  const others = await newAccount(office.database.pool, 'pro')
  await office.send(await office.hook(quick.url, others), { account: others.no, count: 10 })
  await until(async () => quick.received.length === 10)
  expect(under()).toBe(64)
  await courier.close()
  await Promise.all(receivers.map((receiver) => receiver.stop()))
})

test('one account with receivers at more hosts than a claim can hold does not delay others', async () => {
  const { pool } = office.database
  await office.send(await office.hook(slow.url), { count: 600 })
  await pool.query('update deliveries set lane = id')
  const others = await newAccount(pool, 'pro')
  await office.send(await office.hook(quick.url, others), { account: others.no })
  const courier = await office.courier({ timeoutMs: 120_000 })
  await until(async () => slow.received.length === 64 && (await states())['d'] === 1)
  expect(await states()).toEqual({ q: 536, r: 64, d: 1 })
  await courier.close()
})

test('deliveries whose results are not stored yet take up room', async () => {
  slow.answer(ok)
  await office.send(await office.hook(slow.url), { count: 20 })
  const blocker = await office.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table delivery_attempts in exclusive mode')
  const courier = await office.courier()
  await until(async () => slow.received.length === 8)
  // Its delivery shows that there was another claim.
  await office.send(await office.hook(quick.url))
  await until(async () => quick.received.length === 1)
  expect(await states()).toEqual({ q: 12, r: 9 })
  await blocker.query('rollback')
  blocker.release()
  await until(async () => (await states())['d'] === 21)
  await courier.close()
})

test('at shutdown, unfinished deliveries are left to other workers and not counted as attempts', async () => {
  const [id] = await office.send(await office.hook(slow.url))
  const courier = await office.courier({ timeoutMs: 120_000 })
  await until(async () => slow.received.length === 1)
  await courier.close()
  expect(await states()).toEqual({ q: 1 })
  slow.answer(ok)
  const next = await office.courier({ timeoutMs: 120_000 })
  await until(async () => (await states())['d'] === 1)
  await next.close()
  expect(sentTo(slow)).toEqual([id, id])
  const { rows } = await office.database.pool.query('select no, status from delivery_attempts')
  expect(rows).toEqual([{ no: 1, status: 200 }])
})

test('four couriers at once send each event once', async () => {
  const hooks = await Promise.all(Array.from({ length: 20 }, (_, at) => office.hook(`${quick.url}/${at}`)))
  const couriers = await Promise.all(Array.from({ length: 4 }, () => office.courier()))
  const ids = (await Promise.all(hooks.map((hook) => office.send(hook, { count: 20 })))).flat()
  await until(async () => (await states())['d'] === 400)
  expect(sentTo(quick).toSorted()).toEqual(ids.toSorted())
  await Promise.all(couriers.map((courier) => courier.close()))
})

test('a delivery that one courier is taking is passed over by the others', async () => {
  const hook = await office.hook(quick.url)
  const [taken, free] = [await office.send(hook, { count: 1 }), await office.send(hook, { count: 1 })]
  const other = await office.database.pool.connect()
  await other.query('begin')
  await other.query(
    `select 1 from deliveries d join events e on e.no = d.event where e.public_id = $1 for update of d`,
    taken,
  )
  const courier = await office.courier()
  await until(async () => sentTo(quick).length === 1)
  expect(sentTo(quick)).toEqual(free)
  await other.query('rollback')
  other.release()
  await office.wake()
  await until(async () => sentTo(quick).length === 2)
  expect(sentTo(quick)).toEqual([...free, ...taken])
  await courier.close()
})

test('when a worker dies, what it had in hand is sent by another, with the same id', async () => {
  const clock = await takeClock(office.database.pool, '2026-11-15T12:00:00Z')
  const ids = await office.send(await office.hook(slow.url), { count: 3 })
  const worker = await startWorker(office.database.url, SETTINGS)
  await until(async () => slow.received.length === 3)
  await worker.stop('SIGKILL')
  expect(await states()).toEqual({ r: 3 })
  slow.answer(ok)
  const courier = await office.courier({ timeoutMs: 120_000 })
  expect(await states()).toEqual({ r: 3 })
  await clock.set('2026-11-15T12:00:11Z')
  await until(async () => (await states())['d'] === 3)
  await courier.close()
  const received = sentTo(slow)
  expect(received).toHaveLength(6)
  expect(received.slice(0, 3).toSorted()).toEqual(ids.toSorted())
  expect(received.slice(3).toSorted()).toEqual(ids.toSorted())
})

test('claims and results read only what they need, even if statistics say that nothing waits or runs', async () => {
  const { pool } = office.database
  await pool.query(
    `insert into deliveries (event, account, hook, lane, state, due_at, once)
     select n, 1, 1, 1, 'd', ledger_now(), false from generate_series(1, 10000) n`,
  )
  await pool.query('vacuum analyze deliveries')
  const settling = await planOf(SETTLE)
  expect(settling).toContain('Update on deliveries')
  expect(settling).not.toContain('deliveries_under_way')
  const claiming = await planOf(CLAIM)
  expect(claiming).toContain('deliveries_waiting')
  expect(claiming).not.toContain('deliveries_of_hook')

  async function planOf(statement: string): Promise<string> {
    const { rows } = await pool.query<Record<'QUERY PLAN', string>>(`explain (generic_plan) ${statement}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
})
