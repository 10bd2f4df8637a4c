import { afterAll, beforeAll, expect, test } from 'vitest'
import { AGENCIES, everywhere } from '../parity/parity-body.ts'
import { newAccount } from '../support/accounts.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { type GatedMarket, inDays, openGatedMarket } from '../support/market.ts'
import { judgeCall } from './paid-legs.ts'

/** `PAID_RUNS=2000` makes more calls, `PAID_SEED` other ones. */
const RUNS = Number(process.env['PAID_RUNS'] ?? 57)
const SEED = Number(process.env['PAID_SEED'] ?? 1)

let market: GatedMarket

beforeAll(async () => {
  market = await openGatedMarket()
})
afterAll(() => market.stop())

async function asker(credits = 10_000) {
  const { key } = await newAccount(market.database.pool, 'scale', { rps: 100_000, credits })
  return {
    post: (path: string, body: object): Promise<Answer> => post(market.url, `/v1${path}`, key, body),
    get: (path: string): Promise<Answer> => get(market.url, `/v1${path}`, key),
  }
}

test('a parity call that the chain fails leaves nothing of the agencies', async () => {
  const { post: ask } = await asker()
  const checkin = inDays(300)
  const doomed = await ask('/parity', {
    chain: 'castellan',
    hotel_code: 'NOSUCHHOTEL',
    checkin,
    ids: everywhere('UNDERCUT-castellan'),
    resolve: false,
    max_age: 0,
  })
  expect(doomed).toMatchObject({ status: 404, charged: 0 })
  for (const chain of AGENCIES) {
    const shopped = await ask('/shop', { chain, hotel_code: 'UNDERCUT-castellan', checkin })
    expect([shopped.charged, (shopped.body as { cached: boolean }).cached]).toEqual([2, false])
  }
})

test('nor for a point of sale, or for children with ages', async () => {
  const { post: ask } = await asker()
  const unusual = { checkin: inDays(302), point_of_sale: { country: 'DE' }, children_ages: [3, 14] }
  const doomed = await ask('/parity', {
    chain: 'castellan',
    hotel_code: 'NOSUCHHOTEL',
    ...unusual,
    ids: everywhere('UNDERCUT-castellan'),
    resolve: false,
  })
  expect(doomed).toMatchObject({ status: 404, charged: 0 })
  for (const chain of ['lodgista', 'nightdeal', 'ostello'])
    expect((await ask('/shop', { chain, hotel_code: 'UNDERCUT-castellan', ...unusual })).charged).toBe(2)
  const paid = { chain: 'ostello', hotel_code: 'UNDERCUT-castellan', ...unusual }
  expect((await ask('/shop', paid)).charged).toBe(0.5)
  expect((await ask('/shop', { ...paid, point_of_sale: {} })).charged).toBe(2)
})

test('nobody shares what a failed call still waits for', async () => {
  const { post: ask } = await asker()
  const checkin = inDays(301)
  const ids = everywhere('UNDERCUT-castellan', ['mapleroom'])
  await market.sandbox.control('/sources/mapleroom', { latencyMs: 2000 })
  const doomed = { chain: 'castellan', hotel_code: 'NOSUCHHOTEL', checkin, ids, resolve: false }
  expect(await ask('/parity', doomed)).toMatchObject({ status: 404, charged: 0 })
  const shopped = await ask('/shop', { chain: 'mapleroom', hotel_code: 'UNDERCUT-castellan', checkin })
  expect(shopped.charged).toBe(2)
  await market.sandbox.control('/reset', {})
})

test('a stay that fails leaves none of its nights', async () => {
  const { post: ask } = await asker()
  const hotel = { chain: 'castellan', hotel_code: 'UNDERCUT' }
  const [checkin, checkout] = [inDays(303), inDays(306)]
  market.gate.refuse(
    ({ path, body }) => `${path}${body}`.includes(checkout) && `${path}${body}`.includes(checkin),
  )
  expect(await ask('/stay', { ...hotel, checkin, los: 3 })).toMatchObject({ status: 503, charged: 0 })
  market.gate.open()
  expect((await ask('/shop', { ...hotel, checkin })).charged).toBe(1)
})

test('a search whose fill the account cannot pay for leaves none of its lookups', async () => {
  const chains = ['aurelia', 'brightwater', 'castellan']
  const place = { lat: 40.7128, lng: -74.006, radius: 10 }
  const nights = { from: inDays(20), to: inDays(49) }
  const poor = await asker(60)
  const refused = [
    await poor.post('/award/search', { ...place, chains, nights }),
    await poor.post('/calendar/area', { ...place, chain: 'castellan', nights }),
  ]
  expect(refused.map(({ status, charged }) => [status, charged])).toEqual([
    [429, 0],
    [429, 0],
  ])
  expect(refused.map((answer) => errorOf(answer).code)).toEqual(['quota_exceeded', 'quota_exceeded'])
  const path = `/hotels?lat=${place.lat}&lng=${place.lng}&radius=10&chains=${chains.join(',')}`
  expect((await poor.get(path)).charged).toBe(3)
  expect((await poor.get(path)).charged).toBe(0.75)
})

test('a parity call that the chain fails leaves nothing of the metasearch engine', async () => {
  const { post: ask } = await asker()
  const hotel = { chain: 'castellan', hotel_code: 'UNDERCUT', channels: ['lodgista'] }
  // The engine's id of the hotel is resolved once, and used by the random calls below.
  const resolved = await ask('/parity', { ...hotel, checkin: inDays(310), meta: true })
  expect(resolved.status).toBe(200)
  const checkin = inDays(311)
  market.gate.refuse(({ path }) => path.startsWith('/castellan'))
  const failed = await ask('/parity', { ...hotel, checkin, meta: true, resolve: false })
  expect(failed).toMatchObject({ status: 503, charged: 0 })
  market.gate.open()
  const { rows } = await market.database.pool.query<{ id: string }>(
    "select id from hotel_ids where source = 'google_hotels' and chain = 'castellan' and hotel_code = 'UNDERCUT'",
  )
  const shopped = await ask('/shop', { chain: 'google_hotels', hotel_code: rows[0]?.id ?? '', checkin })
  expect([shopped.charged, (shopped.body as { cached: boolean }).cached]).toEqual([1, false])
})

test(`of ${RUNS} calls whose sources fail at random, just what they paid for stays readable`, async () => {
  const paid = new Set<string>()
  for (let no = 0; no < RUNS; no += 1) {
    const { what, asked, answer, worth, readsMore } = await judgeCall(market, SEED, no)
    expect([asked, answer.status]).not.toContain(400)
    expect([asked, answer.charged, readsMore]).toEqual([asked, worth, false])
    if (answer.charged > 0) paid.add(what)
  }
  // Otherwise it would prove little: most kinds of calls were paid for, in a long run all of them.
  expect(paid.size).toBeGreaterThan(RUNS < 500 ? 9 : 14)
}, 3_600_000)
