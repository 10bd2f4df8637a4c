import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { Listing } from '../../../sandbox/src/world/listing.ts'
import { inTransaction, type Pool } from '../../src/db/pool.ts'
import { storeContent } from '../../src/hotels/directory/facts-store.ts'
import { indexHotels } from '../../src/hotels/search/indexing.ts'
import { searchHotels } from '../../src/hotels/search/search.ts'
import { openSearchPool } from '../../src/hotels/search/search-pool.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import type { HotelContent } from '../../src/sources/content.ts'
import { FAMILIES } from '../../src/sources/registry.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/** Every hotel and listing of the sandbox's world, in the directory. */
const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
const world = createWorld({ seed: 7, now: () => Date.UTC(2027, 0, 1) })
const chains = catalog.sources.filter(({ kind }) => kind === 'chain').map(({ id }) => id)
const otas = catalog.sources.filter(({ kind }) => kind === 'ota').map(({ id }) => id)

let database: TestDatabase
let search: Pool
let numbers: ReadonlyMap<string, number>

beforeAll(async () => {
  database = await createTestDatabase()
  search = openSearchPool({ url: database.url, role: 'test', onIdleError: () => {} })
  for (const { id } of catalog.sources) {
    const hotels = world.listings(id).map(contentOf)
    await inTransaction(database.pool, (client) => storeContent(client, id, hotels, new Date()))
  }
  while ((await indexHotels(database.pool, catalog, false)) > 0);
  const { rows } = await database.pool.query<{ key: string; id: number }>(
    "select source || '/' || code as key, id from hotels",
  )
  numbers = new Map(rows.map(({ key, id }) => [key, id]))
}, 120_000)

afterAll(async () => {
  await search.end()
  await database.drop()
})

const sample = drawn(
  chains.flatMap((id) => world.listings(id)),
  300,
)
/** As many as the pool answers at once: on a busy machine others would wait for a connection for too long. */
const AT_ONCE = 4

test.each([
  ['its full name', ({ name }: Listing) => name],
  ['its name without accents', ({ name }: Listing) => name.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['its name with two words swapped', ({ name }: Listing) => swapped(name)],
  ['its name and its city', ({ name, city }: Listing) => `${name} ${city}`],
  ['its city and its name', ({ name, city }: Listing) => `${city}, ${name}`],
])(
  'a hotel is first for %s',
  async (_, write) => {
    const places = await placesOf(write)
    expect(places.filter((place) => place === 0).length / places.length).toBeGreaterThanOrEqual(0.99)
  },
  60_000,
)

test('a hotel is among the first three for its name with one typo', async () => {
  const places = await placesOf(({ name, code }) => withTypo(name, seedOf(code)))
  const near = places.filter((place) => place >= 0 && place < 3)
  expect(near.length / places.length).toBeGreaterThanOrEqual(0.95)
}, 120_000)

/** Where each hotel of the sample stands in the answer; -1 if it is missing. */
async function placesOf(write: (hotel: Listing) => string): Promise<number[]> {
  const placeOf = async (hotel: Listing): Promise<number> => {
    const ask = { q: write(hotel), limit: 10, chains, otas, isNarrowed: false, country: null }
    const ranked = await searchHotels(search, ask)
    const no = numbers.get(`${hotel.source}/${hotel.code}`)
    return ranked.findIndex((found) => found.hotel === no)
  }
  const places: number[] = []
  for (let from = 0; from < sample.length; from += AT_ONCE)
    places.push(...(await Promise.all(sample.slice(from, from + AT_ONCE).map(placeOf))))
  return places
}

function contentOf({
  code,
  name,
  address,
  city,
  country,
  lat,
  lng,
  stars,
  currency,
  brand,
}: Listing): HotelContent {
  return {
    hotelCode: code,
    name,
    brand,
    address,
    city,
    region: null,
    postalCode: null,
    country,
    lat,
    lng,
    stars,
    currency,
    timezone: null,
    roomsTotal: null,
    status: 'open',
  }
}

function drawn<T>(all: readonly T[], howMany: number): T[] {
  const step = all.length / howMany
  return Array.from({ length: howMany }, (_, index) => all[Math.floor(index * step)] as T)
}

function swapped(name: string): string {
  const [first = '', second = '', ...rest] = name.split(' ')
  return [second, first, ...rest].join(' ')
}

/** A letter left out, doubled, wrong, or swapped with the next, in the middle of one of the longer words. */
function withTypo(name: string, seed: number): string {
  const words = name.split(' ')
  const long = words.flatMap((word, index) => (word.length > 3 ? [index] : []))
  const at = long[seed % long.length] ?? 0
  const word = words[at] ?? ''
  const letter = 1 + ((seed >>> 3) % Math.max(1, word.length - 2))
  const [before, here, next, after] = [
    word.slice(0, letter),
    word[letter] ?? '',
    word[letter + 1] ?? '',
    word.slice(letter + 2),
  ]
  const typos = [
    before + next + after,
    before + here + here + next + after,
    `${before}q${next}${after}`,
    before + next + here + after,
  ]
  words[at] = typos[(seed >>> 6) % typos.length] ?? word
  return words.join(' ')
}

function seedOf(code: string): number {
  return Array.from(code).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)
}

test('a shorter answer is the beginning of a longer one', async () => {
  const asked = sample
    .slice(0, 40)
    .flatMap(({ name, city }) => [city, name.slice(0, 5), `${name.split(' ')[0]} ${city}`])
  const others: string[] = []
  for (const q of asked) {
    const [longest, ...shorter] = await Promise.all(
      [50, 10, 3, 1].map((limit) =>
        searchHotels(search, { q, limit, chains, otas, isNarrowed: false, country: null }),
      ),
    )
    for (const answer of shorter) {
      const first = longest?.slice(0, answer.length).map(({ hotel }) => hotel)
      if (first?.join() !== answer.map(({ hotel }) => hotel).join()) others.push(`${q} (${answer.length})`)
    }
  }
  expect(others).toEqual([])
}, 60_000)
