import type { Pool } from '../../db/pool.ts'
import { distanceMi, type Point } from '../../kernel/great-circle.ts'

/** How far to look, in degrees of latitude. The near look is cheap and almost always enough; the far one reaches about 350 miles. */
const REACHES_DEG = [0.5, 5] as const
const DEGREE_MI = 69

export interface Nearest {
  chain: string
  distanceMi: number
}

/** The open hotel of these chains that is nearest to a place, by the directory alone; null if there is none within reach. */
export async function findNearestHotel(
  pool: Pool,
  place: Point,
  chains: readonly string[],
): Promise<Nearest | null> {
  let nearest: Nearest | null = null
  for (const reach of REACHES_DEG) {
    nearest = await nearestWithin(pool, place, chains, reach)
    // A hotel farther east than the reach may have a nearer one farther north.
    if (nearest && nearest.distanceMi <= reach * DEGREE_MI) return nearest
  }
  return nearest
}

async function nearestWithin(
  pool: Pool,
  place: Point,
  chains: readonly string[],
  reachDeg: number,
): Promise<Nearest | null> {
  const { rows } = await pool.query<{ chain: string; lat: number; lng: number }>({
    name: 'hotels_nearest',
    text: `select source as chain, lat, lng from hotels
      where source = any($1) and status <> 'closed' and lng is not null and lat between $2 - $4::float8 and $2 + $4::float8
      order by (lat - $2) ^ 2
        + (least(abs(lng - $3::float8), 360 - abs(lng - $3::float8)) * cos(radians($2::float8))) ^ 2
      limit 1`,
    values: [chains, place.lat, place.lng, reachDeg],
  })
  const [found] = rows
  return found ? { chain: found.chain, distanceMi: distanceMi(place, found) } : null
}
