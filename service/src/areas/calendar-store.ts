import type { Pool } from '../db/pool.ts'
import { pricedParty } from '../grids/grid.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Night } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { occupancyNo } from '../kernel/occupancy.ts'
import { keptCurrency } from '../observations/key.ts'
import { KIND_LETTER } from '../observations/store.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { AreaTerms } from './request.ts'

/** One night at all hotels. Figures are points, or money in minor units. */
export interface NightSummary {
  night: Night
  known: number
  available: number
  cheapest: number | null
  /** Index of the cheapest hotel, from 0; on a tie, the first. */
  cheapestHotel: number | null
  median: number | null
  /** In hundredths of a cent. */
  bestCpp: number | null
}

/** One hotel on all nights. */
export interface HotelSummary {
  hotel: number
  newestMs: number
  cheapest: number | null
  /** On a tie, the first night. */
  cheapestNight: Night | null
}

export interface Summaries {
  nights: NightSummary[]
  hotels: HotelSummary[]
}

interface Row {
  night: string | null
  place: number | null
  known: number
  available: number
  cheapest: number | null
  cheapest_place: number | null
  cheapest_night: string | null
  median: number | null
  best_cpp: number | null
  newest: number
}

/**
 * Walks the primary key once per hotel and builds both summaries from it. Cells that are too old or in another currency
 * have no figure, but old ones still count for `newest`. Figure and place are packed into one number, so that the minimum
 * gives both; 65,536 covers all hotels, and all days until 2149. `offset 0` keeps the planner from joining the whole table.
 */
const SUMMARY = (figure: 'points' | 'bar') => `
  select c.night::text as night, h.place, count(*) filter (where c.seen >= $7) as known, count(c.figure) as available,
    min(c.figure) as cheapest, (min(c.figure * 65536 + h.place) % 65536)::int as cheapest_place,
    (date '1970-01-01' + (min(c.figure * 65536 + (c.night - date '1970-01-01')) % 65536)::int)::text as cheapest_night,
    floor(percentile_cont(0.5) within group (order by c.figure) + 0.5)::bigint as median,
    max(case when c.figure is not null then c.cpp end) as best_cpp, max(c.seen) as newest
  from unnest($1::bigint[]) with ordinality as h(hotel, place)
  cross join lateral (
    select night, seen, cpp, case when seen >= $7 and quoted = $8 then ${figure}::bigint end as figure from cells
    where cells.hotel = h.hotel and kind = $2::"char" and los = $3 and occ = $4 and currency = $9 and night between $5 and $6
    offset 0) c
  group by grouping sets ((c.night), (h.place))
  order by c.night, h.place`

export async function readSummaries(
  pool: Pool,
  chain: Source,
  hotels: readonly NearbyHotel[],
  { nights, los, kind, occupancy, currency, notBeforeMs }: AreaTerms,
): Promise<Summaries> {
  const { rows } = await pool.query<Row>({
    name: `calendar_area_${kind}`,
    text: SUMMARY(kind === 'award' ? 'points' : 'bar'),
    values: [
      hotels.map(({ no }) => no),
      KIND_LETTER[kind],
      los,
      occupancyNo(pricedParty(chain, occupancy)),
      nights[0],
      nights.at(-1),
      notBeforeMs,
      currencyNo(currency),
      keptCurrency(chain, currency),
    ],
  })
  return {
    nights: rows.flatMap((row) => (row.night === null ? [] : [nightOf(row, row.night)])),
    hotels: rows.flatMap((row) => (row.place === null ? [] : [hotelOf(row, row.place - 1)])),
  }
}

function nightOf(row: Row, night: Night): NightSummary {
  const { known, available, cheapest, median } = row
  const cheapestHotel = row.cheapest_place === null ? null : row.cheapest_place - 1
  return { night, known, available, cheapest, cheapestHotel, median, bestCpp: row.best_cpp }
}

function hotelOf(row: Row, hotel: number): HotelSummary {
  return { hotel, newestMs: row.newest, cheapest: row.cheapest, cheapestNight: row.cheapest_night }
}
