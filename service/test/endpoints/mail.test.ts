import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sentenceOf, type ToldEvent, wordsOf } from '../../src/endpoints/words.ts'
import { errorOf } from '../support/client.ts'
import { until } from '../support/until.ts'
import type { Courier } from '../webhooks/post-office.ts'
import { AWARD } from './award-event.ts'
import { type EndpointBody, type EndpointOffice, openEndpointOffice } from './endpoint-office.ts'
import { eventsIn, linkIn, take } from './mail-server.ts'

let office: EndpointOffice
let courier: Courier

beforeAll(async () => {
  office = await openEndpointOffice()
  courier = await office.courier({ mailUrl: office.mail.url })
})
afterEach(async () => {
  await office.quiet()
  office.mail.behave(take)
  office.mail.mails.length = 0
  // In the order in which claims lock them: a worker may be looking for more.
  await office.database.pool.query('truncate deliveries, delivery_attempts, events, hooks, mail_turns')
  await office.database.pool.query('truncate throttles, unwanted_mail')
})
afterAll(async () => {
  await courier.close()
  await office.stop()
})

const CELL = {
  currency: 'GBP',
  status: 'available',
  lowest_bar: 128,
  lowest_bar_after_tax: 153.6,
  lowest_points: null,
}
const REBOOK = {
  watch_id: 'wat_1',
  chain: 'aurelia',
  hotel_code: 'LONOB',
  name: 'Aurelia London Observatory',
  night: '2026-12-24',
  los: 2,
  kind: 'cash',
  previous: { ...CELL, lowest_bar_after_tax: 197 },
  current: CELL,
  rebook: { paid: 197, current: 153.6, saving: 43.4, saving_pct: 22.03, saving_total: 86.8 },
}
const SENTENCE = 'Aurelia London Observatory, 24–26 Dec: £153.60 per night, 22% below what you paid'

const alerts = () => office.mail.mails.filter(({ headers }) => headers.has('x-watch-id'))
const send = async (endpoint: EndpointBody, how: object = {}) =>
  office.send(
    { no: 0, secret: '' },
    { hook: null, endpoints: [await office.numberOf(endpoint)], type: 'watch.rebook', body: REBOOK, ...how },
  )
const AGREE = { method: 'POST' }
const statusOf = async (id: string) => (await office.event(id)).deliveries[0]?.status
const follow = (link: string, init?: RequestInit) => {
  const { pathname, search } = new URL(link)
  return fetch(office.api.url + pathname + search, init)
}

test('a mail says in words what happened, in both forms, with a link to the watch', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  const [id = ''] = await send(endpoint)
  await until(async () => alerts().length === 1)
  const [mail] = alerts()
  expect(mail?.subject).toBe(SENTENCE)
  expect(mail?.from?.text).toContain('alerts@vacancy.example')
  expect(mail?.text).toContain('£153.60 per night, 22% below what you paid')
  expect(mail?.text).toContain('https://vacancy.example/watches/wat_1')
  expect(mail?.html).toContain('href="https://vacancy.example/watches/wat_1"')
  expect(mail?.html).toContain('Aurelia London Observatory, 24–26 Dec')
  expect(mail?.headers.get('x-event-id')).toBe(id)
  expect(mail?.messageId).toBe(`<${id}@vacancy.example>`)
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
})

test.each<[Partial<ToldEvent>, string]>([
  [
    { type: 'watch.price_lte', price_lte: { amount: 160, current: 153.6 }, current: CELL, kind: 'cash' },
    '£153.60 per night, within your limit of £160.00',
  ],
  [{ type: 'watch.available', current: CELL, kind: 'cash' }, 'available, £153.60 per night with taxes'],
  [
    { type: 'watch.points_lte', current: { ...CELL, lowest_points: 30_000 }, kind: 'award' },
    '30,000 points per night',
  ],
  [
    { type: 'watch.changed', current: { ...CELL, status: 'sold_out' }, previous: CELL, kind: 'cash' },
    'sold out, before: £153.60 per night with taxes',
  ],
  [
    {
      type: 'watch.undercut',
      current: CELL,
      kind: 'cash',
      undercut: { direct: 153.6, channel_rate: 140, diff_pct: 8.85 },
    },
    '£140.00 per night elsewhere, 9% below the direct rate',
  ],
  [
    { type: 'watch.attention', attention: 'hotel_closed' },
    'the hotel has left its source, so its prices are no longer checked',
  ],
])('%o reads well', (event, words) => {
  const { type = '', ...rest } = event
  const told = {
    id: 'evt_1',
    type,
    created_at: '2026-11-15T12:00:00Z',
    watch_id: 'wat_1',
    name: 'Inn',
    ...rest,
  }
  expect(sentenceOf(wordsOf(told))).toBe(`Inn: ${words}`)
})

test('an event of a type without words of its own is told by its fields', () => {
  const event = {
    id: 'evt_1',
    type: 'something.new',
    created_at: '2026-11-15T12:00:00Z',
    reason: 'because',
  }
  expect(wordsOf(event).facts).toEqual([['reason', 'because']])
})

test('a run of a schedule is told by its cost and by what changed', () => {
  const run = { id: 'sch_1', name: 'Every morning', message: null, status: 'done', cells: 2250, credits: 495 }
  const change = { chain: 'aurelia', hotel_code: 'LONAU', night: '2026-12-24', los: 1 }
  const changes = {
    since_at: '2026-11-14T06:30:00Z',
    compared: 2225,
    cheaper: 900,
    dearer: 1,
    gone: 0,
    reopened: 12,
    largest: [
      { ...change, name: 'Aurelia Inn', currency: 'GBP', before: 200, now: 153.6, change_pct: -23.2 },
      { ...change, name: null, currency: null, before: 30_000, now: 40_000, change_pct: 33.3 },
    ],
  }
  const told = (schedule: NonNullable<ToldEvent['schedule']>) =>
    wordsOf({ id: 'evt_1', type: 'schedule.done', created_at: '2026-11-15T12:00:00Z', schedule })
  expect(told({ ...run, changes })).toEqual({
    subject: 'Every morning',
    what: 'of 2,225 nights also seen on 14 Nov, 900 cost less, 1 cost more, 12 can be booked again; 2,250 prices for 495 credits',
    facts: [
      ['Aurelia Inn, 24–25 Dec', '£153.60, was £200.00 (−23%)'],
      ['aurelia:LONAU, 24–25 Dec', '40,000 points, was 30,000 points (+33%)'],
    ],
  })
  const same = { ...changes, cheaper: 0, dearer: 0, reopened: 0, largest: [] }
  expect(told({ ...run, changes: same }).what).toBe(
    'nothing changed since 14 Nov; 2,250 prices for 495 credits',
  )
  expect(told({ ...run, status: 'failed', cells: 1, credits: 1, changes: null }).what).toBe(
    'failed, 1 price for 1 credit',
  )
  const message = 'The run before had not ended. This one was left out.'
  expect(told({ ...run, status: 'refused', message, changes: null }).what).toBe(message)
})

test('of a watch at most one mail is sent in an hour; the rest comes as a digest', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  const [first = ''] = await send(endpoint)
  await until(async () => (await statusOf(first)) === 'delivered')
  const rest = await send(endpoint, { count: 12 })
  const [elsewhere = ''] = await send(endpoint, { watchId: 'wat_2', body: { ...REBOOK, watch_id: 'wat_2' } })
  // Another watch has an hour of its own.
  await until(async () => (await statusOf(elsewhere)) === 'delivered')
  await office.later(3599)
  const [later = ''] = await send(endpoint)
  await until(
    async () =>
      (await office.event(later)).deliveries[0]?.next_attempt_at !== new Date(office.now()).toISOString(),
  )
  expect(alerts()).toHaveLength(2)
  await office.later(1)
  await until(async () => (await statusOf(later)) === 'delivered')
  const told = await Promise.all([...rest, later].map(statusOf))
  expect(new Set(told)).toEqual(new Set(['delivered']))
  expect(alerts()).toHaveLength(3)
  const digest = alerts().at(-1)
  expect(digest?.subject).toBe('Aurelia London Observatory: 13 changes')
  expect(digest && eventsIn(digest).toSorted()).toEqual([...rest, later].toSorted())
  expect(digest?.text?.split(SENTENCE)).toHaveLength(14)
})

test('an alert says which nights opened, for how many points, and where to book', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  const nights = ['2027-04-03', '2027-04-04', '2027-04-10']
  const target = {
    hook: null,
    endpoints: [await office.numberOf(endpoint)],
    type: 'watch.points_lte',
  } as const
  await office.database.pool.query(`insert into mail_turns (hook, watch, delivery, taken_at)
    select id, 'wat_1', 0, ledger_now() from hooks where public_id = '${endpoint.id}'`)
  for (const night of nights)
    await office.send({ no: 0, secret: '' }, { ...target, body: { ...AWARD, night } })
  await office.later(3600)
  await until(async () => alerts().length === 1)
  const [mail] = alerts()
  expect(mail?.subject).toBe('Aurelia London Observatory: 3 nights for 30,000 points a night')
  expect(mail?.text).toContain(
    'Sat 3 – Sun 4 Apr 2027, 2 nights: 30,000 points per night, before: no award\nSat 10 Apr 2027: 30,000 points',
  )
  expect(mail?.text).not.toContain('UTC')
  expect(mail?.html).toContain('Find it at Aurelia Hotels')
  expect(mail?.text).toContain('https://www.google.com/search?q=Aurelia+London+Observatory+Aurelia+Hotels')
  expect(mail?.text).toContain('Open the alert:\nhttps://vacancy.example/watches/wat_1')
})

test('a burst that begins an hour is one mail', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  const ids = await send(endpoint, { count: 20 })
  await until(async () => (await Promise.all(ids.map(statusOf))).every((status) => status === 'delivered'))
  expect(alerts()).toHaveLength(1)
})

test('an unverified address gets its verification, and the rest once it is verified', async () => {
  const endpoint = await office.create({ kind: 'email', address: 'new@example.com' })
  expect(endpoint.status).toBe('unverified')
  await until(async () => office.mail.mails.length === 1)
  const [id = ''] = await send(endpoint)
  const [sample = ''] = await send(endpoint, { type: 'watch.test', once: true })
  const waiting = { status: 'pending', next_attempt_at: null, attempts: [] }
  expect((await office.event(id)).deliveries).toMatchObject([waiting])
  expect(await statusOf(sample)).toBe('failed')
  expect((await office.ask('POST', `/endpoints/${endpoint.id}/test`)).status).toBe(400)
  expect((await office.ask('POST', `/events/${id}/redeliver`)).status).toBe(200)
  expect((await office.event(id)).deliveries).toMatchObject([waiting])
  // Asked for again, the mail comes again.
  await office.ask('PATCH', `/endpoints/${endpoint.id}`, { address: 'new@example.com' })
  await until(async () => office.mail.mails.length === 2)
  const link = linkIn(office.mail.mails[1] as never, '/mail/verify')
  expect((await follow(link.replace(/token=./, 'token=X'))).status).toBe(400)
  // Opening the link, as scanners do, agrees to nothing.
  expect(await (await follow(link)).text()).toContain('<button>Yes, send me alerts</button>')
  expect((await office.read(endpoint.id)).status).toBe('unverified')
  expect((await follow(link, AGREE)).status).toBe(200)
  expect((await office.read(endpoint.id)).status).toBe('active')
  await until(async () => (await statusOf(id)) === 'delivered')
  expect(alerts().map(({ subject }) => subject)).toEqual([SENTENCE])
  // A link for one address says nothing about the next.
  await office.ask('PATCH', `/endpoints/${endpoint.id}`, { address: 'next@example.com' })
  expect((await office.read(endpoint.id)).status).toBe('unverified')
  expect((await follow(link, AGREE)).status).toBe(400)
})

test('what waits for a verification is dropped after a week, and with a change of the address', async () => {
  const endpoint = await office.create({ kind: 'email', address: 'new@example.com' })
  const [first = ''] = await send(endpoint)
  await office.later(7 * 86_400)
  await until(async () => (await statusOf(first)) === 'failed')
  const [second = ''] = await send(endpoint)
  await office.ask('PATCH', `/endpoints/${endpoint.id}`, { address: 'next@example.com' })
  expect(await statusOf(second)).toBe('failed')
  const mails = () => office.mail.mails.filter(({ to }) => JSON.stringify(to).includes('next@example.com'))
  await until(async () => mails().length === 1)
  expect((await follow(linkIn(mails()[0] as never, '/mail/verify'), AGREE)).status).toBe(200)
  const [third = ''] = await send(endpoint)
  await until(async () => (await statusOf(third)) === 'delivered')
  expect(alerts()).toHaveLength(1)
})

test('a verification is never redelivered', async () => {
  await office.create({ kind: 'email', address: 'new@example.com' })
  await until(async () => office.mail.mails.length === 1)
  const { events } = (await office.ask('GET', '/events?type=endpoint.verify')).body as {
    events: { id: string }[]
  }
  const again = await office.ask('POST', `/events/${events[0]?.id}/redeliver`)
  expect(again.status).toBe(400)
  expect(errorOf(again).message).toContain('A verification mail is not sent again this way')
  await office.quiet()
  expect(office.mail.mails).toHaveLength(1)
})

test('somebody who asked for nothing gets three mails a day from all accounts together, and can stop them all', async () => {
  const body = { kind: 'email', address: 'Stranger@example.com' }
  const owners = await Promise.all([
    office.newOwner(),
    office.newOwner(),
    office.newOwner(),
    office.newOwner(),
  ])
  const answers = []
  for (const owner of owners) answers.push(await office.ask('POST', '/endpoints', body, owner))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429])
  await until(async () => office.mail.mails.length === 3)

  await office.later(86_400)
  const [mail] = office.mail.mails
  const link = linkIn(mail as never, '/mail/stop')
  const lines = mail?.headerLines.map(({ line }) => line.replaceAll(/\s+/g, ' '))
  expect(lines).toContain(`List-Unsubscribe: <${link}>`)
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const askAgain = () =>
    office.ask('POST', '/endpoints', { ...body, address: 'stranger@EXAMPLE.com' }, owners[3])
  // Opening the link changes nothing, nor does a link for somebody else.
  expect((await follow(link)).status).toBe(200)
  expect((await follow(link.replace('Stranger', 'another'), AGREE)).status).toBe(400)
  expect((await askAgain()).status).toBe(201)
  await until(async () => office.mail.mails.length === 4)
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  expect((await follow(link, oneClick)).status).toBe(200)
  const stopped = await askAgain()
  expect([stopped.status, errorOf(stopped).message]).toMatchObject([
    400,
    expect.stringContaining('wants no mail'),
  ])
  expect((await follow(link.replace('/stop', '/allow'), AGREE)).status).toBe(200)
  expect((await askAgain()).status).toBe(201)
})

test('no words of the account are in a subject', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  const description = 'You have won. Call 555'
  await office.ask('PATCH', `/endpoints/${endpoint.id}`, { description })
  await office.ask('POST', `/endpoints/${endpoint.id}/test`)
  const schedule = {
    id: 'sch_1',
    name: description,
    status: 'done',
    message: null,
    cells: 1,
    credits: 1,
    changes: null,
  }
  await send(endpoint, { type: 'schedule.done', watchId: null, body: { schedule } })
  const unnamed = { ...REBOOK, name: null, hotel_code: description, watch_id: 'wat_9' }
  await send(endpoint, { watchId: 'wat_9', body: unnamed })
  await until(async () => office.mail.mails.length === 4)
  const subjects = new Set(office.mail.mails.slice(1).map(({ subject }) => subject))
  expect(subjects).toEqual(
    new Set([
      `E-mail ${endpoint.id}: this is a test`,
      'Your schedule: 1 price for 1 credit',
      'Your watch, 24–26 Dec: £153.60 per night, 22% below what you paid',
    ]),
  )
})

test('an account can send 20 test mails a day', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  const statuses = []
  for (let sent = 0; sent < 21; sent += 1)
    statuses.push((await office.ask('POST', `/endpoints/${endpoint.id}/test`)).status)
  expect(statuses).toEqual([...Array<number>(20).fill(202), 429])
})

test('the verification link is nowhere in the API', async () => {
  await office.create({ kind: 'email', address: 'new@example.com' })
  await until(async () => office.mail.mails.length === 1)
  const token = new URL(linkIn(office.mail.mails[0] as never, '/mail/verify')).searchParams.get('token') ?? ''
  expect(token).not.toBe('')
  for (const path of ['/events', '/endpoints']) {
    expect(JSON.stringify((await office.ask('GET', path)).body)).not.toContain(token)
  }
})

test('one click unsubscribes; mails go on only after the recipient agrees again', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  await send(endpoint)
  await until(async () => alerts().length === 1)
  const link = linkIn(alerts()[0] as never, '/mail/unsubscribe')
  const lines = alerts()[0]?.headerLines.map(({ line }) => line.replaceAll(/\s+/g, ' '))
  expect(lines).toContain(`List-Unsubscribe: <${link}>`)
  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  // Opening the link, as scanners do, changes nothing.
  expect((await follow(link)).status).toBe(200)
  expect((await office.read(endpoint.id)).status).toBe('active')
  const oneClick = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
  expect((await follow(link, oneClick)).status).toBe(200)
  expect(await office.read(endpoint.id)).toMatchObject({ status: 'paused', paused_reason: 'unsubscribed' })
  expect(errorOf(await office.ask('POST', `/endpoints/${endpoint.id}/test`)).message).toMatch('has agreed')
  await office.later(3600)
  const [id = ''] = await send(endpoint)
  expect(await statusOf(id)).toBe('failed')
  // As if it had been on its way back to the queue at that moment: still nothing is sent.
  await office.database.pool.query(
    "update deliveries set state = 'q' where event = (select max(event) from deliveries)",
  )
  await office.wake()
  await until(async () => (await office.event(id)).deliveries[0]?.attempts.length === 1)
  expect((await office.event(id)).deliveries).toMatchObject([
    { status: 'failed', attempts: [{ status: null, error: 'the endpoint is paused or unverified' }] },
  ])
  expect(alerts()).toHaveLength(1)
  const resumed = await office.ask('PATCH', `/endpoints/${endpoint.id}`, { status: 'active' })
  expect(resumed.body).toMatchObject({ status: 'unverified' })
  await until(async () => office.mail.mails.length === 3)
  expect((await follow(linkIn(office.mail.mails[2] as never, '/mail/verify'), AGREE)).status).toBe(200)
  expect((await office.read(endpoint.id)).status).toBe('active')
})

test('a mail server that greylists, drops or delays gets the mail again; one that is down costs no attempt', async () => {
  const endpoint = await office.createMailbox('anna@example.com')
  const moods = ['greylist', 'drop', 'delay', 'blocked'] as const
  const before = office.mail.tries.get('anna@example.com') ?? 0
  office.mail.behave((_to, attempt) => moods[attempt - before - 1] ?? 'take')
  const [id = ''] = await send(endpoint)
  for (const [made, waitSec] of [5, 300, 1800, 7200].entries()) {
    await until(async () => (await office.event(id)).deliveries[0]?.attempts.length === made + 1)
    await office.later(waitSec)
  }
  await until(async () => (await statusOf(id)) === 'delivered')
  const { deliveries } = await office.event(id)
  expect(deliveries[0]?.attempts.map(({ status, error }) => [status, error])).toEqual([
    [451, 'the mail server refused the message'],
    [null, 'the mail server closed the connection'],
    [null, 'the mail server took too long'],
    [550, 'the mail server refused the message'],
    [250, null],
  ])
  expect(alerts()).toHaveLength(1)

  const down = await office.courier({ mailUrl: 'smtp://127.0.0.1:1' })
  await courier.close()
  const [waiting = ''] = await send(endpoint, { watchId: 'wat_3' })
  await until(async () => {
    const [delivery] = (await office.event(waiting)).deliveries
    return Date.parse(delivery?.next_attempt_at ?? '') === office.now() + 30_000
  })
  expect((await office.event(waiting)).deliveries).toMatchObject([{ status: 'pending', attempts: [] }])
  await down.close()
  courier = await office.courier({ mailUrl: office.mail.url })
  await office.later(30)
  await until(async () => (await statusOf(waiting)) === 'delivered')
})
