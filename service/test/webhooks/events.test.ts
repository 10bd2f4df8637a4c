import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, inTransaction } from '../../src/db/pool.ts'
import { LIMITS } from '../../src/kernel/limits.ts'
import { recordEvents } from '../../src/webhooks/events.ts'
import { findPlace, forgetOldEvents, forgetOldPlaces } from '../../src/webhooks/store.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { takeClock } from '../support/database.ts'
import { readDocument } from '../support/documented.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import { eventPage } from './event-page.ts'
import { type Hook, openPostOffice, type PostOffice, SETTINGS } from './post-office.ts'

const WRITERS = 20
const TURNS = 15

let office: PostOffice
let api: ApiProcess
let hook: Hook

beforeAll(async () => {
  office = await openPostOffice()
  api = await startApi(office.database.url, SETTINGS)
  hook = await office.hook('https://receiver.example/')
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await office.close()
})

test('a reader who pages while twenty writers write sees every event once', async () => {
  const { key } = office.account
  const connections = createPool({
    url: office.database.url,
    max: WRITERS,
    name: 'writers',
    onIdleError: () => {},
  })
  let writing = true
  const write = async (writer: number) => {
    const written: string[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      // Some transactions are longer than others: what was numbered first need not be committed first.
      const ids = await inTransaction(connections, async (client) => {
        const one = {
          account: office.account.no,
          hook: hook.no,
          watchId: `wat_${writer}`,
          jobId: null,
          body: {},
        }
        const made = await recordEvents(client, [
          { ...one, type: 'watch.changed' },
          { ...one, type: 'watch.rebook' },
        ])
        await client.query('select pg_sleep($1)', [((writer * 7 + turn) % 5) / 500])
        return made
      })
      written.push(...ids)
    }
    return written
  }
  const follow = async (limit: number) => {
    const seen: string[] = []
    let after = ''
    for (;;) {
      const last = !writing
      const page = await eventPage(api.url, key, `?limit=${limit}${after}`)
      seen.push(...page.events.map(({ id }) => id))
      if (seen.length > 0) after = `&after=${seen.at(-1)}`
      if (last && page.next_cursor === null) return seen
    }
  }
  // One is always at the end, where what is being written appears; the other is behind.
  const readers = [follow(1000), follow(1000), follow(7)]
  const written = (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))).flat()
  writing = false
  await connections.end()
  const [first = [], second = [], third = []] = await Promise.all(readers)
  expect(written).toHaveLength(WRITERS * TURNS * 2)
  expect(first.toSorted()).toEqual(written.toSorted())
  expect(second).toEqual(first)
  expect(third).toEqual(first)
  const { events } = await eventPage(api.url, key, '?limit=1000')
  expect(events.map(({ id }) => id)).toEqual(first)
  const times = events.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted())
})

test('a page can be of one watch or of one type, and says where the next begins', async () => {
  const account = await newAccount(office.database.pool, 'pro')
  const ids: string[] = []
  for (const [watchId, type] of [
    ['wat_a', 'watch.available'],
    ['wat_b', 'watch.changed'],
    ['wat_a', 'watch.changed'],
  ] as const) {
    ids.push(
      ...(await office.send(hook, { account: account.no, watchId, type, body: { watch_id: watchId } })),
    )
  }
  const [one, two, three] = ids
  const page = async (query: string) => {
    const { events, next_cursor } = await eventPage(api.url, account.key, query)
    return [...events.map(({ id }) => id), next_cursor]
  }
  expect(await page('')).toEqual([one, two, three, null])
  expect(await page('?watch_id=wat_a')).toEqual([one, three, null])
  expect(await page('?type=watch.changed')).toEqual([two, three, null])
  expect(await page(`?watch_id=wat_a&after=${one}`)).toEqual([three, null])
  expect(await page('?watch_id=wat_c')).toEqual([null])
  expect(await page('?limit=2')).toEqual([one, two, two])
  expect(await page(`?limit=2&after=${two}`)).toEqual([three, null])
  expect(await page(`?after=${three}`)).toEqual([null])
})

test('an answer is what the OpenAPI document says', async () => {
  const account = await newAccount(office.database.pool, 'pro')
  await office.send(hook, { account: account.no, body: { watch_id: 'wat_a', night: '2027-01-01', los: 1 } })
  const answer = await get(api.url, '/v1/events', account.key)
  const document = readDocument((await get(api.url, '/openapi.json')).body as object)
  expect(document.problems('/events', 200, answer.body, 'get')).toEqual([])
  expect(document.problems('/events', 200, { events: [{ id: 1 }] }, 'get')).not.toEqual([])
})

test.each([
  ['limit=0', '`limit` must be at least 1'],
  ['limit=1001', '`limit` must be at most 1000'],
  ['limit=x', '`limit` must be of type integer'],
  ['type=watch.gone', '`type` must be one of'],
  ['after=evt_0000000000000000000000', 'There is no event evt_0000000000000000000000.'],
  ['cursor=evt_1', '`cursor` is not known in the query'],
])('%s is refused, and the message says why', async (query, message) => {
  const answer = await get(api.url, `/v1/events?${query}`, office.account.key)
  expect(answer).toMatchObject({ status: 400, charged: 0 })
  expect(errorOf(answer).code).toBe('invalid_request')
  expect(errorOf(answer).message).toContain(message)
})

test("another account's events are not in the list, and its ids are no place to begin", async () => {
  const [id = ''] = await office.send(hook)
  const stranger = await newAccount(office.database.pool, 'pro')
  expect((await eventPage(api.url, stranger.key)).events).toEqual([])
  const answer = await get(api.url, `/v1/events?after=${id}`, stranger.key)
  expect(answer.status).toBe(400)
  expect(errorOf(answer).message).toBe(`There is no event ${id}.`)
  expect((await get(api.url, '/v1/events')).status).toBe(401)
})

test('after thirty days an event is forgotten with all that belongs to it, unless it is still on its way', async () => {
  const old = await openPostOffice()
  try {
    const clock = await takeClock(old.database.pool, '2026-11-15T12:00:00Z')
    const from = await old.hook('https://receiver.example/')
    const [done = '', waiting = ''] = await old.send(from, { count: 2 })
    await old.database.pool.query(
      `update deliveries set state = 'd' where event = (select no from events where public_id = $1)`,
      [done],
    )
    await old.database.pool.query(
      'insert into delivery_attempts (delivery, no, at, status, duration_ms) select id, 1, ledger_now(), 200, 5 from deliveries',
    )
    await clock.set('2026-12-15T11:59:00Z')
    expect(await forgetOldEvents(old.database.pool, 30)).toBe(0)
    await clock.set('2026-12-15T12:01:00Z')
    await old.send(from)
    expect(await forgetOldEvents(old.database.pool, 30)).toBe(1)
    const { rows } = await old.database.pool.query<{ ids: string[]; deliveries: number; attempts: number }>(
      `select (select array_agg(public_id order by no) from events) as ids, (select count(*) from deliveries) as deliveries,
         (select count(*) from delivery_attempts) as attempts`,
    )
    expect(rows[0]).toMatchObject({ deliveries: 2, attempts: 1 })
    expect(rows[0]?.ids[0]).toBe(waiting)
    const { account } = old
    const places = [
      await findPlace(old.database.pool, account.no, done),
      await findPlace(old.database.pool, account.no, waiting),
    ]
    const [first = 0, second = 0] = places
    expect(first).toBeLessThan(second)
    expect(await findPlace(old.database.pool, account.no + 1, done)).toBeUndefined()
    expect(await forgetOldPlaces(old.database.pool, 365)).toBe(0)
    await clock.set('2027-12-16T12:01:00Z')
    expect(await forgetOldPlaces(old.database.pool, 365)).toBe(1)
    expect(await findPlace(old.database.pool, account.no, done)).toBeUndefined()
  } finally {
    await old.close()
  }
})

test('whoever had dealt with an event that is forgotten by now goes on after it, and only its own account', async () => {
  const account = await newAccount(office.database.pool, 'pro')
  const own = await office.hook('https://receiver.example/', account)
  const [old = '', next = ''] = await office.send(own, { count: 2, account: account.no })
  await office.database.pool.query(
    `update events set created_at = created_at - interval '31 days' where public_id = $1`,
    [old],
  )
  await office.database.pool.query(
    `update deliveries set state = 'd' where event = (select no from events where public_id = $1)`,
    [old],
  )
  expect(await forgetOldEvents(office.database.pool, 30)).toBe(1)
  const ids = async (after: string) =>
    (await eventPage(api.url, account.key, `?after=${after}`)).events.map(({ id }) => id)
  expect(await ids(old)).toEqual([next])
  expect(await ids(next)).toEqual([])
  const stranger = await newAccount(office.database.pool, 'pro')
  expect((await get(api.url, `/v1/events?after=${old}`, stranger.key)).status).toBe(400)
  expect((await post(api.url, `/v1/events/${old}/redeliver`, account.key, {})).status).toBe(400)
})

/** Events to twenty endpoints, each of which failed three times and said much. */
async function failMuch(account: number, count: number): Promise<void> {
  const { pool } = office.database
  const values = [account, count]
  await pool.query(
    `insert into hooks (account, address, lane, secret, created_at, public_id)
     select $1, 'https://receiver.example/', n, '', now(), 'end_much' || n from generate_series(1, 20) n where $2::int > 0`,
    values,
  )
  await pool.query(
    `insert into events (public_id, account, type, created_at, body)
     select 'evt_much' || n, $1, 'endpoint.test', now(), convert_to(json_build_object('id', 'evt_much' || n, 'type', 'endpoint.test')::text, 'utf8')
     from generate_series(1, $2::int) n`,
    values,
  )
  await pool.query(
    `with sent as (
       insert into deliveries (event, account, hook, lane, state, due_at, attempts, last_status, once)
       select e.no, $1, h.id, h.lane, 'f', now(), 3, 500, true from events e join hooks h on h.account = e.account where e.account = $1
       returning id)
     insert into delivery_attempts (delivery, no, at, status, duration_ms, answer)
     select id, n, now(), 500, n, repeat('y', 500) from sent cross join generate_series(1, 3) n`,
    [account],
  )
}

test('a page ends at a megabyte, and shows the last attempt of each delivery', async () => {
  const busy = await newAccount(office.database.pool, 'scale', { rps: 100_000 })
  await failMuch(busy.no, 100)
  interface Told {
    id: string
    deliveries: { attempts_made: number; attempts: { duration_ms: number }[] }[]
  }
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const answer = await get(api.url, `/v1/events?limit=1000${next}`, busy.key)
    const { events, next_cursor } = answer.body as { events: Told[]; next_cursor: string | null }
    expect(JSON.stringify(answer.body).length).toBeLessThan(LIMITS.pageBytes + 100)
    for (const { deliveries } of events) {
      expect(deliveries).toHaveLength(20)
      for (const delivery of deliveries)
        expect(delivery).toMatchObject({ attempts_made: 3, attempts: [{ duration_ms: 3 }] })
    }
    seen.push(...events.map(({ id }) => id))
    next = next_cursor && `&after=${next_cursor}`
  }
  expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => `evt_much${index + 1}`))
  const { body } = await get(api.url, '/v1/events/evt_much1', busy.key)
  const attempts = (body as Told).deliveries.map((delivery) =>
    delivery.attempts.map(({ duration_ms }) => duration_ms),
  )
  expect(attempts).toEqual(Array.from({ length: 20 }, () => [1, 2, 3]))
  expect(errorOf(await get(api.url, '/v1/events/evt_much1', office.account.key)).code).toBe('invalid_request')
})

test('an event is there exactly when its transaction is', async () => {
  const account = await newAccount(office.database.pool, 'pro')
  const attempt = inTransaction(office.database.pool, async (client) => {
    await recordEvents(client, [
      { account: account.no, type: 'watch.changed', hook: hook.no, watchId: null, jobId: 'job_1', body: {} },
    ])
    throw new Error('something later fails')
  })
  await expect(attempt).rejects.toThrow('something later fails')
  expect((await eventPage(api.url, account.key)).events).toEqual([])
})
