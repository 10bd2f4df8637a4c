import type { Pool } from '../../db/pool.ts'
import { EARTH_MI, type Point } from '../../kernel/great-circle.ts'

const DEGREE_MI = (EARTH_MI * Math.PI) / 180
/** A circle on a sphere is a little wider than this in degrees of longitude. */
const WIDER = 1.02

/** How many hotels the directory knows around a place, by source. Sources that it has not read to their end have no entry. */
export async function countAround(
  pool: Pool,
  sources: readonly string[],
  { lat, lng }: Point,
  radiusMi: number,
): Promise<ReadonlyMap<string, number>> {
  if (sources.length === 0) return new Map()
  const north = radiusMi / DEGREE_MI
  const east = Math.min(180, (WIDER * north) / Math.max(0.001, Math.cos((lat * Math.PI) / 180)))
  const { rows } = await pool.query<{ source: string; count: number }>({
    name: 'hotels_counted_around',
    text: `select d.source, count(h.id)::int as count from directory_syncs d
      left join hotels h on h.source = d.source and h.status <> 'closed'
        and h.lat between $2::float8 - $4::float8 and $2::float8 + $4::float8
        and (h.lng between $3::float8 - $5::float8 and $3::float8 + $5::float8
          or h.lng between $3::float8 - $5::float8 + 360 and $3::float8 + $5::float8 + 360
          or h.lng between $3::float8 - $5::float8 - 360 and $3::float8 + $5::float8 - 360)
        and 2 * $7::float8 * asin(least(1, sqrt(sind((h.lat - $2::float8) / 2) ^ 2
          + cosd($2::float8) * cosd(h.lat) * sind((h.lng - $3::float8) / 2) ^ 2))) <= $6::float8
      where d.source = any($1) and d.synced_at is not null group by d.source`,
    values: [sources, lat, lng, north, east, radiusMi, EARTH_MI],
  })
  return new Map(rows.map(({ source, count }) => [source, count]))
}
