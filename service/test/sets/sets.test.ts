import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Answer, call, errorOf, get, post } from '../support/client.ts'
import { ended, expectExactBooks, jobOf, of, ordinaryHotels, placeOf, readCells } from '../support/grids.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { referenceRatesArrive } from '../support/reference-rates.ts'

let market: Market
let account: TestAccount
let stranger: TestAccount

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  const { pool } = market.database
  account = await newAccount(pool, 'scale', { rps: 1000 })
  stranger = await newAccount(pool, 'scale', { rps: 1000 })
  await referenceRatesArrive(market.url, account.key)
})
afterAll(async () => {
  await expectExactBooks(market.database.pool, account)
  await market.stop()
})

interface SetBody {
  id: string
  name: string
  hotels: { chain: string; hotel_code: string }[]
  subject: { chain: string; hotel_code: string } | null
  created_at: string
  updated_at: string
}

const hotels = [...of('castellan', ['UNDERCUT']), ...of('aurelia', ['LONAU', 'TOKAU'])]

const create = (body: object, { key } = account, headers = {}) =>
  post(market.url, '/v1/sets', key, body, headers)
const change = (id: string, body: object, { key } = account) =>
  call(market.url, 'PATCH', `/v1/sets/${id}`, { key, body })
const remove = (id: string, { key } = account) => call(market.url, 'DELETE', `/v1/sets/${id}`, { key })
const setOf = ({ status, body }: Answer, expected = 200): SetBody => {
  expect([status, body]).toEqual([expected, expect.anything()])
  return body as SetBody
}

async function saved(body: object = {}): Promise<SetBody> {
  return setOf(await create({ name: 'London', hotels, ...body }), 201)
}

test('a set is created, read, listed, changed and deleted, free of charge', async () => {
  const made = await create({ name: 'London', hotels, subject: hotels[1] })
  expect(made.charged).toBe(0)
  const set = setOf(made, 201)
  expect(set).toEqual({
    id: expect.stringMatching(/^set_\w{22}$/),
    name: 'London',
    hotels,
    subject: hotels[1],
    attention: null,
    created_at: expect.any(String),
    updated_at: set.created_at,
  })
  expect((await get(market.url, `/v1/sets/${set.id}`, account.key)).body).toEqual(set)
  const later = await saved({ name: 'Later' })
  expect(later.subject).toBeNull()
  const first = await get(market.url, '/v1/sets?limit=1', account.key)
  expect(first.body).toEqual({ sets: [later], next_cursor: later.id })
  const second = await get(market.url, `/v1/sets?limit=1&cursor=${later.id}`, account.key)
  expect(second.body).toEqual({ sets: [set], next_cursor: null })

  const renamed = setOf(await change(set.id, { name: 'Paris' }))
  expect(renamed).toMatchObject({ name: 'Paris', hotels, subject: hotels[1] })
  expect(renamed.updated_at > set.updated_at).toBe(true)
  const shorter = setOf(await change(set.id, { hotels: hotels.slice(0, 1), subject: null }))
  expect(shorter).toMatchObject({ name: 'Paris', hotels: hotels.slice(0, 1), subject: null })
  expect(setOf(await remove(set.id))).toEqual(shorter)
  expect(errorOf(await get(market.url, `/v1/sets/${set.id}`, account.key)).message).toBe(
    `There is no set ${set.id}.`,
  )
  expect((await remove(set.id)).status).toBe(400)
})

test('a set stands for its list in /compset, at the same price and in its order', async () => {
  const set = await saved()
  const ask = { checkin: inDays(30) }
  const bySet = await post(market.url, '/v1/compset', account.key, { ...ask, set: set.id })
  const byList = await post(market.url, '/v1/compset', account.key, { ...ask, hotels })
  expect([bySet.status, bySet.charged, byList.charged]).toEqual([200, 1.4, 1])
  const rows = (answer: Answer) =>
    (answer.body as { hotels: SetBody['hotels'] }).hotels.map(({ chain, hotel_code }) => ({
      chain,
      hotel_code,
    }))
  expect(rows(bySet)).toEqual(hotels)
  expect(rows(byList)).toEqual(hotels)
})

/** The first night from a month on for which all hotels have a price: which one that is depends on the day. */
async function pricedNight(): Promise<string> {
  for (let day = 30; day < 60; day += 1) {
    const { body } = await post(market.url, '/v1/compset', account.key, { checkin: inDays(day), hotels })
    if ((body as { market: { priced: number } }).market.priced === hotels.length) return inDays(day)
  }
  throw new Error('one of the hotels is always full')
}

test('the subject of a set is that of /compset, unless the call names another', async () => {
  const set = await saved({ subject: hotels[1] })
  const checkin = await pricedNight()
  const ask = async (over: object) => {
    const answer = await post(market.url, '/v1/compset', account.key, { checkin, ...over })
    const { query, market: sum } = answer.body as {
      query: { subject?: object }
      market: { subject: { of: number } | null }
    }
    return [query.subject, sum.subject?.of]
  }
  expect(await ask({ set: set.id })).toEqual([hotels[1], 3])
  expect(await ask({ set: set.id, subject: hotels[0] })).toEqual([hotels[0], 3])
  expect(await ask({ hotels })).toEqual([undefined, undefined])
})

interface MarketNight {
  night: string
  los: number
  market: { median: number; priced: number; subject: object | null }
  rates: ({ status: string; min_los: number | null; rate: number | null } | null)[]
}

test('a job tells the market of each of its nights as /compset tells that of one', async () => {
  const set = await saved({ hotels: [...hotels, ...of('castellan', ['UNKNOWN', 'SOLDOUT'])] })
  const [from, to] = [inDays(50), inDays(52)]
  const { id } = jobOf(
    await post(market.url, '/v1/matrix', account.key, { set: set.id, currency: 'EUR', nights: { from, to } }),
  )
  await ended(market.url, account.key, id)
  const subject = { chain: 'aurelia', hotel_code: 'LONAU' }
  const answer = await get(
    market.url,
    `/v1/jobs/${id}/market?${new URLSearchParams({ ...subject, currency: 'EUR' }).toString()}`,
    account.key,
  )
  expect([answer.status, answer.charged]).toEqual([200, 0])
  const { hotels: listed, nights } = answer.body as { hotels: object[]; nights: MarketNight[] }
  expect(listed).toMatchObject(set.hotels)
  expect(nights.map(({ night, los }) => [night, los])).toEqual([from, inDays(51), to].map((day) => [day, 1]))
  const compset = await post(market.url, '/v1/compset', account.key, {
    hotels: set.hotels,
    subject,
    checkin: to,
    currency: 'EUR',
  })
  const one = compset.body as {
    market: MarketNight['market']
    hotels: { status: string | null; comparable: { bar_after_tax: number } | null }[]
  }
  expect(nights[2]?.market).toEqual(one.market)
  expect(nights[2]?.rates.map((rate) => rate && [rate.status, rate.rate])).toEqual(
    one.hotels.map(({ status, comparable }) => status && [status, comparable?.bar_after_tax ?? null]),
  )
  const bare = await get(market.url, `/v1/jobs/${id}/market`, account.key)
  expect((bare.body as { nights: MarketNight[] }).nights[0]?.market.subject).toBeNull()
})

test('a job of one hotel and its listings tells parity night by night', async () => {
  const own = { chain: 'castellan', hotel_code: 'UNDERCUT' }
  const listings = ['lodgista', 'ostello'].map((chain) => ({ chain, hotel_code: 'UNDERCUT-castellan' }))
  const nights = { from: inDays(60), to: inDays(61) }
  const { id } = jobOf(
    await post(market.url, '/v1/matrix', account.key, { hotels: [own, ...listings], nights }),
  )
  await ended(market.url, account.key, id)
  const answer = await get(market.url, `/v1/jobs/${id}/parity`, account.key)
  expect([answer.status, answer.charged]).toEqual([200, 0])
  const parity = answer.body as {
    score: object
    nights: { verdict: string; deepest_undercut: object; channels: Record<string, unknown>[] }[]
  }
  expect(parity).toMatchObject({ hotel: own, score: { win: 0, meet: 0, lose: 4, compared: 4, channels: 4 } })
  const ids = Object.fromEntries(listings.map(({ chain, hotel_code }) => [chain, hotel_code]))
  const single = (
    await post(market.url, '/v1/parity', account.key, {
      ...own,
      checkin: nights.to,
      ids,
      channels: ['lodgista', 'ostello'],
    })
  ).body as { deepest_undercut: object; channels: Record<string, unknown>[] }
  expect(parity.nights[1]).toMatchObject({ verdict: 'lose', deepest_undercut: single.deepest_undercut })
  const shown = ({ channel, gap, gap_pct, verdict }: Record<string, unknown>) => [
    channel,
    gap,
    gap_pct,
    verdict,
  ]
  expect(parity.nights[1]?.channels.map(shown)).toEqual(single.channels.map(shown))
})

test('a job that cannot be compared is refused in words', async () => {
  const nights = { from: inDays(45), to: inDays(45) }
  const asked = { as_job: true, nights }
  const cash = jobOf(await post(market.url, '/v1/matrix', account.key, { ...asked, hotels }))
  const award = jobOf(
    await post(market.url, '/v1/matrix', account.key, { ...asked, hotels: hotels.slice(1), kind: 'award' }),
  )
  const refusal = async (path: string) =>
    errorOf(await get(market.url, `/v1/jobs/${path}`, account.key)).message
  expect(await refusal(`${cash.id}/parity`)).toContain('must have one hotel of a chain')
  expect(await refusal(`${award.id}/market`)).toContain('is about awards')
  expect(await refusal(`${cash.id}/market?chain=aurelia`)).toContain('by both')
  expect(await refusal(`${cash.id}/market?chain=aurelia&hotel_code=NEWAU`)).toContain('one of the listed')
  expect(await refusal(`${cash.id}/market?currency=XXQ`)).toContain('XXQ is not one')
  expect((await get(market.url, `/v1/jobs/${cash.id}/market`, stranger.key)).status).toBe(400)
  for (const { id } of [cash, award]) await ended(market.url, account.key, id)
})

test('a grid whose cells are all cached is a job too, if that is asked for, at the same price', async () => {
  const ask = { hotels: of('aurelia', ['LONAU', 'TOKAU']), nights: { from: inDays(70), to: inDays(71) } }
  const first = jobOf(await post(market.url, '/v1/matrix', account.key, ask))
  await ended(market.url, account.key, first.id)
  const served = await post(market.url, '/v1/matrix', account.key, ask)
  expect([served.status, served.charged]).toEqual([200, 0.2])
  const again = await post(market.url, '/v1/matrix', account.key, { ...ask, as_job: true })
  expect([again.status, again.charged]).toEqual([202, 0])
  expect(jobOf(again)).toMatchObject({ status: 'done', cells_done: 4, credits_spent: 0.2 })
  expect(await readCells(market.url, account.key, jobOf(again).id)).toHaveLength(4)
  const both = await post(market.url, '/v1/matrix', account.key, {
    ...ask,
    as_job: true,
    as_of: new Date().toISOString(),
  })
  expect(errorOf(both).message).toBe('Set either `as_job` or `as_of`, not both.')
})

test('a set stands for its list in /matrix and /export, and a job keeps the list it began with', async () => {
  const set = await saved()
  const ask = { set: set.id, nights: { from: inDays(40), to: inDays(41) } }
  const quote = await post(market.url, '/v1/matrix', account.key, { ...ask, dry_run: true })
  expect(quote.body).toMatchObject({ quote: { credits_max: 2.8, live: 6 } })
  const { id } = jobOf(await post(market.url, '/v1/matrix', account.key, ask))
  setOf(await change(set.id, { hotels: of('aurelia', ['NEWAU']) }))
  await ended(market.url, account.key, id)
  const cells = await readCells(market.url, account.key, id)
  expect([...new Set(cells.map((cell) => placeOf(cell).split('/')[1]))]).toEqual([
    'UNDERCUT',
    'LONAU',
    'TOKAU',
  ])
  const exported = await post(market.url, '/v1/export', account.key, { ...ask, dry_run: true })
  expect(exported.body).toMatchObject({ quote: { live: 2, cached: 0 } })
})

test('a set stands for the hotels of a trip, if they belong to chains', async () => {
  const trip = { checkin: inDays(20), los: 2, fill: 'none' }
  const ask = (set: SetBody, over = {}) =>
    post(market.url, '/v1/trip', account.key, { ...trip, set: set.id, dry_run: true, ...over })
  expect((await ask(await saved())).status).toBe(200)
  expect(errorOf(await ask(await saved(), { q: 'London' })).message).toContain('Name either a place')
  const agencies = await saved({ hotels: of('lodgista', ['UNDERCUT-castellan']) })
  expect(errorOf(await ask(agencies)).message).toContain('which is an agency')
})

test('a set that is too long for a call is refused there, and goes where it fits', async () => {
  const set = await saved({ hotels: ordinaryHotels('aurelia', 26) })
  const compset = await post(market.url, '/v1/compset', account.key, { set: set.id, checkin: inDays(30) })
  expect([compset.status, compset.charged, errorOf(compset).message]).toEqual([
    400,
    0,
    `The set ${set.id} has 26 hotels. This call takes at most 25.`,
  ])
  const nights = { from: inDays(30), to: inDays(30) }
  const matrix = await post(market.url, '/v1/matrix', account.key, { set: set.id, nights, dry_run: true })
  expect(matrix.body).toMatchObject({ quote: { live: 26 } })
  expect((await create({ name: 'Too many', hotels: ordinaryHotels('aurelia', 201) })).status).toBe(400)
})

test.each([
  ['no name', { hotels }, '`name` is missing from the body.'],
  ['a blank name', { name: '  ', hotels }, '`name` must not be blank or contain the character U+0000.'],
  ['no hotels', { name: 'x', hotels: [] }, '`hotels` must have at least 1 entry.'],
  ['an unknown chain', { name: 'x', hotels: of('nobody', ['X']) }, '`hotels.0.chain` must be one of'],
  [
    'a hotel twice',
    { name: 'x', hotels: [...hotels, hotels[0]] },
    'The hotel UNDERCUT of castellan is listed twice.',
  ],
  [
    'a subject outside',
    { name: 'x', hotels, subject: { chain: 'aurelia', hotel_code: 'NEWAU' } },
    '`subject` must be one of `hotels`.',
  ],
  ['an unknown field', { name: 'x', hotels, color: 'red' }, '`color` is not known in the body.'],
])('a bad set is refused: %s', async (_, body, message) => {
  const answer = await create(body)
  expect([answer.status, answer.charged]).toEqual([400, 0])
  expect(errorOf(answer).message).toContain(message)
})

test('a change may not leave the subject behind, and changes nothing then', async () => {
  const set = await saved({ subject: hotels[0] })
  const refused = await change(set.id, { name: 'Other', hotels: hotels.slice(1) })
  expect([refused.status, errorOf(refused).message]).toEqual([400, '`subject` must be one of `hotels`.'])
  expect((await get(market.url, `/v1/sets/${set.id}`, account.key)).body).toEqual(set)
})

test('a set beside a list is refused', async () => {
  const set = await saved()
  const answer = await post(market.url, '/v1/compset', account.key, {
    set: set.id,
    hotels,
    checkin: inDays(30),
  })
  expect([answer.status, errorOf(answer).message]).toEqual([
    400,
    'Name the hotels either by `chain` and `hotel_codes`, or by `hotels`, or by `set`.',
  ])
})

test('an id that no set can have is refused, not a fault', async () => {
  const ask = { set: 'set_\u0000', checkin: inDays(30) }
  const answer = await post(market.url, '/v1/compset', account.key, ask)
  expect([answer.status, errorOf(answer).message]).toEqual([
    400,
    '`set` must not contain control characters.',
  ])
})

test('a set of another account looks like one that does not exist', async () => {
  const set = await saved()
  const nights = { from: inDays(30), to: inDays(30) }
  const unknown = `There is no set ${set.id}.`
  for (const answer of [
    await get(market.url, `/v1/sets/${set.id}`, stranger.key),
    await change(set.id, { name: 'mine' }, stranger),
    await remove(set.id, stranger),
    await post(market.url, '/v1/compset', stranger.key, { set: set.id, checkin: inDays(30) }),
    await post(market.url, '/v1/matrix', stranger.key, { set: set.id, nights, dry_run: true }),
    await post(market.url, '/v1/export', stranger.key, { set: set.id, nights }),
  ])
    expect([answer.status, answer.charged, errorOf(answer).message]).toEqual([400, 0, unknown])
  expect((await get(market.url, `/v1/sets?cursor=${set.id}`, stranger.key)).status).toBe(400)
  expect((await get(market.url, '/v1/sets', stranger.key)).body).toEqual({ sets: [], next_cursor: null })
  expect((await get(market.url, `/v1/sets/${set.id}`, account.key)).body).toEqual(set)
})

test('of creations at the same moment, as many succeed as there is room for, deleted ones counted', async () => {
  const { pool } = market.database
  const busy = await newAccount(pool, 'scale', { rps: 1000 })
  await pool.query(
    `insert into sets (public_id, account, name, hotels, created_at, updated_at, deleted_at)
     select 'set_' || $1 || '_' || n, $1::bigint, 'made', '[]', now(), now(), case when n > 90 then now() end from generate_series(1, 98) n`,
    [busy.no],
  )
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, index) => create({ name: `set ${index}`, hotels }, busy)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ status }) => status === 400).map((each) => errorOf(each).message)[0]).toBe(
    'An account can have at most 100 sets, and those deleted within a day count. Change one instead.',
  )
})

test('a repeated creation with the same key makes one set', async () => {
  const headers = { 'idempotency-key': 'one set' }
  const [first, second] = [
    await create({ name: 'Once', hotels }, account, headers),
    await create({ name: 'Once', hotels }, account, headers),
  ]
  expect(second.body).toEqual(first.body)
  expect(second.headers['idempotent-replay']).toBe('true')
})
