import { sinceMs } from '../grids/grid.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Night } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import type { Kind } from '../observations/cell-row.ts'
import { barInSql, cppInSql } from '../observations/comparable.ts'
import { keptCurrency, keptHotel, keptParty, pricedParty } from '../observations/key.ts'
import { newestOf } from '../observations/newest.ts'
import { KIND_LETTER } from '../observations/store.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { AreaDeps } from './around.ts'
import { factorsOf } from './factors.ts'
import type { CalendarAreaAsk } from './request.ts'

/** One night at all hotels. Figures are points, or money in minor units of the requested currency. */
export interface NightSummary {
  night: Night
  known: number
  available: number
  /** How many of the available hotels have figures in another currency: converted, and without a rate. */
  converted: number
  notCompared: number
  cheapest: number | null
  /** Index of the cheapest hotel, from 0; on a tie, the first. */
  cheapestHotel: number | null
  median: number | null
  /** In hundredths of a cent of the requested currency. */
  bestCpp: number | null
}

/** One hotel on all nights. */
export interface HotelSummary {
  hotel: number
  /** How many nights have a cell of any age, and which have a fresh one. */
  known: number
  fresh: readonly Night[]
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
  converted: number
  not_compared: number
  cells: number
  fresh: string[] | null
}

/**
 * Walks the primary key once per hotel and builds both summaries from it. Old cells, and prices without a reference rate,
 * have no figure. Figure and place are packed into one number, so that the minimum gives both; 65,536 covers all hotels,
 * and all days until 2149. `offset 0` keeps the planner from joining the whole table.
 */
const SUMMARY = ({ cells, quoted, figure, money }: Parts) => `
  select c.night::text as night, h.place, count(*) filter (where c.seen >= h.since) as known, count(*) as cells,
    count(c.quoted_figure) as available, count(c.money) filter (where c.quoted <> $8::int) as converted,
    count(c.quoted_money) - count(c.money) as not_compared,
    min(c.figure) as cheapest, (min(c.figure * 65536 + h.place) % 65536)::int as cheapest_place,
    (date '1970-01-01' + (min(c.figure * 65536 + (c.night - date '1970-01-01')) % 65536)::int)::text as cheapest_night,
    floor(percentile_cont(0.5) within group (order by c.figure) + 0.5)::bigint as median,
    max(c.money) as best_cpp, array_agg(c.night::text) filter (where c.seen >= h.since and $10) as fresh
  from unnest($1::bigint[], $7::bigint[]) with ordinality as h(hotel, since, place)
  cross join lateral (
    select night, seen, quoted, case when seen >= h.since then ${quoted}::bigint end as quoted_figure,
      case when seen >= h.since then ${figure}::bigint end as figure,
      case when seen >= h.since and ${quoted} is not null then ${money.quoted}::bigint end as quoted_money,
      case when seen >= h.since and ${quoted} is not null then ${money.comparable}::bigint end as money
    from ${cells} c offset 0) c
  group by grouping sets ((c.night), (h.place))
  order by c.night, h.place`

interface Parts {
  /** The hotel's cells. */
  cells: string
  quoted: string
  figure: string
  /** What may have to be converted. */
  money: { quoted: string; comparable: string }
}

const OF_HOTEL = `cells_of(h.hotel, $2::"char", $3, $4, $5, $6)`

const PARTS: Readonly<Record<Kind, Parts>> = {
  award: {
    cells: newestOf(OF_HOTEL),
    quoted: 'c.points',
    figure: 'c.points',
    money: { quoted: 'c.cpp', comparable: cppInSql('$8::int', '$9') },
  },
  cash: {
    cells: `(select * from ${OF_HOTEL} where currency = $11::int)`,
    quoted: 'c.bar',
    figure: barInSql('$8::int', '$9'),
    money: { quoted: 'c.bar', comparable: barInSql('$8::int', '$9') },
  },
}

export async function readSummaries(
  { pool, fx, now }: AreaDeps,
  chain: Source,
  hotels: readonly NearbyHotel[],
  { fill, terms }: Pick<CalendarAreaAsk, 'fill' | 'terms'>,
): Promise<Summaries> {
  const { nights, los, kind, currency } = terms
  const party = pricedParty(chain, terms.occupancy)
  const { rows } = await pool.query<Row>({
    name: `calendar_area_${kind}`,
    text: SUMMARY(PARTS[kind]),
    values: [
      hotels.map(({ no }) => keptHotel(no, party)),
      KIND_LETTER[kind],
      los,
      keptParty(party),
      nights[0],
      nights.at(-1),
      hotels.map((hotel) => sinceMs(terms, hotel)),
      currencyNo(currency),
      await factorsOf(fx, terms, kind === 'award' ? 'cpp' : 'money', now()),
      fill === 'stale',
      ...(kind === 'cash' ? [keptCurrency(chain, currency)] : []),
    ],
  })
  return {
    nights: rows.flatMap((row) => (row.night === null ? [] : [nightOf(row, row.night)])),
    hotels: rows.flatMap((row) => (row.place === null ? [] : [hotelOf(row, row.place - 1)])),
  }
}

function nightOf(row: Row, night: Night): NightSummary {
  const { known, available, converted, not_compared: notCompared, cheapest, median } = row
  const cheapestHotel = row.cheapest_place === null ? null : row.cheapest_place - 1
  const bestCpp = row.best_cpp
  return { night, known, available, converted, notCompared, cheapest, cheapestHotel, median, bestCpp }
}

function hotelOf(row: Row, hotel: number): HotelSummary {
  const { cells: known, fresh, cheapest, cheapest_night: cheapestNight } = row
  return { hotel, known, fresh: fresh ?? [], cheapest, cheapestNight }
}
