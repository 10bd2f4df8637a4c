import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { distanceKm } from '../../../sandbox/src/world/geography.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get } from '../support/client.ts'
import { chainsOf, openPlaceMarket, type PlaceMarket } from './place-market.ts'

const GEO_CHAINS =
  'aurelia brightwater castellan dunmore evergrand glasshouse harborline ivyrow juniper kestrel'
const KM_PER_MI = 1.609344

const world = createWorld({ seed: 1, now: Date.now })
let market: PlaceMarket
let second: string

beforeAll(async () => {
  market = await openPlaceMarket(2)
  second = market.apis[1]?.url ?? ''
})

afterAll(() => market.stop())

beforeEach(async () => {
  await market.sandbox.control('/reset', {})
  await market.sandbox.control('/sources/*', { rateLimit: 100_000 })
  await market.database.pool.query('delete from hotel_lookups')
})

/** What the market really has there, by its own books. */
function expected(chains: readonly string[], lat: number, lng: number, radiusMi: number): string[] {
  return chains
    .flatMap((chain) =>
      world
        .near(chain, lat, lng, radiusMi * KM_PER_MI, 1000)
        .map(({ listing }) => `${chain}/${listing.code}`),
    )
    .toSorted()
}

describe('the hotels around a place', () => {
  test.each([
    ['New York', 40.71427, -74.00597],
    ['London', 51.50853, -0.12574],
    ['Tokyo', 35.6895, 139.69171],
  ])('are all those of all chains, the nearest first: %s', async (q, lat, lng) => {
    const { body } = await market.look({ q, limit: 200 })
    expect(body.place).toMatchObject({ name: q, lat, lng })
    expect(body.hotels.map(({ chain, hotel_code }) => `${chain}/${hotel_code}`).toSorted()).toEqual(
      expected(GEO_CHAINS.split(' '), lat, lng, 25),
    )
    expect(body.hotels.length).toBeGreaterThan(20)
    for (const hotel of body.hotels) {
      const miles = distanceKm(lat, lng, hotel.lat, hotel.lng) / KM_PER_MI
      expect(Math.abs(hotel.distance_mi - miles)).toBeLessThan(0.006)
      expect(hotel.distance_mi).toBeLessThanOrEqual(25)
    }
    const order = body.hotels.toSorted(
      (a, b) => a.distance_mi - b.distance_mi || (a.hotel_code < b.hotel_code ? -1 : 1),
    )
    expect(body.hotels).toEqual(order)
  })

  test('are found on both sides of the antimeridian, from either side and from the line itself', async () => {
    const around = { radius: 60, limit: 200 }
    const looks = [
      await market.look({ lat: -16.8, lng: 179.95, ...around }),
      await market.look({ lat: -16.8, lng: -179.95, ...around }),
      await market.look({ lat: -16.8, lng: 180, ...around }),
    ]
    for (const { body } of looks) {
      const { lat, lng } = body.place ?? { lat: 0, lng: 0 }
      expect(body.hotels.map(({ chain, hotel_code }) => `${chain}/${hotel_code}`).toSorted()).toEqual(
        expected(GEO_CHAINS.split(' '), lat, lng, 60),
      )
      expect(body.hotels.some((hotel) => hotel.lng > 0)).toBe(true)
      expect(body.hotels.some((hotel) => hotel.lng < 0)).toBe(true)
    }
    const onTheLine = looks[2]
    const other = await market.look({ lat: -16.8, lng: -180, ...around })
    expect(other.credits).toBe((onTheLine?.credits ?? 0) / 4)
    expect(other.body.hotels).toEqual(onTheLine?.body.hotels)
  })

  test('are none at the poles and in the middle of an ocean, and that is free', async () => {
    for (const [lat, lng] of [
      [90, 0],
      [-90, 180],
      [0, -140],
    ] as const) {
      const first = await market.look({ lat, lng, radius: 100 })
      expect(first).toEqual({
        body: {
          place: { name: null, place_id: null, lat, lng, country: null },
          alternatives: [],
          hotels: [],
          cached: false,
        },
        credits: 0,
        line: null,
      })
      const again = await market.look({ lat, lng, radius: 100 })
      expect({ cached: again.body.cached, credits: again.credits }).toEqual({ cached: true, credits: 0 })
    }
  })

  test('can be narrowed to chains, to a radius and to a number', async () => {
    const three = await market.look({ q: 'London', chains: 'aurelia, dunmore,juniper', limit: 200 })
    expect(chainsOf(three.body)).toEqual(['aurelia', 'dunmore', 'juniper'])
    const near = await market.look({ q: 'London', chains: 'aurelia', radius: 1.5 })
    expect(near.body.hotels.every((hotel) => hotel.distance_mi <= 1.5)).toBe(true)
    const two = await market.look({ q: 'London', chains: 'aurelia,dunmore,juniper', limit: 2 })
    expect(two.body.hotels).toEqual(three.body.hotels.slice(0, 2))
  })
})

describe('what a lookup costs', () => {
  const lisbon = { lat: 38.71667, lng: -9.13333 }

  test('one credit per chain, a quarter from the cache, regardless of the limit', async () => {
    const ask = { ...lisbon, chains: 'aurelia,dunmore' }
    const first = await market.look(ask)
    expect(first).toMatchObject({
      credits: 2,
      line: { live: 2, cached: 0, free: 0 },
      body: { cached: false },
    })
    const again = await market.look({ ...ask, limit: 1 })
    expect(again).toMatchObject({
      credits: 0.5,
      line: { live: 0, cached: 2, free: 0 },
      body: { cached: true },
    })
    expect(again.body.hotels).toEqual(first.body.hotels.slice(0, 1))
    const full = await market.look({ ...ask, limit: 200 })
    expect(full.body).toEqual({ ...first.body, cached: true })
  })

  test('each chain for itself where only some are in the cache', async () => {
    await market.look({ ...lisbon, chains: 'aurelia' })
    const mixed = await market.look({ ...lisbon, chains: 'dunmore,aurelia,juniper' })
    expect(mixed).toMatchObject({ credits: 2.25, line: { live: 2, cached: 1 }, body: { cached: false } })
  })

  test('nothing for a chain without a hotel there', async () => {
    const none = GEO_CHAINS.split(' ').find(
      (chain) => expected([chain], lisbon.lat, lisbon.lng, 25).length === 0,
    )
    expect(none).toBeDefined()
    const first = await market.look({ ...lisbon, chains: `aurelia,${none}` })
    expect(first).toMatchObject({ credits: 1, line: { live: 1, cached: 0, free: 1 } })
    const again = await market.look({ ...lisbon, chains: `aurelia,${none}` })
    expect(again).toMatchObject({
      credits: 0.25,
      line: { live: 0, cached: 1, free: 1 },
      body: { cached: true },
    })
  })

  test('places of the same four decimals share a lookup, another radius does not', async () => {
    await market.look({ ...lisbon, chains: 'aurelia' })
    const close = await market.look({ lat: 38.71671, lng: -9.13329, chains: 'aurelia' })
    expect(close.credits).toBe(0.25)
    expect(close.body.place).toMatchObject({ lat: 38.71671, lng: -9.13329 })
    expect((await market.look({ lat: 38.7168, lng: -9.13333, chains: 'aurelia' })).credits).toBe(1)
    expect((await market.look({ ...lisbon, chains: 'aurelia', radius: 25.5 })).credits).toBe(1)
  })

  test('the cache serves for 24 hours, and then the chain is asked again', async () => {
    await market.look({ ...lisbon, chains: 'castellan' })
    const asked = await market.requests('castellan')
    await market.age(23.9)
    expect((await market.look({ ...lisbon, chains: 'castellan' })).credits).toBe(0.25)
    expect(await market.requests('castellan')).toBe(asked)
    await market.age(0.2)
    expect((await market.look({ ...lisbon, chains: 'castellan' })).credits).toBe(1)
    expect(await market.requests('castellan')).toBeGreaterThan(asked)
    expect((await market.look({ ...lisbon, chains: 'castellan' })).credits).toBe(0.25)
  })

  test('another process finds what the first has learned', async () => {
    const first = await market.look({ q: 'Lisbon', chains: 'aurelia,castellan' })
    const google = await market.requests('google')
    const other = await market.look({ q: 'LISBON', chains: 'aurelia,castellan' }, second)
    expect(other).toMatchObject({ credits: 0.5, body: { ...first.body, cached: true } })
    expect(await market.requests('google')).toBe(google)
  })

  test('a request that joins a running call pays the cached price', async () => {
    await market.look({ ...lisbon, chains: 'castellan' })
    await market.sandbox.control('/sources/castellan', { latencyMs: 500 })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => market.ask({ lat: 48.8534, lng: 2.3488, chains: 'castellan' })),
    )
    expect(answers.map(({ charged }) => charged).toSorted((a, b) => a - b)).toEqual([
      0.25, 0.25, 0.25, 0.25, 1,
    ])
    const [first] = answers.map(({ body }) => (body as { hotels: object[] }).hotels)
    expect(first?.length).toBeGreaterThan(0)
    for (const { body } of answers) expect(body).toMatchObject({ hotels: first })
  })

  test('a worst case above the remaining credits is refused before any chain is asked', async () => {
    const { key } = await newAccount(market.database.pool, 'free', { credits: 1.5, rps: 1000 })
    const asked = await market.requests('castellan')
    const path = '/v1/hotels?lat=38.71667&lng=-9.13333'
    const refused = await get(market.url, `${path}&chains=castellan,juniper`, key)
    expect([refused.status, errorOf(refused).code, refused.charged]).toEqual([429, 'quota_exceeded', 0])
    expect(await market.requests('castellan')).toBe(asked)
    expect((await get(market.url, `${path}&chains=castellan`, key)).charged).toBe(1)
  })
})

describe('a chain that fails', () => {
  const paris = { lat: 48.85341, lng: 2.3488 }

  test('is left out, is free, and is asked again the next time', async () => {
    await market.sandbox.control('/sources/castellan', { fault: '500' })
    const without = await market.look({ ...paris, chains: 'castellan,dunmore' })
    expect(without).toMatchObject({ credits: 1, line: { live: 1, cached: 0, free: 1 } })
    expect(chainsOf(without.body)).toEqual(['dunmore'])
    expect(market.apis[0]?.log()).toContain('place lookup failed at a chain; its hotels are left out')
    await market.sandbox.control('/sources/castellan', { fault: 'none' })
    const whole = await market.look({ ...paris, chains: 'castellan,dunmore' })
    expect(whole).toMatchObject({ credits: 1.25, line: { live: 1, cached: 1, free: 0 } })
  })

  test('fails the call where no other answered, at no charge', async () => {
    for (const chain of ['ivyrow', 'juniper']) {
      await market.sandbox.control(`/sources/${chain}`, { fault: '500' })
    }
    const answer = await market.ask({ ...paris, chains: 'juniper,ivyrow' })
    expect([answer.status, answer.charged]).toEqual([503, 0])
    expect(errorOf(answer)).toMatchObject({ code: 'source_unavailable', chain: 'juniper' })
  })
})
