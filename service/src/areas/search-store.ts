import { STORED_COLUMNS, type StoredCell, type StoredColumns, storedCell } from '../cells/stored.ts'
import type { Client } from '../db/pool.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { sinceMs } from '../grids/grid.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Night } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { cppInSql } from '../observations/comparable.ts'
import { keyOfHotel } from '../observations/key.ts'
import { overNewest } from '../observations/newest.ts'
import { KIND_LETTER } from '../observations/store.ts'
import { factorsOf } from './factors.ts'
import type { SearchAsk } from './request.ts'

/** Summary of a hotel's cached award nights in the range. */
export interface Matches {
  hotel: NearbyHotel
  /** When its newest night was observed, matching or not; null if there is none. */
  newestMs: number | null
  /** How many nights have a cell of any age, and which have a fresh one; null if that was not asked for. */
  known: number
  fresh: readonly Night[] | null
  freshNights: number
  nights: number
  /** The cheapest of the matching nights, and the most per point in hundredths of a cent of the requested currency. */
  points: number | null
  cpp: number | null
}

/** The award cells of the hotel `h` in the range: one walk along the primary key per hotel. */
const OF_HOTEL = `cells_of(h.hotel, '${KIND_LETTER.award}', $3, h.occ, $5, $6)`

/** Without copay, fresh enough, and covered by the certificate if one is given. */
const MATCHES = `c.seen >= h.since and c.points is not null
  and (h.payable is null or (not c.premium and c.points <= h.payable))
  and c.points <= case when c.premium then h.most_premium else h.most end`

const HOTELS = `unnest($1::bigint[], $2::int[], $4::int[], $7::bigint[], $8::int[], $9::int[])
    with ordinality as h(hotel, payable, occ, since, most, most_premium, place)`

const ANY = 2_147_483_647

function valuesOf({ terms, payable, withinWallet }: SearchAsk, hotels: readonly NearbyHotel[]): unknown[] {
  const keys = hotels.map(({ no, source }) => keyOfHotel(no, source, terms))
  return [
    keys.map(({ hotel }) => hotel),
    hotels.map(({ source }) => payable?.get(source.id) ?? null),
    terms.los,
    keys.map(({ occ }) => occ),
    terms.nights[0],
    terms.nights.at(-1),
    hotels.map((hotel) => sinceMs(terms, hotel)),
    hotels.map(({ source }) => withinWallet?.get(source.id)?.standard ?? ANY),
    hotels.map(({ source }) => withinWallet?.get(source.id)?.premium ?? ANY),
  ]
}

/** In the order of the hotels. */
export async function readMatches(
  client: Client,
  fx: ReferenceRates,
  ask: SearchAsk,
  hotels: readonly NearbyHotel[],
  nowMs: number,
): Promise<Matches[]> {
  const factors = ask.rank === 'cpp' ? await factorsOf(fx, ask.terms, 'cpp', nowMs) : '{}'
  const { rows } = await client.query<{ place: number; matches: Omit<Matches, 'hotel'> }>({
    name: 'search_matches',
    text: `select h.place - 1 as place, m.matches from ${HOTELS}
      cross join lateral ${overNewest(SUMMARY, OF_HOTEL)} as m(matches) order by h.place`,
    values: [...valuesOf(ask, hotels), currencyNo(ask.terms.currency), factors, ask.fill === 'stale'],
  })
  return rows.flatMap(({ place, matches }) => {
    const hotel = hotels[place]
    return hotel ? [{ hotel, ...matches }] : []
  })
}

const SUMMARY = `json_build_object('newestMs', max(c.seen), 'known', count(*), 'freshNights', count(*) filter (where c.seen >= h.since),
  'nights', count(*) filter (where ${MATCHES}),
  'points', min(c.points) filter (where ${MATCHES}), 'cpp', max(${cppInSql('$10::int', '$11')}) filter (where ${MATCHES}),
  'fresh', array_agg(c.night::text) filter (where c.seen >= h.since and $12))`

/** The matching nights of each hotel in full, in the order of the hotels, then by date. */
export async function readMatchingNights(
  client: Client,
  ask: SearchAsk,
  hotels: readonly NearbyHotel[],
): Promise<StoredCell[]> {
  const { rows } = await client.query<StoredColumns & { place: number; matches: boolean }>({
    name: 'search_nights',
    text: `select h.place - 1 as place, ${MATCHES} as matches, ${STORED_COLUMNS} from ${HOTELS} cross join lateral ${OF_HOTEL} c
      where c.seen >= h.since order by h.place, c.night, c.seen desc, c.currency`,
    values: valuesOf(ask, hotels),
  })
  // Of each night the newest cell counts. Choosing it here is faster than in the database.
  const newest = rows.filter(({ place, night }, no) => {
    const before = rows[no - 1]
    return before?.place !== place || before.night !== night
  })
  return newest.filter(({ matches }) => matches).map((row) => storedCell(row.place, row))
}
