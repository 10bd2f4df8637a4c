import type { Client, Pool } from '../db/pool.ts'

/** A chain's hotel, as clients name it. */
export interface ChainHotel {
  chain: string
  hotelCode: string
}

export const METHODS = ['cross_link', 'typeahead', 'name', 'admin'] as const
export type Method = (typeof METHODS)[number]

/** A hotel's id at another source, and how certain it is. */
export interface MappedId {
  id: string
  confidence: number
  method: Method
  /** Null if either side has no coordinates, and for ids set by an administrator. */
  distanceKm: number | null
  nameScore: number | null
  resolvedAt: Date
}

/** Source → the hotel's id there, for the given sources or for all. Unmapped sources are left out. */
export async function findIds(
  database: Pool | Client,
  hotel: ChainHotel,
  sources?: readonly string[],
): Promise<Map<string, MappedId>> {
  const { rows } = await database.query<MappedId & { source: string }>({
    name: 'hotel_ids_find',
    text: `select source, id, confidence, method, distance_km as "distanceKm", name_score as "nameScore",
        resolved_at as "resolvedAt"
      from hotel_ids where chain = $1 and hotel_code = $2 and ($3::text[] is null or source = any($3))`,
    values: [hotel.chain, hotel.hotelCode, sources ?? null],
  })
  const ids = new Map(rows.map(({ source, ...mapped }) => [source, mapped]))
  const order = sources ?? [...ids.keys()].toSorted()
  return new Map(
    order.flatMap((source) => {
      const mapped = ids.get(source)
      return mapped ? [[source, mapped] as const] : []
    }),
  )
}

/** The chain's hotel behind another source's id; null if it is not mapped. */
export async function findOwner(
  database: Pool | Client,
  source: string,
  id: string,
): Promise<ChainHotel | null> {
  const { rows } = await database.query<ChainHotel>({
    name: 'hotel_ids_owner',
    text: 'select chain, hotel_code as "hotelCode" from hotel_ids where source = $1 and id = $2',
    values: [source, id],
  })
  return rows[0] ?? null
}

/** Those of these hotels that the map does not know, in the given order. */
export async function findUnmapped(
  database: Pool | Client,
  source: string,
  hotelCodes: readonly string[],
): Promise<string[]> {
  const { rows } = await database.query<{ code: string }>({
    name: 'hotel_ids_unmapped',
    text: `select a.code from unnest($2::text[]) with ordinality as a(code, no)
      where not exists (select 1 from hotel_ids where chain = $1 and hotel_code = a.code)
        and not exists (select 1 from hotel_ids where source = $1 and id = a.code)
      order by a.no`,
    values: [source, hotelCodes],
  })
  return rows.map(({ code }) => code)
}
