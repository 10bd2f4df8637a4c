import { Webhook } from 'standardwebhooks'
import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import type { Courier } from '../webhooks/post-office.ts'
import { ok, openReceiver, type Receiver, status } from '../webhooks/receiver.ts'
import { type EndpointBody, type EndpointOffice, openEndpointOffice } from './endpoint-office.ts'
import { eventsIn, take } from './mail-server.ts'

/** What every kind of endpoint does, asked of each in the same words. */

const WAITS_SEC = [5, 300, 1800, 7200, 18_000, 28_800, 28_800]
const stripe = new Stripe('sk_test_unused')

let office: EndpointOffice
let receiver: Receiver
let courier: Courier

beforeAll(async () => {
  office = await openEndpointOffice()
})
beforeEach(async () => {
  receiver = await openReceiver()
  courier = await office.courier({ mailUrl: office.mail.url, timeoutMs: 1500 })
  office.mail.behave(take)
})
afterEach(async () => {
  await office.quiet()
  await courier.close()
  await receiver.stop()
  // In the order in which claims lock them: a worker may be looking for more.
  await office.database.pool.query('truncate deliveries, delivery_attempts, events, hooks, mail_turns')
  office.mail.mails.length = 0
})
afterAll(() => office.stop())

interface Subject {
  kind: EndpointBody['kind']
  make(): Promise<EndpointBody>
  /** The ids of the events that the receiver took. */
  taken(): string[]
  accept(): void
  fail(): void
  /** Nobody is there any more. */
  leave(): void
  goneStatus: number
  failStatus: number
}

const subjects: Subject[] = [
  ...(['webhook', 'slack'] as const).map((kind) => ({
    kind,
    make: () => office.create({ kind, url: `${receiver.url}/${kind}` }),
    taken: () =>
      receiver.received.map(({ headers, body }) => headers['x-event-id'] ?? /evt_\w+/.exec(body)?.[0] ?? ''),
    accept: () => receiver.answer(ok),
    fail: () => receiver.answer(status(500)),
    leave: () => receiver.answer(status(410)),
    goneStatus: 410,
    failStatus: 500,
  })),
  {
    kind: 'email',
    make: () => office.createMailbox('anna@example.com'),
    // The first mail asks for consent.
    taken: () =>
      office.mail.mails.filter(({ text = '' }) => !text.includes('/mail/verify')).flatMap(eventsIn),
    accept: () => office.mail.behave(take),
    fail: () => office.mail.behave(() => 'greylist'),
    leave: () => office.mail.behave(() => 'refuse'),
    goneStatus: 550,
    failStatus: 451,
  },
]

describe.each(subjects)('$kind', (subject) => {
  const send = async (endpoint: EndpointBody, how: object = {}) => {
    const no = await office.numberOf(endpoint)
    const [id = ''] = await office.send(
      { no: 0, secret: '' },
      { hook: null, endpoints: [no], watchId: null, ...how },
    )
    return id
  }
  const settled = async (id: string, attempts: number) => {
    await until(async () => (await office.event(id)).deliveries[0]?.attempts.length === attempts)
    return office.event(id)
  }

  test('gets an event, and the event says so', async () => {
    const endpoint = await subject.make()
    const id = await send(endpoint)
    const event = await settled(id, 1)
    expect(event.deliveries).toMatchObject([
      {
        endpoint: endpoint.id,
        status: 'delivered',
        next_attempt_at: null,
        log: [{ error: null }],
        attempts: [{ error: null }],
      },
    ])
    expect(event).not.toHaveProperty('delivery')
    expect(subject.taken()).toEqual([id])
  })

  test('is tried again on the schedule until it takes the event', async () => {
    const endpoint = await subject.make()
    subject.fail()
    const id = await send(endpoint)
    for (const [made, waitSec] of WAITS_SEC.slice(0, 3).entries()) {
      const [delivery] = (await settled(id, made + 1)).deliveries
      expect(delivery).toMatchObject({ status: 'pending' })
      expect(delivery?.attempts.at(-1)).toMatchObject({ status: subject.failStatus })
      expect(Date.parse(delivery?.next_attempt_at ?? '') - office.now()).toBe(waitSec * 1000)
      if (made === 2) subject.accept()
      await office.later(waitSec)
    }
    expect((await settled(id, 4)).deliveries).toMatchObject([{ status: 'delivered' }])
    expect(subject.taken().at(-1)).toBe(id)
    expect(await office.read(endpoint.id)).toMatchObject({ status: 'active', failing_since: null })
  })

  test('is paused when nobody is there any more, and its other events are not sent', async () => {
    const endpoint = await subject.make()
    subject.leave()
    const id = await send(endpoint)
    expect((await settled(id, 1)).deliveries).toMatchObject([
      { status: 'failed', attempts: [{ status: subject.goneStatus }] },
    ])
    expect(await office.read(endpoint.id)).toMatchObject({ status: 'paused', paused_reason: 'gone' })
    const before = subject.taken().length
    const next = await send(endpoint)
    expect((await office.event(next)).deliveries).toMatchObject([{ status: 'failed', attempts: [] }])
    expect(subject.taken()).toHaveLength(before)
    // Once its owner says that somebody is there again, new events are sent.
    subject.accept()
    await office.ask('PATCH', `/endpoints/${endpoint.id}`, { status: 'active' })
    expect((await settled(await send(endpoint), 1)).deliveries).toMatchObject([{ status: 'delivered' }])
  })

  test('is paused after a day of failures, and another endpoint is told', async () => {
    const endpoint = await subject.make()
    const told = await office.create({ kind: 'webhook', url: `${receiver.url}/told` })
    subject.fail()
    const first = await send(endpoint)
    await settled(first, 1)
    const { failing_since: since } = await office.read(endpoint.id)
    expect(since).toBe(new Date(office.now()).toISOString())
    await office.later(86_400)
    await settled(first, 2)
    await until(async () => (await office.read(endpoint.id)).status === 'paused')
    expect(await office.read(endpoint.id)).toMatchObject({ paused_reason: 'failing' })
    const { body } = await office.ask('GET', '/events?type=endpoint.paused')
    const [paused] = (body as { events: { id: string }[] }).events
    expect(paused).toMatchObject({
      endpoint: { id: endpoint.id, kind: subject.kind },
      reason: 'failing',
      deliveries: [{ endpoint: told.id }],
    })
    expect((await office.event(first)).deliveries).toMatchObject([{ status: 'failed' }])
  })

  test('gets only the events that it asked for, and tests', async () => {
    const endpoint = await subject.make()
    await office.ask('PATCH', `/endpoints/${endpoint.id}`, { events: ['watch.rebook'] })
    const left = await send(endpoint, { type: 'watch.changed' })
    const wanted = await send(endpoint, { type: 'watch.rebook' })
    const answer = await office.ask('POST', `/endpoints/${endpoint.id}/test`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)
    const { id: tested } = answer.body as { id: string }
    await settled(wanted, 1)
    await settled(tested, 1)
    expect((await office.event(left)).deliveries).toEqual([])
    expect(subject.taken().toSorted()).toEqual([wanted, tested].toSorted())
  })

  test('gets nothing more once it is deleted', async () => {
    const endpoint = await subject.make()
    subject.fail()
    const id = await send(endpoint)
    await settled(id, 1)
    const no = await office.numberOf(endpoint)
    expect((await office.ask('DELETE', `/endpoints/${endpoint.id}`)).status).toBe(200)
    expect((await office.ask('GET', `/endpoints/${endpoint.id}`)).status).toBe(400)
    expect((await office.event(id)).deliveries).toMatchObject([{ status: 'failed' }])
    const [next = ''] = await office.send({ no: 0, secret: '' }, { hook: null, endpoints: [no] })
    expect((await office.event(next)).deliveries).toEqual([])
  })
})

test('every attempt at a webhook is signed for the stripe and the standardwebhooks package, with old and new secret', async () => {
  const { id, secret = '' } = await office.create({ kind: 'webhook', url: receiver.url })
  const { body } = await office.ask('POST', `/endpoints/${id}/rotate-secret`)
  const { secret: fresh = '' } = body as EndpointBody
  const no = await office.numberOf({ id } as EndpointBody)
  receiver.answer(status(503))
  const about = { hook: null, endpoints: [no], jobId: 'job_1' }
  const [event = ''] = await office.send({ no: 0, secret: '' }, about)
  for (const [made, waitSec] of WAITS_SEC.slice(0, 3).entries()) {
    await until(async () => (await office.event(event)).deliveries[0]?.attempts.length === made + 1)
    await office.later(waitSec)
  }
  await until(async () => receiver.received.length === 4)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/)
  for (const { headers, body: sent } of receiver.received) {
    expect(headers).toMatchObject({
      'webhook-id': event,
      'x-event-id': event,
      'x-watch-id': 'wat_1',
      'x-endpoint-id': id,
      'x-job-id': 'job_1',
    })
    for (const known of [secret, fresh]) {
      expect(new Webhook(known).verify(sent, headers)).toMatchObject({ id: event })
      const signature = headers['x-service-signature'] ?? ''
      expect(stripe.webhooks.constructEvent(sent, signature, known)).toMatchObject({ id: event })
    }
    expect(() => new Webhook(secret).verify(`${sent} `, headers)).toThrow('signature')
  }
})
