import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/pool.ts'
import { createVault } from '../../src/ops/vault.ts'
import { changeAddress, resumeHook, rotateSecret } from '../../src/webhooks/hooks.ts'
import { newAccount } from '../support/accounts.ts'
import { call, errorOf } from '../support/client.ts'
import { takeClock } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { type EventBody, eventOf } from './event-page.ts'
import { type Courier, openPostOffice, type PostOffice, SETTINGS, vault } from './post-office.ts'
import { chatty, drip, hang, ok, openReceiver, type Receiver, reset, status } from './receiver.ts'

const stripe = new Stripe('sk_test_unused')
const START = '2026-11-15T12:00:00.000Z'
const WAITS_SEC = [5, 300, 1800, 7200, 18_000, 28_800, 28_800]

let office: PostOffice
let api: ApiProcess
let receiver: Receiver
let clock: { set(time: string): Promise<void> }
/** Only ever forward: a rate limit does not forget. */
let nowMs = Date.parse(START)
let courier: Courier | null = null

beforeAll(async () => {
  office = await openPostOffice()
  api = await startApi(office.database.url, SETTINGS)
  clock = await takeClock(office.database.pool, START)
})

beforeEach(async () => {
  receiver = await openReceiver()
})

afterEach(async () => {
  await courier?.close()
  courier = null
  await receiver.stop()
  await later(86_400)
  // In the order in which claims lock them: a worker may be looking for more.
  await office.database.pool.query('truncate deliveries, delivery_attempts, events, hooks')
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await office.close()
})

const read = (id: string) => eventOf(api.url, office.account.key, id)

async function attempted(id: string, attempts: number): Promise<EventBody> {
  await until(async () => (await read(id)).delivery.attempts >= attempts)
  return read(id)
}

async function later(seconds: number): Promise<void> {
  nowMs += seconds * 1000
  await clock.set(new Date(nowMs).toISOString())
  await office.wake()
}

test('an event arrives as the stored bytes, signed so that the stripe package accepts it', async () => {
  const hook = await office.hook(`${receiver.url}/inbox?tenant=1`)
  const [id = ''] = await office.send(hook)
  courier = await office.courier()
  const event = await attempted(id, 1)
  const [got] = receiver.received
  expect(receiver.received).toHaveLength(1)
  expect(got?.path).toBe('/inbox?tenant=1')
  expect(got?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-event-id': id,
    'x-event-type': 'watch.changed',
    'user-agent': 'Vacancy-Webhooks/1.0',
  })
  const { rows } = await office.database.pool.query<{ body: Buffer }>('select body from events')
  expect(got?.body).toBe(rows[0]?.body.toString('utf8'))
  const signature = got?.headers['x-service-signature'] ?? ''
  const verified: unknown = stripe.webhooks.constructEvent(got?.body ?? '', signature, hook.secret)
  const told = {
    id,
    type: 'watch.changed',
    created_at: new Date(nowMs).toISOString(),
    watch_id: 'wat_1',
    night: '2027-01-01',
  }
  expect(verified).toMatchObject(told)
  expect(() => stripe.webhooks.constructEvent(`${got?.body} `, signature, hook.secret)).toThrow('signature')
  expect(event).toMatchObject({
    ...told,
    note: 'Zürich – 東京 0',
    delivery: { status: 'delivered', attempts_made: 1, attempts: 1, last_status: 200, next_attempt_at: null },
  })
  expect(event.delivery.log).toEqual([
    { at: expect.any(String), status: 200, error: null, duration_ms: expect.any(Number), answer: 'thanks' },
  ])
})

test('a receiver that keeps failing is tried eight times over about 24 hours, signed anew each time', async () => {
  receiver.answer(status(500))
  const startMs = nowMs
  const hook = await office.hook(receiver.url)
  const [id = ''] = await office.send(hook)
  courier = await office.courier()
  for (const [made, waitSec] of WAITS_SEC.entries()) {
    const { delivery } = await attempted(id, made + 1)
    expect(delivery).toMatchObject({ status: 'pending', attempts: made + 1, last_status: 500 })
    expect(Date.parse(delivery.next_attempt_at ?? '') - nowMs).toBe(waitSec * 1000)
    await later(waitSec - 1)
    await later(1)
  }
  const { delivery } = await attempted(id, 8)
  expect(delivery).toMatchObject({ status: 'failed', attempts: 8, next_attempt_at: null })
  expect(delivery.log.map((attempt) => attempt.status)).toEqual(Array<number>(8).fill(500))
  expect((nowMs - startMs) / 3_600_000).toBeCloseTo(23.58, 1)
  await later(864_000)
  expect(receiver.received).toHaveLength(8)
  for (const { body, headers } of receiver.received) {
    const signature = headers['x-service-signature'] ?? ''
    expect(stripe.webhooks.constructEvent(body, signature, hook.secret)).toMatchObject({ id })
  }
})

test('a wait that is not over is waited for, and the attempt after it can succeed', async () => {
  receiver.answer(status(503))
  const [id = ''] = await office.send(await office.hook(receiver.url))
  courier = await office.courier()
  await attempted(id, 1)
  receiver.answer(ok)
  await later(4)
  // Another event passes meanwhile: the courier has looked, and left the first alone.
  const [other = ''] = await office.send(await office.hook(`${receiver.url}/other`))
  await attempted(other, 1)
  expect(await read(id)).toMatchObject({ delivery: { attempts: 1, status: 'pending' } })
  await later(1)
  expect((await attempted(id, 2)).delivery).toMatchObject({ status: 'delivered', last_status: 200 })
})

test('an event whose secret this process cannot decrypt waits for one that can, and loses no attempt', async () => {
  const [id = ''] = await office.send(await office.hook(receiver.url))
  courier = await office.courier({ vault: createVault(Buffer.alloc(32)) })
  await until(async () => {
    const { rows } = await office.database.pool.query<{ attempt: number; state: string }>(
      "select attempt from deliveries where state = 'q' and attempt > 0",
    )
    return rows.length === 1
  })
  expect((await read(id)).delivery).toMatchObject({ status: 'pending', attempts: 0, log: [] })
  expect(receiver.received).toHaveLength(0)
  await courier.close()
  courier = await office.courier()
  await later(10)
  expect((await attempted(id, 1)).delivery).toMatchObject({ status: 'delivered', attempts: 1 })
})

test.each([
  ['an earlier one changes nothing', '2', 5],
  ['a later one is kept', '120', 120],
  ['a very late one is cut', '864000', 28_800],
  ['a date is understood', new Date(Date.now() + 3_600_000).toUTCString(), 3600],
  ['nonsense changes nothing', 'soon', 5],
])('Retry-After: %s', async (_what, header, waitSec) => {
  receiver.answer(status(429, { 'retry-after': header }))
  const [id = ''] = await office.send(await office.hook(receiver.url))
  courier = await office.courier()
  const { delivery } = await attempted(id, 1)
  const waitedSec = (Date.parse(delivery.next_attempt_at ?? '') - nowMs) / 1000
  expect(Math.abs(waitedSec - waitSec)).toBeLessThan(header.includes('GMT') ? 60 : 0.001)
})

test.each([
  ['a redirect', status(302, { location: '/elsewhere' }), 302, 'redirects are not followed'],
  ['no answer', hang, null, 'no complete answer within 0.4 s'],
  ['an answer that never ends', drip, 200, 'no complete answer within 0.4 s'],
  ['a reset', reset, null, /^the connection was (reset|closed)/],
  ['a 204', status(204), 204, null],
  ['two hundred kilobytes', chatty, 200, null],
])('%s is what the log says', async (_what, answering, code, error) => {
  receiver.answer(answering)
  const [id = ''] = await office.send(await office.hook(receiver.url))
  courier = await office.courier({ timeoutMs: 400 })
  const { delivery } = await attempted(id, 1)
  expect(delivery.status).toBe(error === null ? 'delivered' : 'pending')
  const [logged] = delivery.log
  expect(delivery.log).toHaveLength(1)
  expect(logged?.status).toBe(code)
  expect(String(logged?.error)).toMatch(error ?? /^null$/)
  expect(receiver.received.map(({ path }) => path)).toEqual(['/'])
})

test('410 ends it: nothing is tried again, the hook is paused, and whoever cares is told', async () => {
  receiver.answer((response, { path }) =>
    (path === '/gone' ? status(410) : status(500))(response, { path, headers: {}, body: '' }),
  )
  const hook = await office.hook(`${receiver.url}/slow`)
  const [waiting = ''] = await office.send(hook)
  courier = await office.courier()
  await attempted(waiting, 1)
  await inTransaction(office.database.pool, (client) =>
    changeAddress(client, hook.no, `${receiver.url}/gone`),
  )
  const [id = ''] = await office.send(hook)
  expect((await attempted(id, 1)).delivery).toMatchObject({ status: 'failed', last_status: 410 })
  expect(courier.gone).toEqual([hook.no])
  expect((await read(waiting)).delivery).toMatchObject({ status: 'failed', attempts: 1 })
  const [unsent = ''] = await office.send(hook)
  expect((await read(unsent)).delivery).toMatchObject({
    status: 'failed',
    attempts: 0,
    next_attempt_at: null,
  })
  // A test goes out all the same: how else would anybody find out that the receiver is back?
  const [tried = ''] = await office.send(hook, { type: 'watch.test', once: true })
  await attempted(tried, 1)
  receiver.answer(ok)
  await inTransaction(office.database.pool, (client) => resumeHook(client, hook.no))
  const [resumed = ''] = await office.send(hook)
  expect((await attempted(resumed, 1)).delivery.status).toBe('delivered')
  expect(receiver.received.map(({ path }) => path)).toEqual(['/slow', '/gone', '/gone', '/gone'])
})

test('an event that is sent once is not retried', async () => {
  receiver.answer(status(500))
  const [id = ''] = await office.send(await office.hook(receiver.url), { type: 'watch.test', once: true })
  courier = await office.courier()
  expect((await attempted(id, 1)).delivery).toMatchObject({ status: 'failed', last_status: 500 })
})

test('a rotated secret signs beside its successor for a day', async () => {
  const hook = await office.hook(receiver.url)
  const next = await inTransaction(office.database.pool, (client) => rotateSecret(client, vault, hook.no))
  expect(next).toMatch(/^whsec_[A-Za-z0-9]{32}$/)
  expect(next).not.toBe(hook.secret)
  courier = await office.courier()
  const [first = ''] = await office.send(hook)
  await attempted(first, 1)
  await later(86_401)
  const [second = ''] = await office.send(hook)
  await attempted(second, 1)
  const verifies = (index: number, secret: string) => {
    const { body = '', headers = {} } = receiver.received[index] ?? {}
    try {
      return Boolean(stripe.webhooks.constructEvent(body, headers['x-service-signature'] ?? '', secret))
    } catch {
      return false
    }
  }
  expect([verifies(0, next), verifies(0, hook.secret)]).toEqual([true, true])
  expect([verifies(1, next), verifies(1, hook.secret)]).toEqual([true, false])
})

test('a worker that has signed with a secret signs with its successor after a rotation', async () => {
  const hook = await office.hook(receiver.url)
  courier = await office.courier()
  const [before = ''] = await office.send(hook)
  await attempted(before, 1)
  const next = await inTransaction(office.database.pool, (client) => rotateSecret(client, vault, hook.no))
  const [after = ''] = await office.send(hook)
  await attempted(after, 1)
  const { body = '', headers = {} } = receiver.received[1] ?? {}
  const signature = headers['x-service-signature'] ?? ''
  for (const secret of [next, hook.secret]) {
    expect(stripe.webhooks.constructEvent(body, signature, secret)).toMatchObject({ id: after })
  }
})

test('a redelivery is due at once, to the address as it is now, with a fresh schedule and the same id', async () => {
  receiver.answer(status(410))
  const hook = await office.hook(`${receiver.url}/old`)
  const [id = ''] = await office.send(hook)
  courier = await office.courier()
  expect((await attempted(id, 1)).delivery.status).toBe('failed')
  await inTransaction(office.database.pool, (client) => changeAddress(client, hook.no, `${receiver.url}/new`))
  receiver.answer(status(500))
  const again = await call(api.url, 'POST', `/v1/events/${id}/redeliver`, { key: office.account.key })
  expect(again).toMatchObject({ status: 200, charged: 0, body: { id, delivery: { status: 'pending' } } })
  const { delivery } = await attempted(id, 2)
  expect(Date.parse(delivery.next_attempt_at ?? '') - nowMs).toBe(5000)
  receiver.answer(ok)
  await later(5)
  expect((await attempted(id, 3)).delivery).toMatchObject({ status: 'delivered', attempts: 3 })
  expect(receiver.received.map(({ path }) => path)).toEqual(['/old', '/new', '/new'])
  expect(new Set(receiver.received.map(({ headers }) => headers['x-event-id']))).toEqual(new Set([id]))
  // Delivered is no reason not to.
  await call(api.url, 'POST', `/v1/events/${id}/redeliver`, { key: office.account.key })
  expect((await attempted(id, 4)).delivery.status).toBe('delivered')
})

test('an event of another account cannot be redelivered and looks like one that does not exist', async () => {
  const [id = ''] = await office.send(await office.hook(receiver.url))
  const { key } = await newAccount(office.database.pool, 'pro')
  const theirs = await call(api.url, 'POST', `/v1/events/${id}/redeliver`, { key })
  const unknown = await call(api.url, 'POST', '/v1/events/evt_0000000000000000000000/redeliver', { key })
  for (const answer of [theirs, unknown]) expect(answer).toMatchObject({ status: 400, charged: 0 })
  expect(errorOf(theirs).message).toBe(`There is no event ${id}.`)
  expect(errorOf(unknown).message).toBe('There is no event evt_0000000000000000000000.')
  expect((await read(id)).delivery).toMatchObject({ status: 'pending', attempts: 0 })
})

test('a secret is in no table and in no answer', async () => {
  const hook = await office.hook(receiver.url)
  const [id = ''] = await office.send(hook)
  courier = await office.courier()
  const event = await attempted(id, 1)
  expect(JSON.stringify(event)).not.toContain('whsec')
  const { rows: tables } = await office.database.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables) {
    const { rows } = await office.database.pool.query<{ found: number }>(
      `select count(*)::int as found from ${name} t where strpos(t::text, $1) + strpos(t::text, $2) > 0`,
      [hook.secret, Buffer.from(hook.secret).toString('hex')],
    )
    expect(rows[0]?.found, name).toBe(0)
  }
})
