import { type Client, inTransaction, type Pool } from '../../db/pool.ts'
import { type Catalog, findSource } from '../../sources/catalog/catalog.ts'
import { isWord, keysOf, type SearchKeys } from './words.ts'

/** Hotels per transaction: small, so that a reading of a whole source never keeps others waiting. */
const MOST_HOTELS = 50

/** Brings the search index up to date for some changed hotels, and returns how many; 0 if all are indexed. */
export async function indexHotels(pool: Pool, catalog: Catalog, singly: boolean): Promise<number> {
  return inTransaction(pool, async (client) => {
    const hotels = await takeQueued(client, singly ? 1 : MOST_HOTELS)
    if (hotels.length === 0) return 0
    const indexed = hotels.map((hotel) => {
      const { kind = 'chain' } = findSource(catalog, hotel.source) ?? {}
      const isChain = kind === 'chain'
      return { ...hotel, keys: keysOf({ ...hotel, isChain }) }
    })
    const before = await readTerms(client, indexed)
    await write(client, indexed)
    await count(
      client,
      before,
      indexed.flatMap(({ keys }) => keys.terms),
    )
    return hotels.length
  })
}

interface QueuedHotel {
  id: number
  source: string
  code: string
  name: string
  city: string | null
  brand: string | null
  country: string | null
  closed: boolean
}

interface IndexedHotel extends QueuedHotel {
  keys: SearchKeys
}

async function takeQueued(client: Client, most: number): Promise<QueuedHotel[]> {
  const { rows } = await client.query<QueuedHotel>({
    name: 'unindexed_hotels_take',
    text: `with taken as (
        delete from unindexed_hotels where hotel in (
          select hotel from unindexed_hotels order by hotel limit $1 for update skip locked) returning hotel
      )
      select h.id, h.source, h.code, h.name, h.city, h.brand, h.country, h.status = 'closed' as closed
      from taken join hotels h on h.id = taken.hotel order by h.id`,
    values: [most],
  })
  return rows
}

/** The terms that these hotels have in the index so far. Hotels are taken by one process at a time, so nothing is locked. */
async function readTerms(client: Client, hotels: readonly IndexedHotel[]): Promise<string[]> {
  const { rows } = await client.query<{ terms: string[] }>({
    name: 'hotel_search_terms',
    text: 'select terms from hotel_search where hotel = any($1::bigint[])',
    values: [hotels.map(({ id }) => id)],
  })
  return rows.flatMap(({ terms }) => terms)
}

async function write(client: Client, hotels: readonly IndexedHotel[]): Promise<void> {
  const rows = hotels.map(({ id, source, closed, keys }) => ({
    hotel: id,
    source,
    code_key: keys.codeKey,
    name_key: keys.nameKey,
    name_words: keys.nameWords,
    place_words: keys.placeWords,
    city_key: keys.cityKey,
    closed,
    terms: keys.terms,
  }))
  await client.query({
    name: 'hotel_search_write',
    text: `insert into hotel_search
      select * from jsonb_populate_recordset(null::hotel_search, $1::jsonb)
      on conflict (hotel) do update set code_key = excluded.code_key, name_key = excluded.name_key,
        name_words = excluded.name_words, place_words = excluded.place_words, city_key = excluded.city_key,
        closed = excluded.closed, terms = excluded.terms`,
    values: [JSON.stringify(rows)],
  })
}

/** Counts how many hotels have each word. Sorted, so that two processes cannot deadlock. */
async function count(client: Client, before: readonly string[], after: readonly string[]): Promise<void> {
  const counts = new Map<string, number>()
  const add = (terms: readonly string[], step: number) => {
    for (const word of terms.filter(isWord)) counts.set(word, (counts.get(word) ?? 0) + step)
  }
  add(before, -1)
  add(after, 1)
  const changed = [...counts].filter(([, step]) => step !== 0)
  if (changed.length === 0) return
  await client.query({
    name: 'hotel_words_count',
    text: `insert into hotel_words as w
      select * from unnest($1::text[], $2::bigint[]) as n(word, hotels) order by n.word collate "C"
      on conflict (word) do update set hotels = w.hotels + excluded.hotels`,
    values: [changed.map(([word]) => word), changed.map(([, step]) => step)],
  })
}
