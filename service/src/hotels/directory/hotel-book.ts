import { LRUCache } from 'lru-cache'
import type { Pool } from '../../db/pool.ts'
import { atMost } from '../../kernel/at-most.ts'
import { type HotelName, type HotelsMaster, hotelKey } from '../master.ts'

/** What answers show of a hotel beside its rates. */
export interface BookedFacts {
  name: string
  city: string | null
  country: string | null
  lat: number | null
  lng: number | null
  currency: string | null
  timezone: string | null
  stars: number | null
}

/** The directory's facts, from this process's memory. Answers that show many hotels ask for all at once. */
export interface HotelBook {
  one(hotel: HotelName): Promise<BookedFacts | null>
  /** By `hotelKey`; unknown hotels are left out. */
  many(hotels: readonly HotelName[]): Promise<ReadonlyMap<string, BookedFacts>>
}

const MOST_HOTELS = 50_000
/** Facts change once a day at most. A hotel that is unknown, or known from an answer alone, may be read any moment. */
const KNOWN_MS = 10 * 60_000
const PARTLY_KNOWN_MS = 30_000

export function createHotelBook(pool: Pool, hotels: Pick<HotelsMaster, 'hasFacts'>): HotelBook {
  const book = new LRUCache<string, { facts: BookedFacts | null }>(atMost(MOST_HOTELS))

  /** What was unknown is read again as soon as an answer has brought its facts. */
  function isMissing(hotel: HotelName): boolean {
    const entry = book.get(hotelKey(hotel))
    return entry === undefined || (entry.facts === null && hotels.hasFacts(hotel))
  }

  async function read(missing: readonly HotelName[]): Promise<void> {
    const { rows } = await pool.query<BookedFacts & { source: string; code: string }>({
      name: 'hotel_book_read',
      text: `select h.source, h.code, h.name, h.city, h.country, h.lat, h.lng, h.currency, h.timezone, h.stars
        from unnest($1::text[], $2::text[]) as a(source, code)
        join hotels h on h.source = a.source and h.code = a.code where h.name is not null`,
      values: [missing.map(({ source }) => source), missing.map(({ hotelCode }) => hotelCode)],
    })
    const found = new Map(
      rows.map(({ source, code, ...facts }) => [hotelKey({ source, hotelCode: code }), facts]),
    )
    for (const hotel of missing) {
      const facts = found.get(hotelKey(hotel)) ?? null
      book.set(hotelKey(hotel), { facts }, { ttl: isWhole(facts) ? KNOWN_MS : PARTLY_KNOWN_MS })
    }
  }

  async function many(asked: readonly HotelName[]): Promise<Map<string, BookedFacts>> {
    const missing = asked.filter(isMissing)
    if (missing.length > 0) await read(missing)
    return new Map(
      asked.flatMap((hotel) => {
        const facts = book.get(hotelKey(hotel))?.facts
        return facts ? [[hotelKey(hotel), facts] as const] : []
      }),
    )
  }

  return {
    one: async (hotel) =>
      book.get(hotelKey(hotel))?.facts ?? (await many([hotel])).get(hotelKey(hotel)) ?? null,
    many,
  }
}

/** Directories tell where a hotel is, most answers do not. */
export function isWhole(facts: BookedFacts | null): boolean {
  return facts !== null && facts.lat !== null
}
