import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { inTransaction } from '../../src/db/pool.ts'
import { storeContent } from '../../src/hotels/directory/facts-store.ts'
import { hotelNamed } from '../../src/sources/families/facts.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import type { CalendarBody, CompsetBody, ShopBody, StayBody } from '../support/answers.ts'
import { get, post } from '../support/client.ts'
import { type Documented, readDocument } from '../support/documented.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { PRICE_LIST } from './oracle.ts'

let market: Market
let account: TestAccount
let documented: Documented
let examples: Record<string, string[]>

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  documented = readDocument((await get(market.url, '/openapi.json')).body as object)
  const { chains } = (await get(market.url, '/v1/chains', account.key)).body as {
    chains: { id: string; examples: string[] }[]
  }
  examples = Object.fromEntries(chains.map((chain) => [chain.id, chain.examples]))
})

afterAll(() => market.stop())

/** Every answer of this file is also checked against the OpenAPI document. */
async function ok<Body>(path: string, body: object): Promise<Body> {
  const answer = await post(market.url, `/v1${path}`, account.key, body)
  expect(answer).toMatchObject({ status: 200 })
  const route = path.startsWith('/ota/') ? '/ota/{source}/shop' : path
  expect({ body: answer.body, problems: documented.problems(route, 200, answer.body) }).toMatchObject({
    problems: [],
  })
  return answer.body as Body
}

const least = (values: (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.min(...known)
}

describe('the hotel', () => {
  test('is placed and named by the directory as soon as that knows it, in cached answers too', async () => {
    const body = { chain: 'aurelia', hotel_code: 'NEWAU', checkin: inDays(21) }
    const first = await ok<ShopBody>('/shop', body)
    expect(first.hotel).toMatchObject({ name: expect.any(String) as string, lat: null, timezone: null })
    const listed = { ...hotelNamed('NEWAU', 'Aurelia by the Wall'), lat: 51.5, lng: -0.09 }
    await inTransaction(market.database.pool, (client) =>
      storeContent(client, 'aurelia', [listed], new Date()),
    )
    expect(await ok<ShopBody>('/shop', body)).toMatchObject({
      cached: true,
      hotel: { name: 'Aurelia by the Wall', lat: 51.5, lng: -0.09, timezone: 'Europe/London' },
    })
  })
})

describe('rooms', () => {
  test('have attributes, live and from the cache', async () => {
    const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(22) }
    const live = await ok<ShopBody>('/shop', body)
    const kept = await ok<ShopBody>('/shop', body)
    expect([live.cached, kept.cached]).toEqual([false, true])
    expect(kept.rooms).toEqual(live.rooms)
    const standard = live.rooms.find(({ room_code }) => room_code === 'SQN')
    expect(standard).toMatchObject({
      attributes: {
        class: 'standard',
        beds: [{ type: 'queen', count: 1 }],
        view: null,
        bedrooms: null,
        sleeps: 8,
        area_m2: null,
        accessible: null,
        smoking: null,
        club: null,
      },
    })
  })
})

describe('lowest', () => {
  test('each figure is the least of its own over the public, or the member rates, and bar is never a member rate', async () => {
    let membersCheaper = 0
    for (const chain of Object.keys(PRICE_LIST)) {
      // Tomorrow there is no discount for paying early, so that members pay least.
      const answers = await Promise.all(
        (examples[chain] ?? []).map((hotel_code) =>
          ok<ShopBody>('/shop', { chain, hotel_code, checkin: inDays(1) }),
        ),
      )
      for (const { rooms, lowest, status, currency } of answers) {
        const cash = rooms
          .flatMap(({ rates }) => rates)
          .filter((rate) => rate.points_per_night === null && rate.currency === currency)
          .filter((rate) => !rate.restricted && !rate.package)
        const open = cash.filter((rate) => !rate.member_only)
        const members = cash.filter((rate) => rate.member_only)
        expect({ chain, lowest }).toMatchObject({
          chain,
          lowest: {
            bar: least(open.map((rate) => rate.price_per_night)),
            bar_after_tax: least(open.map((rate) => rate.price_per_night_after_tax)),
            member: least(members.map((rate) => rate.price_per_night)),
            member_after_tax: least(members.map((rate) => rate.price_per_night_after_tax)),
          },
        })
        expect([chain, lowest.bar === null]).toEqual([chain, status !== 'available'])
        if (lowest.bar !== null && lowest.member !== null && lowest.member < lowest.bar) membersCheaper += 1
      }
    }
    expect(membersCheaper).toBeGreaterThan(3)
  })

  test('what is not on sale has no figures', async () => {
    for (const code of ['SOLDOUT', 'CLOSED', 'MINLOS3']) {
      const { status, min_los, rooms, lowest } = await ok<ShopBody>('/shop', {
        chain: 'castellan',
        hotel_code: code,
        checkin: inDays(20),
      })
      const wanted = { SOLDOUT: 'sold_out', CLOSED: 'closed', MINLOS3: 'restricted_los' }[code]
      expect({ status, min_los, rooms }).toEqual({
        status: wanted,
        min_los: code === 'MINLOS3' ? 3 : null,
        rooms: [],
      })
      expect(Object.values(lowest).every((value) => value === null)).toBe(true)
    }
  })

  test('totals cover all nights and rooms', async () => {
    const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(20), los: 3, rooms: 2 }
    const { rooms, query } = await ok<ShopBody>('/shop', body)
    expect(query).toEqual({ ...body, adults: 2, children: 0, currency: 'USD' })
    const advance = rooms[0]?.rates.find((rate) => rate.rate_code === 'ADVANCE')
    expect(advance).toMatchObject({
      price_per_night: 170,
      price_per_night_after_tax: 192,
      total: 1020,
      total_after_tax: 1152,
    })
  })
})

describe('a comparison set', () => {
  test('has a row for each hotel in the order asked, of several chains, and a bad one spoils nothing', async () => {
    const asked = [
      ['lodgista', 'UNDERCUT-aurelia'],
      ['aurelia', 'BROKEN'],
      ['castellan', 'UNDERCUT'],
      ['aurelia', 'UNDERCUT'],
      ['castellan', 'REFUSED'],
      ['dunmore', 'UNKNOWN'],
      ['aurelia', 'SOLDOUT'],
      ['dunmore', 'UNDERCUT'],
      ['glasshouse', 'UNDERCUT'],
    ].map(([chain, hotel_code]) => ({ chain, hotel_code }))
    const { hotels } = await ok<CompsetBody>('/compset', { hotels: asked, checkin: inDays(21) })
    expect(hotels.map(({ chain, hotel_code }) => ({ chain, hotel_code }))).toEqual(asked)
    expect(hotels.map(({ status, lowest, error }) => [status ?? error?.code, lowest?.bar ?? null])).toEqual([
      // Displayed gross: 153.00 and 10 % tax, the fee of 4.50 left out.
      ['available', 168.3],
      ['source_unavailable', null],
      ['available', 170],
      ['available', 170],
      ['source_unavailable', null],
      ['hotel_not_found', null],
      ['sold_out', null],
      ['available', 192],
      ['available', 192],
    ])
    for (const { error, ...row } of hotels.filter((hotel) => hotel.error)) {
      expect(row).toMatchObject({ lowest: null, cached: null, observed_at: null, cache_age_sec: null })
      expect(error?.message).not.toMatch(/http|127\.0|json/i)
    }
  })

  test('takes 25 hotels of one chain, in as many batches as the source needs', async () => {
    const codes = world()
      .listings('aurelia')
      .slice(0, 25)
      .map(({ code }) => code)
    const body = { chain: 'aurelia', hotel_codes: codes, checkin: inDays(22) }
    const { hotels, query } = await ok<CompsetBody>('/compset', body)
    expect(hotels.map(({ hotel_code }) => hotel_code)).toEqual(codes)
    expect(hotels.filter(({ error }) => error)).toEqual([])
    expect(query).toMatchObject({ checkin: inDays(22), los: 1, rates: 'lowest' })
  })

  test('shows the member rate only where it was asked for or comes along', async () => {
    const set = { chain: 'dunmore', hotel_codes: ['UNDERCUT'], checkin: inDays(23) }
    const lowest = await ok<CompsetBody>('/compset', set)
    const member = await ok<CompsetBody>('/compset', { ...set, rates: 'member' })
    expect(lowest.hotels[0]?.lowest).toMatchObject({ bar: 192, member: null })
    // 180.00, 10 % tax and the fee of 5.00.
    expect(member.hotels[0]?.lowest).toMatchObject({ bar: 192, member: 203 })
  })

  test('shows the same member rates as a shop, at every source, also where a row without them is stored', async () => {
    const sandbox = world()
    const chains = 'aurelia brightwater dunmore evergrand glasshouse harborline ivyrow juniper kestrel'
    const agencies = 'lodgista mapleroom nightdeal ostello'
    const ask = { checkin: inDays(24), los: 1, adults: 2, children: 0, rooms: 1, currency: 'USD' }
    const hotels = `${chains} ${agencies}`.split(' ').flatMap((chain) =>
      sandbox
        .listings(chain)
        .filter(({ code }) => !TEST_HOTEL.test(code))
        .slice(0, 40)
        .filter(({ code }) =>
          sandbox.quote(chain, code, ask)?.rooms.some(({ plans }) => plans.some((plan) => plan.memberOnly)),
        )
        .slice(0, 2)
        .map(({ code }) => ({ chain, hotel_code: code })),
    )
    expect(new Set(hotels.map(({ chain }) => chain)).size).toBe(12)
    for (const part of [hotels.slice(0, 13), hotels.slice(13)]) {
      const set = { hotels: part, checkin: inDays(24) }
      await ok('/compset', set)
      const rows = [
        await ok<CompsetBody>('/compset', { ...set, rates: 'member' }),
        await ok<CompsetBody>('/compset', { ...set, rates: 'member' }),
      ]
      expect(rows[1]?.hotels.map(({ cached }) => cached)).toEqual(part.map(() => true))
      for (const [index, hotel] of part.entries()) {
        const { lowest } = await ok<ShopBody>('/shop', { ...hotel, checkin: inDays(24) })
        const { member, member_after_tax } = lowest
        expect(member).not.toBeNull()
        for (const { hotels: shown } of rows)
          expect({ hotel, ...shown[index]?.lowest }).toMatchObject({ hotel, member, member_after_tax })
      }
    }
  })

  test('has empty rows for chains without points, beside the points of the others', async () => {
    const { hotels } = await ok<CompsetBody>('/compset/award', {
      hotels: [
        { chain: 'kestrel', hotel_code: 'UNDERCUT' },
        { chain: 'harborline', hotel_code: 'UNDERCUT' },
      ],
      checkin: inDays(23),
    })
    expect(hotels[0]).toEqual({
      chain: 'kestrel',
      hotel_code: 'UNDERCUT',
      name: null,
      lat: null,
      lng: null,
      timezone: null,
      status: null,
      min_los: null,
      currency: null,
      lowest: null,
      comparable: null,
      comparison_note: null,
      cached: null,
      observed_at: null,
      cache_age_sec: null,
    })
    expect(hotels[1]?.lowest).toMatchObject({ lowest_points: 24_000, cpp: 0.8 })
  })
})

const TEST_HOTEL =
  /^(SOLDOUT|CLOSED|MINLOS3|UNKNOWN|TIMEOUT|BROKEN|REFUSED|SLOW|FLAPS|DROPS|UNDERCUT|AWARDFLAP)/
const world = () => createWorld({ seed: 1, now: Date.now })

describe('currency', () => {
  test('a source that can quote the asked one does; the answer says so', async () => {
    const body = { chain: 'castellan', hotel_code: 'UNDERCUT', checkin: inDays(24) }
    const dollars = await ok<ShopBody>('/shop', body)
    const yen = await ok<ShopBody>('/shop', { ...body, currency: 'JPY' })
    expect(dollars).toMatchObject({ currency: 'USD', lowest: { bar: 170 } })
    expect(yen).toMatchObject({ currency: 'JPY', cached: false, query: { currency: 'JPY' } })
    expect(yen.lowest.bar).toBeGreaterThan(10_000)
    expect(Number.isInteger(yen.lowest.bar)).toBe(true)
  })

  test('a source that cannot quote it answers in its own currency, which is cached for all requests', async () => {
    const body = { chain: 'pillowfare', hotel_code: 'UNDERCUT-aurelia', checkin: inDays(24) }
    expect(await ok<ShopBody>('/shop', { ...body, currency: 'EUR' })).toMatchObject({
      currency: 'USD',
      query: { currency: 'EUR' },
      cached: false,
    })
    expect(await ok<ShopBody>('/shop', body)).toMatchObject({ currency: 'USD', cached: true })
  })

  test('a chain with local prices names the currency of its figures, also where the first night has none', async () => {
    const { code, currency, first, second } = aHotelAbroadThatOpensLate()
    const calendar = await ok<CalendarBody>('/calendar', {
      chain: 'aurelia',
      hotel_code: code,
      nights: { from: first, to: second },
    })
    expect(calendar.nights.map(({ lowest }) => lowest?.bar !== null)).toEqual([false, true])
    expect(calendar.currency).toBe(currency)
    const stay = await ok<StayBody>('/stay', { chain: 'aurelia', hotel_code: code, checkin: first, los: 2 })
    expect(stay.stay.lowest.bar).toBeNull()
    expect(stay.nights[1]?.lowest?.bar).toBe(calendar.nights[1]?.lowest?.bar)
    expect(stay.currency).toBe(currency)
  })

  /** Two nights of which only the second is on sale, at a hotel that quotes no dollars. */
  function aHotelAbroadThatOpensLate() {
    const sandbox = world()
    const [first, second] = [inDays(25), inDays(26)]
    const statusOf = (code: string, checkin: string) =>
      sandbox.quote('aurelia', code, { checkin, los: 1, adults: 2, children: 0, rooms: 1 })?.status
    const found = sandbox
      .listings('aurelia')
      .find(
        ({ code, currency }) =>
          currency !== 'USD' &&
          statusOf(code, first) === 'sold_out' &&
          statusOf(code, second) === 'available',
      )
    if (!found) throw new Error('no such hotel on these nights')
    return { code: found.code, currency: found.currency, first, second }
  }
})

test('freshness: live answers are of now, cached ones keep the time they were seen', async () => {
  const body = { chain: 'evergrand', hotel_code: 'UNDERCUT', checkin: inDays(27) }
  const before = Date.now()
  const live = await ok<ShopBody>('/shop', body)
  expect(live).toMatchObject({ cached: false, cache_age_sec: 0 })
  // The time is the database's, which a busy process knows to a few milliseconds.
  expect(Date.parse(live.observed_at ?? '')).toBeGreaterThan(before - 1000)
  expect(Date.parse(live.observed_at ?? '')).toBeLessThan(Date.now() + 1000)
  const cached = await ok<ShopBody>('/shop', body)
  expect(cached).toMatchObject({ cached: true, observed_at: live.observed_at })
})

test('raw bodies come with an agency shop that asks for them, and only then', async () => {
  const body = { hotel_code: 'UNDERCUT-aurelia', checkin: inDays(28) }
  const plain = await ok<ShopBody>('/ota/ostello/shop', body)
  const raw = await ok<ShopBody>('/ota/ostello/shop', { ...body, raw: true })
  expect(plain).not.toHaveProperty('raw')
  expect(raw.raw?.length).toBeGreaterThan(0)
  expect(JSON.stringify(raw.raw)).toContain('totals')
  expect(raw).toMatchObject({ cached: false, lowest: { ...plain.lowest } })
})
