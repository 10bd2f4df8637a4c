import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf } from '../support/client.ts'
import { openPlaceMarket, type PlaceMarket } from './place-market.ts'

let market: PlaceMarket

const chains = 'castellan'

beforeAll(async () => {
  market = await openPlaceMarket()
})

afterAll(() => market.stop())

/** Each test uses a different town, because found places are cached. */
test.each([
  ['500', 'Porto', 'PT'],
  ['refuse', 'Milano', 'IT'],
  ['html', 'Osaka', 'JP'],
  ['wrong_schema', 'Seville', 'ES'],
  ['hang', 'Wien', 'AT'],
])('the gazetteer answers while the search engine is away: %s', async (fault, q, country) => {
  await market.sandbox.control('/sources/google', { fault })
  const found = await market.look({ q, chains })
  expect(found.body.place).toMatchObject({ country, place_id: expect.stringMatching(/^geonames:\d+$/) })
  expect(found.body.hotels.length).toBeGreaterThan(0)
  expect(found.credits).toBe(1)
  const again = await market.look({ place_id: found.body.place?.place_id ?? '', chains })
  expect(again).toMatchObject({ credits: 0.25, body: { place: found.body.place, cached: true } })
})

test('ambiguous names have alternatives then too, and more words narrow them', async () => {
  await market.sandbox.control('/sources/google', { fault: '500' })
  const { body } = await market.look({ q: 'paris', chains })
  expect(body.place).toMatchObject({ name: 'Paris', country: 'FR' })
  expect(body.alternatives).toContainEqual(expect.objectContaining({ name: 'Paris', country: 'US' }))
  for (const q of ['Paris, Texas', 'paris TX', 'Paris, TX, USA']) {
    expect((await market.look({ q, chains })).body.place).toMatchObject({ name: 'Paris', country: 'US' })
  }
})

test('what the gazetteer does not know is a failure, and not a place that does not exist', async () => {
  await market.sandbox.control('/sources/google', { fault: '500' })
  for (const query of [{ q: 'Qwertyville' }, { place_id: 'ChIJunheardOf' }]) {
    const answer = await market.ask({ ...query, chains })
    expect([answer.status, answer.charged]).toEqual([503, 0])
    expect(errorOf(answer)).toMatchObject({ code: 'source_unavailable', chain: 'google' })
  }
})

test('nothing of that is remembered once the search engine is back', async () => {
  await market.sandbox.control('/sources/google', { fault: 'none' })
  await expect
    .poll(async () => (await market.look({ q: 'Osaka', chains })).body.place?.place_id, { timeout: 50_000 })
    .toMatch(/^ChIJ/)
})
