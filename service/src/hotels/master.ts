import { LRUCache } from 'lru-cache'
import type { Pool } from '../db/pool.ts'
import { atMost } from '../kernel/at-most.ts'
import type { HotelRecord } from '../sources/source.ts'

/** A property as clients name it. */
export interface HotelName {
  source: string
  hotelCode: string
}

/** Every known property, with the number that identifies it in other tables. */
export interface HotelsMaster {
  /** The numbers of the known hotels; unknown ones are left out. */
  findNos(hotels: readonly HotelName[]): Promise<Map<string, number>>
  /** Their numbers, assigned now if they had none. Facts from the source are stored with them. */
  register(hotels: readonly (HotelName & { record: HotelRecord | null })[]): Promise<Map<string, number>>
  /** Whether this process has stored facts of it. */
  hasFacts(hotel: HotelName): boolean
}

export function hotelKey({ source, hotelCode }: HotelName): string {
  return `${source}/${hotelCode}`
}

/** The number of a hotel that was registered. */
export function numberOf(nos: ReadonlyMap<string, number>, hotel: HotelName): number {
  const no = nos.get(hotelKey(hotel))
  if (no === undefined) throw new Error(`the hotel ${hotelKey(hotel)} has no number`)
  return no
}

export function createHotelsMaster(pool: Pool): HotelsMaster {
  // Numbers never change, so cached ones stay valid.
  const known = new LRUCache<string, number>(atMost(200_000))
  const told = new LRUCache<string, string>(atMost(50_000))

  async function findNos(hotels: readonly HotelName[]): Promise<Map<string, number>> {
    const missing = hotels.filter((hotel) => !known.has(hotelKey(hotel)))
    if (missing.length > 0) {
      const { rows } = await pool.query<Row>({
        name: 'hotels_find',
        text: `select h.id, h.source, h.code from unnest($1::text[], $2::text[]) as a(source, code)
          join hotels h on h.source = a.source and h.code = a.code`,
        values: [missing.map(({ source }) => source), missing.map(({ hotelCode }) => hotelCode)],
      })
      for (const row of rows) known.set(hotelKey({ source: row.source, hotelCode: row.code }), row.id)
    }
    const found = hotels.map((hotel) => [hotelKey(hotel), known.get(hotelKey(hotel))] as const)
    return new Map(found.flatMap(([key, no]) => (no === undefined ? [] : [[key, no] as const])))
  }

  return {
    findNos,
    register: async (hotels) => {
      const news = hotels.filter(({ record, ...hotel }) => {
        const key = hotelKey(hotel)
        return !known.has(key) || (record !== null && told.get(key) !== JSON.stringify(record))
      })
      const unique = [...new Map(news.map((hotel) => [hotelKey(hotel), hotel])).values()]
      if (unique.length > 0) {
        const sorted = unique.toSorted((a, b) => (hotelKey(a) < hotelKey(b) ? -1 : 1))
        const { rows } = await pool.query<Row>({
          name: 'hotels_register',
          text: REGISTER,
          values: columns(sorted),
        })
        for (const row of rows) known.set(hotelKey({ source: row.source, hotelCode: row.code }), row.id)
        for (const hotel of sorted) if (hotel.record) told.set(hotelKey(hotel), JSON.stringify(hotel.record))
      }
      return findNos(hotels)
    },
    hasFacts: (hotel) => told.has(hotelKey(hotel)),
  }
}

interface Row {
  id: number
  source: string
  code: string
}

function columns(hotels: (HotelName & { record: HotelRecord | null })[]): unknown[] {
  return [
    hotels.map(({ source }) => source),
    hotels.map(({ hotelCode }) => hotelCode),
    hotels.map(({ record }) => record?.name ?? null),
    hotels.map(({ record }) => record?.city ?? null),
    hotels.map(({ record }) => record?.country ?? null),
    hotels.map(({ record }) => record?.lat ?? null),
    hotels.map(({ record }) => record?.lng ?? null),
  ]
}

/** Some answers say the code in the place of the name. It is a name only as long as no other is known. */
const TOLD: Readonly<Record<string, string>> = { name: 'nullif(excluded.name, excluded.code)' }

/** What a source says of a hotel beside its rates never replaces what its listing says. */
const latest = (field: string) =>
  `${field} = case when h.listed_at is null then coalesce(${TOLD[field] ?? `excluded.${field}`}, h.${field}, excluded.${field})
    else coalesce(h.${field}, excluded.${field}) end`

/** A field that the source leaves out keeps its earlier value. Sorted, so concurrent writers cannot deadlock. */
const REGISTER = `
  insert into hotels as h (source, code, name, city, country, lat, lng)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[])
  on conflict (source, code) do update set
    ${['name', 'city', 'country', 'lat', 'lng'].map(latest).join(', ')}, updated_at = case when h.listed_at is null then now() else h.updated_at end
  returning id, source, code`
