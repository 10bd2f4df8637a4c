import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorOf, get } from '../support/client.ts'
import { openPlaceMarket, type PlaceMarket, type PlaceQuery } from './place-market.ts'

let market: PlaceMarket

/** One quick chain: these tests are about the place. */
const chains = 'castellan'

beforeAll(async () => {
  market = await openPlaceMarket()
})

afterAll(() => market.stop())

beforeEach(async () => {
  await market.sandbox.control('/reset', {})
})

async function placeOf(query: PlaceQuery) {
  return (await market.look({ ...query, chains })).body
}

const NOWHERE = { place: null, alternatives: [], hotels: [] }

describe('a place by name', () => {
  test('is the same in any case, with and without accents, and between spaces', async () => {
    const { place } = await placeOf({ q: 'Zürich' })
    expect(place).toMatchObject({ name: 'Zürich', country: 'CH' })
    const asked = await market.requests('google')
    for (const q of ['zurich', 'ZÜRICH', '  Zu\u0308rich\t', 'Ｚｕｒｉｃｈ']) {
      expect((await placeOf({ q })).place).toEqual(place)
    }
    expect(await market.requests('google')).toBe(asked)
  })

  test.each([
    ['東京', 'Tokyo', 'JP'],
    ['Москва', 'Moscow', 'RU'],
    ['القاهرة', 'Cairo', 'EG'],
    ['Αθήνα', 'Athens', 'GR'],
    ['서울', 'Seoul', 'KR'],
    ['กรุงเทพ', 'Bangkok', 'TH'],
    ['दिल्ली', 'Delhi', 'IN'],
    ['ירושלים', 'Jerusalem', 'IL'],
  ])('is found in other alphabets: %s', async (q, name, country) => {
    expect((await placeOf({ q })).place).toMatchObject({ name, country })
  })

  test('has the others of that name beside it', async () => {
    const paris = await placeOf({ q: 'Paris' })
    expect(paris.place).toMatchObject({ name: 'Paris', country: 'FR' })
    expect(paris.alternatives).toContainEqual(expect.objectContaining({ name: 'Paris', country: 'US' }))
    expect(paris.hotels.length).toBeGreaterThan(0)
    const springfield = await placeOf({ q: 'springfield' })
    const all = [springfield.place, ...springfield.alternatives]
    expect(all.length).toBeGreaterThan(5)
    expect(new Set(all.map((place) => place?.place_id)).size).toBe(all.length)
    expect((await placeOf({ q: 'Springfield, IL' })).place?.lat).toBeCloseTo(39.8, 1)
  })

  test('is found again by its id, and so are the others', async () => {
    const { place, alternatives } = await placeOf({ q: 'Paris' })
    for (const known of [place, alternatives[0]]) {
      const again = await placeOf({ place_id: known?.place_id ?? '' })
      expect(again).toMatchObject({ place: known, alternatives: [] })
    }
  })

  test.each([
    'xyzzyplugh',
    "'; drop table hotels; --",
    "' or '1'='1",
    '{"$ne": null}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '%',
    '_',
    '${jndi:ldap://x}',
    '🏨',
    '\u202e\u0007\ufeffx\u0001yzzyplugh',
  ])('that nobody knows is null, without hotels, and free: %s', async (q) => {
    const first = await market.look({ q, chains })
    expect(first).toMatchObject({ body: NOWHERE, credits: 0, line: null })
    expect((await market.look({ q, chains })).body).toEqual({ ...NOWHERE, cached: true })
  })

  test('is asked of the search engine once in 24 hours', async () => {
    const { place } = await placeOf({ q: 'Lyon' })
    const asked = await market.requests('google')
    await market.age(23.9)
    expect((await placeOf({ q: 'Lyon' })).place).toEqual(place)
    expect(await market.requests('google')).toBe(asked)
    await market.age(0.2)
    expect((await placeOf({ q: 'Lyon' })).place).toEqual(place)
    expect(await market.requests('google')).toBe(asked + 1)
  })
})

describe('a place by id', () => {
  test.each([
    'ChIJ00000000000000000000000',
    'nothing',
    '..',
    'a/b?c=d',
    "x' or 1=1",
    'geonames:999999999',
    ' ',
  ])('that nobody knows is null and free: %s', async (id) => {
    expect(await market.look({ place_id: id, chains })).toMatchObject({ body: NOWHERE, credits: 0 })
  })
})

describe('a request that cannot be understood', () => {
  test.each([
    [{}, 'exactly one way'],
    [{ q: 'Paris', lat: 1, lng: 1 }, 'exactly one way'],
    [{ q: 'Paris', place_id: 'x' }, 'exactly one way'],
    [{ place_id: 'x', lat: 1, lng: 1 }, 'exactly one way'],
    [{ lat: 1 }, '`lat` and `lng`'],
    [{ lng: 1 }, '`lat` and `lng`'],
    [{ q: 'Paris', lng: 1 }, '`lat` and `lng`'],
    [{ q: '' }, '`q` must have at least 1 character'],
    [{ q: ' \t\u200b ' }, '`q` must not be empty'],
    [{ q: 'x'.repeat(201) }, '`q` must have at most 200 characters'],
    [{ q: 'x'.repeat(10_000) }, '`q` must have at most 200 characters'],
    [{ place_id: 'x'.repeat(501) }, '`place_id` must have at most 500 characters'],
    [{ q: 'Paris', radius: 0 }, '`radius` must be above 0'],
    [{ q: 'Paris', radius: -5 }, '`radius` must be above 0'],
    [{ q: 'Paris', radius: 101 }, '`radius` must be at most 100'],
    [{ q: 'Paris', radius: 'NaN' }, '`radius` must be of type number'],
    [{ q: 'Paris', radius: 'Infinity' }, '`radius`'],
    [{ lat: 90.01, lng: 0 }, '`lat` must be at most 90'],
    [{ lat: 0, lng: -180.5 }, '`lng` must be at least -180'],
    [{ lat: '', lng: 0 }, '`lat` must be of type number'],
    [{ q: 'Paris', limit: 0 }, '`limit` must be at least 1'],
    [{ q: 'Paris', limit: 201 }, '`limit` must be at most 200'],
    [{ q: 'Paris', limit: 2.5 }, '`limit` must be of type integer'],
    [{ q: 'Paris', chains: '' }, '`chains`'],
    [{ q: 'Paris', chains: 'aurelia,' }, '`chains`'],
    [{ q: 'Paris', chains: 'aurelia,aurelia' }, 'aurelia twice'],
    [{ q: 'Paris', chains: 'foxhollow' }, 'foxhollow has no search by place'],
    [{ q: 'Paris', chains: 'aurelia,lodgista' }, 'lodgista is not a hotel chain'],
    [{ q: 'Paris', chains: 'google' }, 'google is not a hotel chain'],
    [{ q: 'Paris', chains: '__proto__' }, '__proto__ is not a hotel chain'],
    [{ q: 'Paris', max_hotels: 5 }, '`max_hotels` is not known'],
  ] satisfies [PlaceQuery, string][])('is refused with what is wrong: %j', async (query, words) => {
    const asked = await market.requests('google')
    const answer = await market.ask(query)
    expect([answer.status, answer.charged]).toEqual([400, 0])
    expect(errorOf(answer).code).toBe('invalid_request')
    expect(errorOf(answer).message).toContain(words)
    expect(errorOf(answer).message.length).toBeLessThan(300)
    expect(await market.requests('google')).toBe(asked)
  })

  test('a parameter that comes twice is refused', async () => {
    const answer = await get(market.url, '/v1/hotels?q=Paris&q=London', market.account.key)
    expect([answer.status, errorOf(answer).code]).toEqual([400, 'invalid_request'])
  })

  test('200 characters of any alphabet are not too many', async () => {
    for (const letter of ['x', '京', 'ﷺ', '😀']) {
      expect(await market.look({ q: letter.repeat(200), chains })).toMatchObject({
        body: NOWHERE,
        credits: 0,
      })
    }
  })
})
