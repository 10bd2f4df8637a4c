import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/pool.ts'
import { closeHotels, storeContent } from '../../src/hotels/directory/facts-store.ts'
import { createHotelsMaster } from '../../src/hotels/master.ts'
import { indexHotels } from '../../src/hotels/search/indexing.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import type { HotelContent } from '../../src/sources/content.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { newAccount } from '../support/accounts.ts'
import { errorOf, get } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'

interface Found {
  chain: string
  hotel_code: string
  name: string
  match: string
  score: number
  timezone: string | null
  status: string
}

const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
let database: TestDatabase
let api: ApiProcess
let key: string

beforeAll(async () => {
  database = await createTestDatabase()
  await keep('aurelia', [
    hotel('LONAU', 'Aurelia London Observatory', 'London', 'GB', { lat: 51.48, lng: 0 }),
    hotel('LONOP', 'Aurelia London Opera', 'London', 'GB'),
    hotel('PARAU', 'Aurelia Grand Paris Étoile', 'Paris', 'FR'),
    hotel('SAOAU', 'Solenne São Paulo by Aurelia', 'São Paulo', 'BR'),
  ])
  await keep('brightwater', [hotel('LONBW', 'Brightwater Riverside', 'London', 'GB')])
  await keep('lodgista', [
    hotel('1001', 'Hotel Aurelia London Observatory', 'London', 'GB'),
    hotel('LONAU', 'A listing with the code of another', 'Leeds', 'GB'),
    hotel('1002', 'Łódź Guesthouse', 'Łódź', 'PL'),
  ])
  // More hotels than a search ranks have a word that begins with `fern`; only the last one has the word itself.
  await keep('castellan', [
    ...Array.from({ length: 120 }, (_, no) =>
      hotel(`F${100 + no}`, `Castellan Fernwood ${no}`, 'Dover', 'GB'),
    ),
    hotel('F900', 'Castellan Valley Fern', 'Dover', 'GB'),
  ])
  await inTransaction(database.pool, (client) => closeHotels(client, 'aurelia', ['LONOP']))
  while ((await indexHotels(database.pool, catalog, false)) > 0);
  api = await startApi(database.url)
  key = (await newAccount(database.pool, 'pro', { rps: 1000 })).key
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
})

async function search(query: Record<string, string | number>): Promise<Found[]> {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { status, charged, body } = await get(api.url, `/v1/hotels/search?${params.toString()}`, key)
  expect({ status, charged }).toEqual({ status: 200, charged: 0 })
  return (body as { hotels: Found[] }).hotels
}

const codes = (hotels: readonly Found[]) => hotels.map(({ chain, hotel_code }) => `${chain}/${hotel_code}`)

describe('a search', () => {
  test.each([
    ['the beginning of a name', 'aur', 'aurelia/LONAU'],
    ['two letters', 'br', 'brightwater/LONBW'],
    ['words as far as typed, in any order', 'obs lon aurelia', 'aurelia/LONAU'],
    ['a name without its accents', 'grand paris etoile', 'aurelia/PARAU'],
    ['a name with accents in another writing', 'SOLENNE SÃO PAULO', 'aurelia/SAOAU'],
    ['a letter that has no accent but a stroke', 'lodz', 'lodgista/1002'],
    ['a letter too few', 'aurelia londn observatory', 'aurelia/LONAU'],
    ['two letters swapped', 'brightwatre', 'brightwater/LONBW'],
    ['a word too many', 'aurelia london observatory spa', 'aurelia/LONAU'],
    ['a brand and a city', 'brightwater london', 'brightwater/LONBW'],
    ['a word that is the beginning of a frequent one', 'dover fern', 'castellan/F900'],
    ['a phrase', 'the Observatory hotel in London', 'aurelia/LONAU'],
    ['a phrase with a typo', 'a hotel called Brightwatre in London', 'brightwater/LONBW'],
    [
      'a long phrase',
      'the hotel of the brand Aurelia at the Observatory in the city of London',
      'aurelia/LONAU',
    ],
    ['a name that begins like words that join others', 'hotel aurelia london observatory', 'lodgista/1001'],
    ['a city and a misspelled name', 'london rivreside', 'brightwater/LONBW'],
  ])('finds a hotel by %s', async (_, q, expected) => {
    expect(codes(await search({ q }))[0]).toBe(expected)
  })

  test('puts an exact code first, of chains before that of agencies', async () => {
    const found = await search({ q: 'lonau' })
    expect(codes(found).slice(0, 2)).toEqual(['aurelia/LONAU', 'lodgista/LONAU'])
    expect(found[0]).toMatchObject({ match: 'code', score: 1 })
    expect(codes(await search({ q: '1001' }))[0]).toBe('lodgista/1001')
  })

  test('puts hotels of chains before listings, and open hotels before closed ones', async () => {
    const found = await search({ q: 'aurelia london' })
    expect(codes(found)).toEqual(['aurelia/LONAU', 'aurelia/LONOP', 'lodgista/1001'])
    expect(found.map(({ status }) => status)).toEqual(['open', 'closed', 'open'])
  })

  test('gives a hotel that lacks half of the words a low score', async () => {
    const [lacking] = await search({ q: 'aurelia munich' })
    expect(lacking?.score).toBeLessThan(0.4)
    const [one] = await search({ q: 'aurelia london observatory spa' })
    expect(one?.score).toBeGreaterThan(0.4)
  })

  test('says if only the city matched', async () => {
    const found = await search({ q: 'london' })
    expect(found.find(({ hotel_code }) => hotel_code === 'LONBW')?.match).toBe('city')
    expect(found.find(({ hotel_code }) => hotel_code === 'LONAU')?.match).toBe('name')
  })

  test('can be narrowed by chain, kind and country', async () => {
    expect(codes(await search({ q: 'london', chains: 'brightwater' }))).toEqual(['brightwater/LONBW'])
    expect(codes(await search({ q: 'london', kind: 'ota' }))).toEqual(['lodgista/1001'])
    expect(codes(await search({ q: 'aurelia', country: 'fr' }))).toEqual(['aurelia/PARAU'])
    expect(await search({ q: 'london', chains: 'brightwater', kind: 'ota' })).toEqual([])
    expect(await search({ q: 'aurelia', limit: 2 })).toHaveLength(2)
  })

  test('finds nothing for what no hotel has', async () => {
    expect(await search({ q: 'xqzzy' })).toEqual([])
    expect(await search({ q: '???' })).toEqual([])
  })

  test.each([
    ['q=', '`q`'],
    ['', '`q`'],
    [`q=${'a'.repeat(101)}`, '100'],
    ['q=%20%20', '`q` must not be empty'],
    ['q=x&limit=51', '50'],
    ['q=x&chains=nowhere', 'nowhere'],
    ['q=x&chains=aurelia,', '`chains`'],
    ['q=x&country=GBR', '`country`'],
    ['q=x&kind=hostel', '`kind`'],
    ['q=x&city=London', 'city'],
  ])('is refused for %s', async (query, named) => {
    const answer = await get(api.url, `/v1/hotels/search?${query}`, key)
    expect({ status: answer.status, charged: answer.charged }).toEqual({ status: 400, charged: 0 })
    expect(errorOf(answer).message).toContain(named)
  })

  test('follows a hotel that is renamed', async () => {
    await keep('brightwater', [hotel('LONBW', 'Brightwater Tower Bridge', 'London', 'GB')])
    while ((await indexHotels(database.pool, catalog, false)) > 0);
    expect(codes(await search({ q: 'tower bridge' }))).toEqual(['brightwater/LONBW'])
    expect(await search({ q: 'riverside' })).toEqual([])
    const { rows } = await database.pool.query("select hotels from hotel_words where word = 'riverside'")
    expect(rows).toEqual([{ hotels: 0 }])
  })
})

describe('a hotel', () => {
  test('is described with all that is known, its time zone from its coordinates', async () => {
    const { status, charged, body } = await get(api.url, '/v1/hotels/aurelia/LONAU', key)
    expect({ status, charged }).toEqual({ status: 200, charged: 0 })
    expect(body).toMatchObject({
      hotel: {
        chain: 'aurelia',
        hotel_code: 'LONAU',
        city: 'London',
        timezone: 'Europe/London',
        status: 'open',
      },
      ids: {},
    })
  })

  test('keeps its name where an answer says the code instead, and takes the name where that comes later', async () => {
    const master = createHotelsMaster(database.pool)
    const tell = (hotelCode: string, name: string) => {
      const record = { hotelCode, name, city: null, country: 'GB', lat: null, lng: null }
      return master.register([{ source: 'aurelia', hotelCode, record }])
    }
    const nameOf = async (code: string) => {
      const { body } = await get(api.url, `/v1/hotels/aurelia/${code}`, key)
      return (body as { hotel: { name: string } }).hotel.name
    }
    for (const name of ['Aurelia Leeds Dock', 'LDSAU']) await tell('LDSAU', name)
    expect(await nameOf('LDSAU')).toBe('Aurelia Leeds Dock')
    for (const name of ['YRKAU', 'Aurelia York Walls']) await tell('YRKAU', name)
    expect(await nameOf('YRKAU')).toBe('Aurelia York Walls')
  })

  test('that is unknown is not found', async () => {
    const answer = await get(api.url, '/v1/hotels/aurelia/NOWHERE', key)
    expect(answer.status).toBe(404)
    expect(errorOf(answer)).toMatchObject({ code: 'hotel_not_found', chain: 'aurelia' })
    expect((await get(api.url, '/v1/hotels/nowhere/LONAU', key)).status).toBe(400)
  })
})

async function keep(source: string, hotels: HotelContent[]): Promise<void> {
  await inTransaction(database.pool, (client) => storeContent(client, source, hotels, new Date()))
}

function hotel(
  hotelCode: string,
  name: string,
  city: string,
  country: string,
  at: { lat: number; lng: number } | null = null,
): HotelContent {
  return {
    hotelCode,
    name,
    brand: null,
    address: null,
    city,
    region: null,
    postalCode: null,
    country,
    lat: at?.lat ?? null,
    lng: at?.lng ?? null,
    stars: 4,
    currency: null,
    timezone: null,
    roomsTotal: null,
    status: 'open',
  }
}
