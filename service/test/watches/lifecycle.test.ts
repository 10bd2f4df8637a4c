import { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createKey, revokeKey } from '../../src/accounts/keys.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { call, errorOf, get, post } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import { until } from '../support/until.ts'
import { status as answers, ok } from '../webhooks/receiver.ts'
import {
  expectExactBooks,
  linesOf,
  openWatchMarket,
  type WatchBody,
  type WatchEvent,
  type WatchMarket,
} from './watch-market.ts'

const stripe = new Stripe('sk_test_unused')

let market: WatchMarket
let stranger: TestAccount
let nextDay = 20

beforeAll(async () => {
  market = await openWatchMarket()
  stranger = await newAccount(market.database.pool, 'pro', { rps: 1_000_000 })
})
afterAll(() => market.stop())
afterEach(() => expectExactBooks(market, market.account))

function night(): { from: string; to: string } {
  nextDay += 1
  return { from: inDays(nextDay), to: inDays(nextDay) }
}

const plain = (over: object = {}) => ({
  chain: 'castellan',
  hotel_code: 'SOLDOUT',
  nights: night(),
  condition: 'available',
  webhook_url: market.receiver.url,
  ...over,
})

async function read(watch: WatchBody, account = market.account): Promise<WatchBody> {
  return (await get(market.url, `/v1/watches/${watch.id}`, account.key)).body as WatchBody
}

test('a watch tells its secret once, and everything else to every key of its account', async () => {
  const watch = await market.watch({ ...plain(), refresh_sec: 900, adults: 1, currency: 'EUR' })
  expect(watch).toMatchObject({
    id: expect.stringMatching(/^wat_\w{22}$/),
    status: 'active',
    kind: 'cash',
    los: 1,
    adults: 1,
    children: 0,
    rooms: 1,
    currency: 'EUR',
    refresh_sec: 900,
    credits_per_refresh: 0.25,
    secret: expect.stringMatching(/^whsec_/),
  })
  const { secret: _, last_refresh_at: __, ...rest } = watch
  const { key } = await createKey(market.database.pool, market.account.id, 'second')
  const other = { ...market.account, key }
  expect(await read(watch, other)).toEqual({ ...rest, last_refresh_at: expect.any(String) })
  const mine = (await market.ask('GET', '/watches?limit=1')).body as {
    watches: WatchBody[]
    next_cursor: string
  }
  expect(mine.watches.map(({ id }) => id)).toEqual([watch.id])
  expect((await get(market.url, '/v1/watches', other.key)).body).toEqual({ watches: [], next_cursor: null })
})

test('the watches of a revoked key are listed to the other keys of the account, page by page', async () => {
  const { pool } = market.database
  const owner = await newAccount(pool, 'pro', { rps: 1_000_000 })
  const [first, second] = [
    await createKey(pool, owner.id, 'first'),
    await createKey(pool, owner.id, 'second'),
  ]
  const make = async (key: string) =>
    ((await call(market.url, 'POST', '/v1/watches', { key, body: plain() })).body as WatchBody).id
  const made = [await make(first.key), await make(second.key), await make(first.key)].toReversed()
  await revokeKey(pool, first.id)
  const list = async (query: string) =>
    (await get(market.url, `/v1/watches?scope=account&${query}`, second.key)).body as {
      watches: WatchBody[]
      next_cursor: string
    }
  const page = await list('limit=2')
  const next = await list(`limit=1&cursor=${page.next_cursor}`)
  expect([...page.watches, ...next.watches].map(({ id }) => id)).toEqual(made)
  expect((await get(market.url, '/v1/watches?scope=all', second.key)).status).toBe(400)
})

test('lists page through, newest first, without gaps or repeats', async () => {
  const made: string[] = []
  for (let time = 0; time < 3; time += 1) made.unshift((await market.watch(plain())).id)
  const first = (await market.ask('GET', '/watches?limit=2')).body as {
    watches: WatchBody[]
    next_cursor: string
  }
  const next = (await market.ask('GET', `/watches?limit=1&cursor=${first.next_cursor}`)).body as typeof first
  expect([...first.watches, ...next.watches].map(({ id }) => id)).toEqual(made)
  expect((await market.ask('GET', '/watches?cursor=wat_none')).status).toBe(400)
})

describe('what cannot be watched is refused, and changes nothing', () => {
  const cases: [string, () => object, string][] = [
    ['a private address', () => ({ webhook_url: 'http://10.0.0.1/' }), 'webhook_url'],
    ['no address', () => ({ webhook_url: 'nonsense' }), 'webhook_url'],
    ['a night that is past', () => ({ nights: { from: '2026-01-01', to: '2026-01-02' } }), 'nights.from'],
    ['too many nights', () => ({ nights: { from: inDays(1), to: inDays(91) } }), 'at most 90'],
    ['too short an interval', () => ({ refresh_sec: 899 }), 'refresh_sec'],
    ['too long an interval', () => ({ refresh_sec: 86_401 }), 'refresh_sec'],
    ['awards where there are none', () => ({ chain: 'kestrel', kind: 'award' }), 'no award points'],
    ['points in cash', () => ({ condition: 'points_lte', points_lte: 5 }), '`kind` award'],
    ['no threshold', () => ({ kind: 'award', condition: 'points_lte' }), 'points_lte'],
    ['terms of another condition', () => ({ points_lte: 5 }), 'belongs to `condition` points_lte'],
    ['no terms', () => ({ condition: 'rebook' }), '`rebook` is missing'],
    [
      'several stays to rebook',
      () => ({ condition: 'rebook', rebook: { paid: 5 }, nights: { from: inDays(5), to: inDays(6) } }),
      'one stay',
    ],
    [
      'a fraction of a cent',
      () => ({ condition: 'rebook', rebook: { paid: 5.001 } }),
      'at most 2 decimals in USD',
    ],
    [
      'a fraction of a point',
      () => ({ kind: 'award', condition: 'rebook', rebook: { paid: 5.5 } }),
      'whole number of points',
    ],
    [
      'a percentage with too many decimals',
      () => ({ condition: 'rebook', rebook: { paid: 5, min_saving_pct: 1.005 } }),
      'min_saving_pct',
    ],
    [
      'a chain as the channel',
      () => ({ condition: 'undercut', undercut: { channel: 'aurelia' } }),
      'undercut.channel',
    ],
    [
      'an agency against an agency',
      () => ({ chain: 'lodgista', condition: 'undercut', undercut: { channel: 'ostello', hotel_code: '1' } }),
      'hotel chain',
    ],
    ['a field that does not exist', () => ({ max_age: 0 }), 'max_age'],
    ['an unknown condition', () => ({ condition: 'cheaper' }), 'condition'],
  ]
  test.each(cases)('%s', async (_what, over, message) => {
    const answer = await market.ask('POST', '/watches', plain(over()))
    expect([answer.status, answer.charged, errorOf(answer).code]).toEqual([400, 0, 'invalid_request'])
    expect(errorOf(answer).message).toContain(message)
  })
})

test('another account’s watch looks like one that does not exist', async () => {
  const watch = await market.watch(plain())
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { status: 'paused' }],
    ['DELETE', '', undefined],
    ['POST', '/test', undefined],
    ['POST', '/refresh', undefined],
    ['POST', '/rotate-secret', undefined],
  ] as const) {
    const ask = (id: string) =>
      call(market.url, method, `/v1/watches/${id}${path}`, { key: stranger.key, ...(body && { body }) })
    const [theirs, none] = [await ask(watch.id), await ask('wat_0000000000000000000000')]
    expect([method, path, theirs.status, none.status]).toEqual([method, path, 400, 400])
    expect(errorOf(theirs).message.replace(watch.id, '')).toBe(errorOf(none).message.replace(/wat_0+/, ''))
  }
  expect(await read(watch)).toMatchObject({ status: 'active' })
  expect((await get(market.url, '/v1/watches', stranger.key)).body).toMatchObject({ watches: [] })
})

test('the same Idempotency-Key makes one watch, and its secret is kept under seal', async () => {
  const body = plain()
  const headers = { 'idempotency-key': 'watch-1' }
  const [first, again] = await Promise.all([
    market.ask('POST', '/watches', body, headers),
    market.ask('POST', '/watches', body, headers),
  ])
  const third = await market.ask('POST', '/watches', body, headers)
  expect([first.status, again.status, third.status]).toEqual([201, 201, 201])
  expect([again.body, third.body]).toEqual([first.body, first.body])
  expect(third.headers['idempotent-replay']).toBe('true')
  expect((await market.ask('POST', '/watches', plain(), headers)).status).toBe(400)
  const { secret = '', id } = first.body as WatchBody
  const { rows } = await market.database.pool.query<{ body: string }>(
    "select body from idempotent_answers where key = 'watch-1'",
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.body).not.toContain(secret)
  expect(rows[0]?.body).not.toContain(id)
  // The same key for another watch is another request.
  const other = await market.watch(plain())
  const rotated = await Promise.all(
    [id, other.id].map((each) => market.ask('POST', `/watches/${each}/rotate-secret`, undefined, headers)),
  )
  expect(rotated.map(({ status, body: made }) => [status, (made as WatchBody).id])).toEqual([
    [200, id],
    [200, other.id],
  ])
  const repeated = await market.ask('POST', `/watches/${id}/rotate-secret`, undefined, headers)
  expect(repeated.body).toEqual(rotated[0]?.body)
  const { acts } = (await market.ask('GET', '/audit')).body as { acts: { action: string; subject: string }[] }
  const recorded = acts.filter(({ action }) => action === 'watch.rotate_secret').map(({ subject }) => subject)
  expect(recorded.toSorted()).toEqual([id, other.id].toSorted())
  await market.quiet()
})

test('a rotation whose answer was lost is repeated without losing the secret of the receiver', async () => {
  const { pool } = market.database
  const watch = await market.watch(plain())
  const headers = { 'idempotency-key': 'rotate-cut' }
  const rotate = () => market.ask('POST', `/watches/${watch.id}/rotate-secret`, undefined, headers)
  await pool.query(
    `create function cut() returns trigger language plpgsql as
       'begin if new.key = ''rotate-cut'' then raise exception ''cut''; end if; return new; end'`,
  )
  await pool.query(
    'create trigger cut before update on idempotent_answers for each row execute function cut()',
  )
  expect((await rotate()).status).toBeGreaterThanOrEqual(500)
  await pool.query('drop trigger cut on idempotent_answers')
  const rotated = await rotate()
  expect(rotated.status).toBe(200)
  market.receiver.received.length = 0
  await market.ask('POST', `/watches/${watch.id}/test`)
  await until(async () => market.receiver.received.length > 0)
  const { body = '', headers: sent = {} } = market.receiver.received[0] ?? {}
  for (const { secret = '' } of [rotated.body as WatchBody, watch])
    expect(() =>
      stripe.webhooks.constructEvent(body, sent['x-service-signature'] ?? '', secret),
    ).not.toThrow()
})

test('a refresh on demand is one refresh, at most once a minute, quoted and capped like any call', async () => {
  const watch = await market.watch(plain({ hotel_code: 'FLAPS', condition: 'any' }))
  const refresh = (body?: object) => market.ask('POST', `/watches/${watch.id}/refresh`, body)
  expect((await refresh({ dry_run: true })).body).toEqual({
    quote: {
      credits_min: 0,
      credits_max: 0.25,
      cached: 0,
      live: 1,
      free: 0,
      upstream: { requests: 1, cost: null },
    },
  })
  expect((await refresh({ max_credits: 0.249 })).status).toBe(400)
  const asked = await refresh()
  expect([asked.status, asked.charged]).toEqual([202, 0])
  await market.quiet()
  expect(await market.events(watch)).toMatchObject([{ type: 'watch.changed' }])
  expect(await linesOf(market, market.account, watch)).toMatchObject([
    { endpoint: 'watch', credits: 0.25 },
    { endpoint: 'watch', credits: 0.25, request_id: asked.headers['x-request-id'] },
  ])
  await market.pass(20)
  const early = await refresh()
  expect([early.status, errorOf(early).code, early.headers['retry-after']]).toEqual([
    429,
    'rate_limited',
    '40',
  ])
  await market.pass(40)
  expect((await refresh()).status).toBe(202)
  await market.quiet()
  expect(await linesOf(market, market.account, watch)).toHaveLength(3)
})

test('a paused watch neither looks nor tells; taken up again, it compares with what was before', async () => {
  const at = night()
  const watch = await market.watch(plain({ nights: at, hotel_code: 'FLAPS', condition: 'any' }))
  const change = async (body: object) => (await market.ask('PATCH', `/watches/${watch.id}`, body)).body
  expect(await change({ status: 'paused' })).toMatchObject({ status: 'paused', next_refresh_at: null })
  await market.pass(10_000)
  const shop = { chain: 'castellan', hotel_code: 'FLAPS', checkin: at.from, max_age: 0 }
  // Sold out, available, sold out, available: four changes that must not be reported.
  for (let time = 0; time < 4; time += 1) await post(market.url, '/v1/shop', market.account.key, shop)
  await market.quiet()
  expect(await linesOf(market, market.account, watch)).toHaveLength(1)
  expect((await market.ask('POST', `/watches/${watch.id}/refresh`)).status).toBe(400)
  expect(await change({ status: 'active' })).toMatchObject({ status: 'active' })
  await market.quiet()
  expect(await market.events(watch)).toMatchObject([
    { previous: { status: 'available' }, current: { status: 'sold_out' } },
  ])
  expect(await linesOf(market, market.account, watch)).toHaveLength(2)
})

test('a changed threshold counts from the next observation on, and a changed interval at once', async () => {
  const body = { chain: 'aurelia', hotel_code: 'UNDERCUT', kind: 'award', condition: 'points_lte' }
  const watch = await market.watch(plain({ ...body, points_lte: 10_000 }))
  const patch = (change: object) => market.ask('PATCH', `/watches/${watch.id}`, change)
  expect((await patch({ points_lte: 90_000, refresh_sec: 900 })).body).toMatchObject({
    points_lte: 90_000,
    refresh_sec: 900,
  })
  expect(await market.events(watch)).toEqual([])
  await market.pass(950)
  await market.quiet()
  expect(await market.events(watch)).toMatchObject([{ type: 'watch.points_lte' }])
  expect((await patch({ rebook: { paid: 4 } })).status).toBe(400)
  expect((await patch({ nights: night() })).status).toBe(400)
  expect((await patch({ webhook_url: 'http://169.254.169.254/' })).status).toBe(400)
  expect((await patch({})).body).toMatchObject({ points_lte: 90_000, status: 'active', refresh_sec: 900 })
})

test('what a change leaves out stays as it is: the interval, and what prices are compared by', async () => {
  const rebook = await market.watch(
    plain({
      nights: night(),
      condition: 'rebook',
      refresh_sec: 21_600,
      rebook: { paid: 100, basis: 'member', min_saving_pct: 3 },
    }),
  )
  const changed = await market.ask('PATCH', `/watches/${rebook.id}`, { rebook: { paid: 120 } })
  expect(changed.body).toMatchObject({
    refresh_sec: 21_600,
    rebook: { paid: 120, basis: 'member', min_saving_pct: 3 },
  })
  await market.ask('PATCH', `/watches/${rebook.id}`, { status: 'paused' })
  const again = await market.ask('PATCH', `/watches/${rebook.id}`, { status: 'active' })
  expect(again.body).toMatchObject({ status: 'active', refresh_sec: 21_600 })

  const undercut = await market.watch(
    plain({
      condition: 'undercut',
      undercut: { channel: 'lodgista', hotel_code: 'UNDERCUT-castellan', basis: 'bar', min_pct: 2 },
    }),
  )
  const other = await market.ask('PATCH', `/watches/${undercut.id}`, { undercut: { min_pct: 4 } })
  expect(other.body).toMatchObject({ undercut: { basis: 'bar', min_pct: 4, channel: 'lodgista' } })
})

test('a deleted watch is gone, and its refresh too', async () => {
  const watch = await market.watch(plain({ chain: 'foxhollow' }))
  const before = await market.requests('foxhollow')
  await market.next(watch)
  expect(await market.requests('foxhollow')).toBe(before + 1)
  const answer = await market.ask('DELETE', `/watches/${watch.id}`)
  expect([answer.status, (answer.body as WatchBody).id]).toEqual([200, watch.id])
  expect((await market.ask('GET', `/watches/${watch.id}`)).status).toBe(400)
  expect((await market.ask('DELETE', `/watches/${watch.id}`)).status).toBe(400)
  await market.next(watch)
  expect(await market.requests('foxhollow')).toBe(before + 1)
})

test('a sample is sent once, even after the receiver answered 410 and paused the watch', async () => {
  const watch = await market.watch(plain({ hotel_code: 'FLAPS', condition: 'any' }))
  const sample = await market.ask('POST', `/watches/${watch.id}/test`)
  expect([sample.status, sample.body]).toMatchObject([
    202,
    { type: 'watch.test', sample: true, watch_id: watch.id, current: { status: 'available' } },
  ])
  const lastIsDelivered = async () => (await market.events(watch)).at(-1)?.delivery.status === 'delivered'
  // The change must pause the watch, so the sample has to arrive first.
  await until(lastIsDelivered)
  market.receiver.answer(answers(410))
  await market.ask('POST', `/watches/${watch.id}/refresh`)
  await until(async () => (await read(watch)).status === 'paused')
  market.receiver.answer(ok)
  expect((await market.ask('POST', `/watches/${watch.id}/test`)).status).toBe(202)
  await until(lastIsDelivered)
  await market.ask('PATCH', `/watches/${watch.id}`, { status: 'active' })
  await market.next(watch)
  await until(lastIsDelivered)
  expect((await market.events(watch)).at(-1)).toMatchObject({ type: 'watch.changed' })
})

test('a sample never shows a stored price, not even of a suspended watch', async () => {
  const { pool } = market.database
  const poor = await newAccount(pool, 'free', { credits: 0.3, rps: 1_000_000 })
  const nights = night()
  const watch = await market.watch(plain({ hotel_code: 'UNDERCUT', nights, condition: 'any' }), poor)
  await market.next(watch)
  expect(await read(watch, poor)).toMatchObject({ status: 'suspended' })
  const { rows } = await pool.query<{ bar: number; after: number | null; member: number | null }>(
    `select c.bar, c.bar_after_tax as after, c.member from watches w join watched_places p on p.id = w.place
     join cells c on c.hotel = p.hotel and c.kind = p.kind where w.public_id = $1 and c.night = $2`,
    [watch.id, nights.from],
  )
  expect(rows).toEqual([{ bar: expect.any(Number), after: expect.anything(), member: expect.anything() }])
  const answer = await post(market.url, `/v1/watches/${watch.id}/test`, poor.key, {})
  expect([answer.status, answer.charged]).toEqual([202, 0])
  const sample = answer.body as WatchEvent
  expect(sample).toMatchObject({
    sample: true,
    previous: { lowest_bar: 200, currency: 'USD' },
    current: { lowest_bar: 180, lowest_bar_after_tax: 180, lowest_member: 180, currency: 'USD' },
  })
  const stored = rows.flatMap(({ bar, after, member }) => [bar, after, member])
  for (const cell of [sample.previous, sample.current])
    for (const figure of [cell?.lowest_bar, cell?.lowest_bar_after_tax, cell?.lowest_member])
      expect(stored).not.toContain(Math.round(Number(figure) * 100))
})

test('without credits a watch is suspended; it goes on with a larger plan or the next period, and ends with its nights', async () => {
  const { pool } = market.database
  const poor = await newAccount(pool, 'free', { credits: 0.6, rps: 1_000_000 })
  const watch = await market.watch(plain({ nights: { from: inDays(90), to: inDays(90) } }), poor)
  const paid = async () => (await linesOf(market, poor, watch)).length
  await market.next(watch)
  expect(await read(watch, poor)).toMatchObject({ status: 'active' })
  await market.next(watch)
  expect(await read(watch, poor)).toMatchObject({ status: 'suspended', next_refresh_at: null })
  const refused = await post(market.url, `/v1/watches/${watch.id}/refresh`, poor.key, {})
  expect([refused.status, errorOf(refused).code]).toEqual([429, 'quota_exceeded'])
  expect(await paid()).toBe(2)
  await pool.query('update meters set allowance = 800 where account = $1', [poor.no])
  await until(async () => (await read(watch, poor)).status === 'active')
  // Those that are taken up come back over some time.
  await market.pass(60)
  await until(async () => (await paid()) === 3)
  await market.next(watch)
  expect(await read(watch, poor)).toMatchObject({ status: 'suspended' })
  await expectExactBooks(market, poor)
  await market.pass(31 * 86_400)
  await until(async () => (await read(watch, poor)).status === 'active')
  await market.pass(60)
  await until(async () => (await paid()) === 4)
  await expectExactBooks(market, poor)
  await market.pass(100 * 86_400)
  await until(async () => (await read(watch, poor)).status === 'expired')
  const late = await call(market.url, 'PATCH', `/v1/watches/${watch.id}`, {
    key: poor.key,
    body: { status: 'active' },
  })
  expect(late.status).toBe(400)
})
