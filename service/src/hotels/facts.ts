import type { Pool } from '../db/pool.ts'
import type { Point } from '../kernel/great-circle.ts'
import type { HotelRecord } from '../sources/source.ts'
import type { HotelName } from './master.ts'

/** What we know about a hotel; undefined if its name is unknown. */
export async function findFacts(pool: Pool, hotel: HotelName): Promise<HotelRecord | undefined> {
  const { rows } = await pool.query<HotelRecord>({
    name: 'hotels_facts',
    text: `select code as "hotelCode", name, city, country, lat, lng from hotels
      where source = $1 and code = $2 and name is not null`,
    values: [hotel.source, hotel.hotelCode],
  })
  return rows[0]
}

const KM_PER_DEGREE = 111.2

/** The hotels of these sources in a square around a point: all within the distance, plus a few in the corners. */
export async function findAround(
  pool: Pool,
  sources: readonly string[],
  { lat, lng }: Point,
  km: number,
): Promise<(HotelRecord & { source: string; no: number })[]> {
  const north = km / KM_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  const { rows } = await pool.query<HotelRecord & { source: string; no: number }>({
    name: 'hotels_around',
    text: `select id as no, source, code as "hotelCode", name, city, country, lat, lng from hotels
      where source = any($1) and name is not null and lat between $2 and $3 and lng between $4 and $5`,
    values: [sources, lat - north, lat + north, lng - east, lng + east],
  })
  return rows
}
