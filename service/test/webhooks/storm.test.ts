import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { takeClock } from '../support/database.ts'
import { until } from '../support/until.ts'
import { type Hook, openPostOffice } from './post-office.ts'
import { type Answering, chatty, drip, hang, ok, openReceiver, reset, status } from './receiver.ts'

/** The long form: EVENTS=10000 vitest run service/test/webhooks/storm.test.ts */
const EVENTS = Number(process.env['EVENTS'] ?? 200)
const HOOKS = 40
/** Each has its own share of a courier's hands. */
const ACCOUNTS = 10
const TIMEOUT_MS = 1500

const stripe = new Stripe('sk_test_unused')

/** How a receiver behaves at the first attempts of an event; after those it takes it. */
const MOODS: readonly Answering[] = [
  ok,
  ok,
  ok,
  ok,
  status(500),
  status(302, { location: '/elsewhere' }),
  status(429, { 'retry-after': '60' }),
  chatty,
  reset,
  hang,
  drip,
]
const HARD_ATTEMPTS = 3

test('whatever receivers do, every event that can arrive does, under its own id and rightly signed', {
  timeout: 1_200_000,
}, async () => {
  const office = await openPostOffice()
  const receiver = await openReceiver()
  const clock = await takeClock(office.database.pool, '2026-11-15T00:00:00Z')
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => newAccount(office.database.pool, 'pro')),
  )
  const ownerOf = (at: number) => accounts[at % ACCOUNTS] as TestAccount
  const hooks = await Promise.all(
    Array.from({ length: HOOKS }, (_, at) =>
      office.hook(`${receiver.url}/${at === 0 ? 'gone' : at}`, ownerOf(at)),
    ),
  )
  const attempts = new Map<string, number>()
  const taken = new Set<string>()
  let wrong = 0
  receiver.answer((response, received) => {
    const id = received.headers['x-event-id'] ?? ''
    const { secret } = hooks[received.path === '/gone' ? 0 : Number(received.path.slice(1))] as Hook
    const before = attempts.get(id) ?? 0
    attempts.set(id, before + 1)
    try {
      const signature = received.headers['x-service-signature'] ?? ''
      const event: unknown = stripe.webhooks.constructEvent(received.body, signature, secret)
      if ((event as { id: string }).id !== id) wrong += 1
    } catch {
      wrong += 1
    }
    if (received.path === '/gone') return status(410)(response, received)
    const number = Number(/(\d+)"}$/.exec(received.body)?.[1])
    const mood = MOODS[(number + before * 7) % MOODS.length] ?? ok
    const answering = before < HARD_ATTEMPTS ? mood : ok
    if (answering === ok || answering === chatty) taken.add(id)
    return answering(response, received)
  })

  const couriers = await Promise.all([1, 2].map(() => office.courier({ timeoutMs: TIMEOUT_MS })))
  const perHook = Math.ceil(EVENTS / HOOKS)
  const ids = (await Promise.all(hooks.map((hook) => office.send(hook, { count: perHook })))).flat()
  const count = async (where: string) => {
    const { rows } = await office.database.pool.query<{ count: number }>(
      `select count(*) from deliveries where ${where}`,
    )
    return rows[0]?.count ?? 0
  }
  // Hour by hour, until nothing waits; each time once everything that is due has been tried.
  for (let hour = 0; (await count("state in ('q', 'r', 'w')")) > 0; hour += 1) {
    expect(hour).toBeLessThan(48)
    await clock.set(new Date(Date.UTC(2026, 10, 15, hour)).toISOString())
    await office.wake()
    await until(
      async () => (await count("state in ('q', 'r') or (state = 'w' and due_at <= ledger_now())")) === 0,
      600_000,
    )
  }
  await Promise.all(couriers.map((courier) => courier.close()))

  const { rows: ended } = await office.database.pool.query<{ id: string; state: string; hook: number }>(
    'select public_id as id, state, d.hook from deliveries d join events e on e.no = d.event',
  )
  const gone = (hooks[0] as Hook).no
  expect(ended).toHaveLength(ids.length)
  const lost = ended.filter(({ hook, state, id }) => hook !== gone && (state !== 'd' || !taken.has(id)))
  expect(lost).toEqual([])
  expect(ended.filter(({ hook, state }) => hook === gone && state !== 'f')).toEqual([])
  const { rows: afterGone } = await office.database.pool.query(
    `select a.event from delivery_attempts a join delivery_attempts before using (event)
     where before.status = 410 and before.no < a.no`,
  )
  expect(afterGone).toEqual([])
  expect([...attempts.keys()].filter((id) => !ids.includes(id))).toEqual([])
  expect(wrong).toBe(0)
  await receiver.stop()
  await office.close()
})
