import { expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { takeClock } from '../support/database.ts'
import { until } from '../support/until.ts'
import { MOODS, makeMoody } from './moody-receiver.ts'
import { type Hook, openPostOffice } from './post-office.ts'
import { openReceiver } from './receiver.ts'

/** The long form: EVENTS=10000 vitest run service/test/webhooks/storm.test.ts */
const EVENTS = Number(process.env['EVENTS'] ?? 200)
const HOOKS = 40
/** Each has its own share of a courier's hands. */
const ACCOUNTS = 10
const TIMEOUT_MS = 1500

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
  const moody = makeMoody(receiver, {
    secretOf: (path) => (hooks[path === '/gone' ? 0 : Number(path.slice(1))] as Hook).secret,
    moods: MOODS,
    hardAttempts: HARD_ATTEMPTS,
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
  const lost = ended.filter(({ hook, state, id }) => hook !== gone && (state !== 'd' || !moody.taken.has(id)))
  expect(lost).toEqual([])
  expect(ended.filter(({ hook, state }) => hook === gone && state !== 'f')).toEqual([])
  const { rows: afterGone } = await office.database.pool.query(
    `select a.delivery from delivery_attempts a join delivery_attempts before using (delivery)
     where before.status = 410 and before.no < a.no`,
  )
  expect(afterGone).toEqual([])
  expect([...moody.attempts.keys()].filter((id) => !ids.includes(id))).toEqual([])
  expect(moody.wrong).toBe(0)
  await receiver.stop()
  await office.close()
})
