import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks } from '../support/accounts.ts'
import { type Answer, call, errorOf, get } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays } from '../support/market.ts'
import { until } from '../support/until.ts'
import { type BookingBody, type BookingMarket, openBookingMarket } from './booking-market.ts'

let market: BookingMarket
let documented: Documented
let nextDay = 40

beforeAll(async () => {
  market = await openBookingMarket()
  documented = readDocument((await get(market.url, '/openapi.json')).body as object)
})
afterAll(() => market.stop())

const HOTEL = { chain: 'aurelia', hotel_code: 'DROPS' }
const HOUR = 3600

/** A stay of a test's own. Each live call at this hotel is 5 % cheaper than the one before. */
function booked(more: object = {}, { daysLeft = 10 } = {}) {
  nextDay += 1
  return {
    ...HOTEL,
    checkin: inDays(nextDay),
    los: 2,
    room_name: 'Standard Queen',
    refundable: true,
    meal_plan: 'room_only',
    paid: { amount: 400, currency: 'USD', basis: 'after_tax' },
    cancel_by: new Date(Date.now() + daysLeft * 86_400_000).toISOString(),
    ...more,
  }
}

const typesOf = async (booking: BookingBody) => (await market.told(booking)).map(({ type }) => type)

async function refused(...asked: Parameters<BookingMarket['ask']>): Promise<string> {
  const answer = await market.ask(...asked)
  expect([answer.status, answer.charged]).toEqual([400, 0])
  return errorOf(answer).message
}

function isAsDocumented(method: 'get' | 'post', path: string, { status, body }: Answer) {
  expect(documented.problems(path, status, body as object, method)).toEqual([])
}

test('a cheaper offer is told at the first look, with what it saves, and once for as long as it lasts', async () => {
  const answer = await market.ask('POST', '/bookings', {
    ...booked({ paid: { amount: 500, currency: 'USD', basis: 'after_tax' }, reference: 'File 1' }),
    endpoints: [market.endpoint],
  })
  isAsDocumented('post', '/bookings', answer)
  const made = answer.body as BookingBody
  expect(made).toMatchObject({
    status: 'watching',
    attention: null,
    best: null,
    min_saving_pct: 5,
    refresh_sec: 21_600,
    credits_per_refresh: 0.25,
    reference: 'File 1',
  })
  await market.quiet()
  const [event, ...others] = await market.told(made)
  expect(others).toEqual([])
  expect(event).toMatchObject({
    type: 'booking.better',
    booking_id: made.id,
    reference: 'File 1',
    booking: { room_name: 'Standard Queen', paid: { amount: 500 } },
    best: { offer: { room: 'same', room_name: 'Standard Queen', refundable: true } },
  })
  expect(event).not.toHaveProperty('watch_id')
  const { best } = await market.read(made)
  expect(best).toEqual(event?.best)
  const price = Number(best?.offer['price'])
  expect(best?.saving).toBeCloseTo(500 - price, 2)
  expect(best?.saving_total).toBeCloseTo((500 - price) * 2, 2)
  expect(best?.saving_pct).toBeCloseTo((500 - price) / 5, 2)
  isAsDocumented('get', '/bookings/{id}', await market.ask('GET', `/bookings/${made.id}`))
  isAsDocumented('get', '/events', await market.ask('GET', `/events?booking_id=${made.id}`))
  const received = () => market.receiver.received.filter(({ headers }) => headers['x-booking-id'] === made.id)
  await until(async () => received().length === 1)
  expect(received()[0]?.headers).not.toHaveProperty('x-watch-id')
  await market.next(made)
  expect(await typesOf(made)).toEqual(['booking.better'])
  expect(Number((await market.read(made)).best?.offer['price'])).toBeLessThan(price)
})

test('a newer shop of the stay by another account is judged, and costs the booking nothing', async () => {
  const stay = booked({ paid: { amount: 420, currency: 'USD', basis: 'after_tax' } })
  const booking = await market.book(stay)
  expect(await typesOf(booking)).toEqual([])
  const { used } = await readBooks(market.database.pool, market.account.no)
  const other = await newAccount(market.database.pool, 'pro', { rps: 1_000_000 })
  const { checkin, los } = stay
  const shop = { ...HOTEL, checkin, los, max_age: 0 }
  await call(market.url, 'POST', '/v1/shop', { key: other.key, body: shop })
  await market.quiet()
  expect(await typesOf(booking)).toEqual(['booking.better'])
  expect((await readBooks(market.database.pool, market.account.no)).used).toBe(used)
})

test('the deadline is announced once, 48 hours before, and after it nothing is refreshed, charged or told', async () => {
  // By the clock that has been moved on.
  const ahead = await market.database.pool.query<{ at: Date }>(
    `select ledger_now() + interval '4 days' as at`,
  )
  const cancelBy = ahead.rows[0]?.at.toISOString()
  const booking = await market.book(
    booked({ paid: { amount: 410, currency: 'USD', basis: 'after_tax' }, cancel_by: cancelBy }),
  )
  await market.pass(47 * HOUR)
  await market.quiet()
  const before = (await typesOf(booking)).filter((type) => type === 'booking.deadline')
  expect(before).toEqual([])
  await market.pass(2 * HOUR)
  await market.quiet()
  const remindersOf = async () =>
    (await market.told(booking)).filter(({ type }) => type === 'booking.deadline')
  await until(async () => (await remindersOf()).length > 0)
  const reminders = await remindersOf()
  expect(reminders).toHaveLength(1)
  expect(reminders[0]?.best).toEqual((await market.read(booking)).best)
  await market.pass(48 * HOUR)
  await until(async () => (await market.read(booking)).next_refresh_at === null)
  await market.quiet()
  expect(await market.read(booking)).toMatchObject({ status: 'past_deadline', next_refresh_at: null })
  const told = await typesOf(booking)
  const { used } = await readBooks(market.database.pool, market.account.no)
  const { rows } = await market.database.pool.query<{ checkin: string }>(
    'select r.first::text as checkin from watches w join refreshes r on r.id = w.refresh where w.public_id = $1',
    [booking.id],
  )
  const shop = { ...HOTEL, checkin: rows[0]?.checkin, los: 2, max_age: 0 }
  const other = await newAccount(market.database.pool, 'pro', { rps: 1_000_000 })
  for (let look = 0; look < 4; look += 1)
    await call(market.url, 'POST', '/v1/shop', { key: other.key, body: shop })
  await market.pass(24 * HOUR)
  await market.quiet()
  expect(await typesOf(booking)).toEqual(told)
  const own = await market.database.pool.query('select 1 from usage_lines where watch = $1 and at > $2', [
    booking.id,
    booking.cancel_by,
  ])
  expect(own.rowCount).toBe(0)
  expect(used).toBeGreaterThan(0)
  // A later deadline takes it up again.
  const later = new Date(Date.parse(booking.cancel_by) + 20 * 86_400_000).toISOString()
  expect(await refused('PATCH', `/bookings/${booking.id}`, { status: 'watching' })).toContain('`cancel_by`')
  const changed = await market.ask('PATCH', `/bookings/${booking.id}`, { cancel_by: later })
  expect(changed.body).toMatchObject({ status: 'watching', cancel_by: later })
  await market.quiet()
  await market.next(booking)
  expect((await typesOf(booking)).length).toBeGreaterThan(told.length)
})

test('a closed booking rests until it is opened again, and a deleted one is gone', async () => {
  const booking = await market.book(booked({ paid: { amount: 10, currency: 'USD', basis: 'after_tax' } }))
  const path = `/bookings/${booking.id}`
  expect((await market.ask('PATCH', path, { status: 'closed' })).body).toMatchObject({
    status: 'closed',
    next_refresh_at: null,
  })
  expect((await market.ask('GET', '/bookings?status=closed')).body).toMatchObject({
    bookings: [{ id: booking.id }],
  })
  expect((await market.ask('PATCH', path, { status: 'watching' })).body).toMatchObject({ status: 'watching' })
  // Another amount is judged like a new booking's.
  const paid = { amount: 900 }
  expect((await market.ask('PATCH', path, { paid, min_saving_pct: 1, reference: null })).body).toMatchObject({
    paid: { amount: 900, currency: 'USD', basis: 'after_tax' },
    min_saving_pct: 1,
    best: null,
    reference: null,
  })
  await market.next(booking)
  expect(await typesOf(booking)).toEqual(['booking.better'])
  expect(await refused('DELETE', `/endpoints/${market.endpoint}`)).toContain('booking')
  expect((await market.ask('DELETE', path)).status).toBe(200)
  expect(await refused('GET', path)).toContain('There is no booking')
  const { rows } = await market.database.pool.query<{ held: number }>(
    'select held from watches where public_id = $1',
    [booking.id],
  )
  expect(rows.every(({ held }) => held === 0)).toBe(true)
})

test('an award is compared in points', async () => {
  const stay = booked({
    refundable: false,
    paid: { amount: 9_000_000, basis: 'points' },
  })
  const booking = await market.book(stay)
  expect(await market.told(booking)).toMatchObject([
    {
      type: 'booking.better',
      best: { offer: { price: expect.any(Number), member_only: expect.any(Boolean) } },
    },
  ])
  expect(Number.isInteger((await market.read(booking)).best?.offer['price'])).toBe(true)
  expect(await refused('PATCH', `/bookings/${booking.id}`, { paid: { basis: 'bar' } })).toContain(
    '`paid.basis`',
  )
})

test('a booking that cannot be paid for waits until it can', async () => {
  const { pool } = market.database
  const poor = await newAccount(pool, 'free', { rps: 1_000_000 })
  const ask = (method: 'POST' | 'GET', path: string, body?: object) =>
    call(market.url, method, `/v1${path}`, { key: poor.key, ...(body && { body }) })
  const made = await ask('POST', '/endpoints', { kind: 'webhook', url: `${market.receiver.url}/poor` })
  await pool.query('update meters set allowance = used where account = $1', [poor.no])
  await pool.query('update meters set allowance = used + 100 where account = $1', [poor.no])
  const body = { ...booked(), endpoints: [(made.body as { id: string }).id] }
  const answer = await ask('POST', '/bookings', body)
  expect([answer.status, answer.body]).toEqual([201, expect.objectContaining({ attention: 'no_credits' })])
})

test.each([
  [{ paid: { amount: 100, basis: 'after_tax' } }, '`paid.currency`'],
  [{ paid: { amount: 0, currency: 'USD', basis: 'after_tax' } }, '`paid.amount`'],
  [{ paid: { amount: 1.234, currency: 'USD', basis: 'after_tax' } }, '`paid.amount`'],
  [{ paid: { amount: 1.5, basis: 'points' } }, '`paid.amount`'],
  [{ paid: { amount: 1, currency: 'USD', basis: 'member' } }, '`paid.basis`'],
  [{ paid: { amount: 100, currency: 'XXQ', basis: 'bar' } }, '`paid.currency`'],
  [
    { chain: 'ostello', hotel_code: 'UNDERCUT-aurelia', paid: { amount: 100, basis: 'points' } },
    '`paid.basis`',
  ],
  [{ cancel_by: 'tomorrow' }, '`cancel_by`'],
  [{ cancel_by: '2027-02-30T10:00:00' }, '`cancel_by`'],
  [{ cancel_by: '2020-01-01T00:00:00Z' }, '`cancel_by`'],
  [{ cancel_by: inDays(300) }, '`cancel_by`'],
  [{ checkin: inDays(-5) }, '`checkin`'],
  [{ min_saving_pct: 101 }, '`min_saving_pct`'],
  [{ refresh_sec: 60 }, '`refresh_sec`'],
  [{ meal_plan: 'tea' }, '`meal_plan`'],
  [{ refundable: 'perhaps' }, '`refundable`'],
  [{ room_name: '  ' }, '`room_name`'],
  [{ room_name: 'x'.repeat(201) }, '`room_name`'],
  [{ reference: 'x'.repeat(201) }, '`reference`'],
  [{ endpoints: [] }, '`endpoints`'],
  [{ endpoints: ['end_0000000000000000000000'] }, 'end_0000000000000000000000'],
  [{ webhook_url: 'https://example.com' }, '`webhook_url`'],
  [{ adults: 9 }, '`adults`'],
])('%j is refused by name, and makes nothing', async (wrong, field) => {
  const { pool } = market.database
  const count = async () => (await pool.query('select 1 from bookings')).rowCount
  const before = await count()
  const message = await refused('POST', '/bookings', { ...booked(), endpoints: [market.endpoint], ...wrong })
  expect(message).toContain(field)
  expect(await count()).toBe(before)
})

test('an unknown hotel is not found', async () => {
  const answer = await market.ask('POST', '/bookings', {
    ...booked(),
    hotel_code: 'UNKNOWN',
    endpoints: [market.endpoint],
  })
  expect([answer.status, errorOf(answer).code, answer.charged]).toEqual([404, 'hotel_not_found', 0])
})

test('another account’s booking looks like one that does not exist, and no watch is a booking', async () => {
  const booking = await market.book(booked())
  const stranger = await newAccount(market.database.pool, 'pro', { rps: 1_000_000 })
  for (const [method, body] of [['GET'], ['PATCH', { reference: 'mine' }], ['DELETE']] as const) {
    const answer = await call(market.url, method, `/v1/bookings/${booking.id}`, {
      key: stranger.key,
      ...(body && { body }),
    })
    expect([answer.status, errorOf(answer).message]).toEqual([400, `There is no booking ${booking.id}.`])
    expect(await refused(method, `/watches/${booking.id}`, body && {})).toContain('There is no watch')
  }
  const { body: list } = await get(market.url, '/v1/bookings?scope=account', stranger.key)
  expect(list).toEqual({ bookings: [], next_cursor: null })
  const { body: watches } = await market.ask('GET', '/watches?scope=account')
  expect(watches).toEqual({ watches: [], next_cursor: null })
  expect((await market.read(booking)).reference).toBeNull()
})

test('bookings are found by their words and listed in any order, page by page', async () => {
  const made: BookingBody[] = []
  for (const [n, reference] of ['Zebra 7', 'alpha 7', 'Mango 7'].entries()) {
    made.push(await market.book(booked({ reference }, { daysLeft: 20 - n })))
  }
  const [zebra, alpha, mango] = made.map(({ id }) => id)
  const listed = async (query: string): Promise<string[]> => {
    const found: string[] = []
    let cursor = ''
    for (;;) {
      const answer = await market.ask('GET', `/bookings?q=+7&limit=2&${query}${cursor}`)
      isAsDocumented('get', '/bookings', answer)
      const page = answer.body as { bookings: BookingBody[]; next_cursor: string | null }
      found.push(...page.bookings.map(({ id }) => id))
      if (page.next_cursor === null) return found
      cursor = `&cursor=${page.next_cursor}`
    }
  }
  expect(await listed('sort=newest')).toEqual([mango, alpha, zebra])
  expect(await listed('sort=checkin')).toEqual([zebra, alpha, mango])
  expect(await listed('sort=cancel_by')).toEqual([mango, alpha, zebra])
  expect(await listed('sort=reference')).toEqual([alpha, mango, zebra])
  expect([...(await listed('sort=saving'))].toSorted()).toEqual(made.map(({ id }) => id).toSorted())
  expect(await listed('status=closed')).toEqual([])
  expect(await refused('GET', '/bookings?sort=size')).toContain('`sort`')
  expect(await refused('GET', '/bookings?cursor=bkg_x')).toContain('`cursor`')
})

/** How the version before bookings takes turns, except that this waits for those that others have. */
const TURNS_BEFORE = `
with mine as materialized (
  select place from place_turns where place = any($1::bigint[]) order by place for update
)
select place from mine
union
select place from unnest($1::bigint[]) as place where not exists (select 1 from watched_places p where p.id = place)`

test('during an upgrade, a worker of the version before leaves stays with bookings to others', async () => {
  const { pool } = market.database
  const paid = { amount: 500, currency: 'USD', basis: 'after_tax' }
  const watch = async ({ checkin, los }: ReturnType<typeof booked>) => {
    const night = { from: checkin, to: checkin }
    const asked = { ...HOTEL, nights: night, los, kind: 'cash', currency: 'USD', condition: 'any' }
    const { status, body } = await market.ask('POST', '/watches', { ...asked, endpoints: [market.endpoint] })
    expect(status).toBe(201)
    return body as { id: string }
  }
  const turnsOf = async ({ id }: { id: string }) => {
    const place = 'select place from watches where public_id = $1'
    const { rows } = await pool.query<{ place: number }>(place, [id])
    return (await pool.query(TURNS_BEFORE, [rows.map((row) => row.place)])).rows
  }
  // Lengths of stay that no other test asks for: stays at a hotel share the turn of their length.
  const [first, second] = [booked({ paid, los: 3 }), booked({ paid, los: 4 })]
  const alone = await watch(first)
  expect(await turnsOf(alone)).toHaveLength(1)
  // Whichever of the two comes first.
  const [after, before] = [await market.book(first), await market.book(second)]
  const beside = await watch(second)
  await market.quiet()
  for (const one of [alone, after, before, beside]) expect(await turnsOf(one)).toEqual([])
  expect([await typesOf(after), await typesOf(before)]).toEqual([['booking.better'], ['booking.better']])
})
