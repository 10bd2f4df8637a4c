import type { Client } from '../db/pool.ts'
import { CELL_COLUMNS, type CellColumns, type RawCell, rawCell } from '../grids/cell.ts'
import { pricedParty } from '../grids/grid.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import { currencyNo } from '../kernel/money.ts'
import { occupancyNo } from '../kernel/occupancy.ts'
import { keptCurrency } from '../observations/key.ts'
import type { SearchAsk } from './request.ts'

/** Summary of a hotel's cached award nights in the range. */
export interface Matches {
  hotel: NearbyHotel
  /** When its newest night was observed, matching or not; null if there is none. */
  newestMs: number | null
  nights: number
  /** The cheapest of the matching nights, and the most per point in hundredths of a cent. */
  points: number | null
  cpp: number | null
}

/** The award cells of the hotel `h` in the range: one walk along the primary key per hotel. */
const OF_HOTEL = `c.hotel = h.hotel and c.kind = 'a' and c.los = $4 and c.occ = h.occ and c.currency = h.currency
  and c.night between $6 and $7`

/** Without copay, in the requested currency, fresh enough, and covered by the certificate if one is given. */
const MATCHES = `c.seen >= $8 and c.quoted = $9 and c.points is not null
  and (h.payable is null or (not c.premium and c.points <= h.payable))`

const HOTELS =
  'unnest($1::bigint[], $2::int[], $3::int[], $5::int[]) with ordinality as h(hotel, currency, payable, occ, place)'

function valuesOf({ terms, payable }: SearchAsk, hotels: readonly NearbyHotel[]): unknown[] {
  return [
    hotels.map(({ no }) => no),
    hotels.map(({ source }) => keptCurrency(source, terms.currency)),
    hotels.map(({ source }) => payable?.get(source.id) ?? null),
    terms.los,
    hotels.map(({ source }) => occupancyNo(pricedParty(source, terms.occupancy))),
    terms.nights[0],
    terms.nights.at(-1),
    terms.notBeforeMs,
    currencyNo(terms.currency),
  ]
}

/** In the order of the hotels. */
export async function readMatches(
  client: Client,
  ask: SearchAsk,
  hotels: readonly NearbyHotel[],
): Promise<Matches[]> {
  const { rows } = await client.query<Omit<Matches, 'hotel'> & { place: number }>({
    name: 'search_matches',
    text: `select h.place - 1 as place, m.* from ${HOTELS} cross join lateral (
        select max(c.seen) as "newestMs", count(*) filter (where ${MATCHES}) as nights,
          min(c.points) filter (where ${MATCHES}) as points, max(c.cpp) filter (where ${MATCHES}) as cpp
        from cells c where ${OF_HOTEL}) m
      order by h.place`,
    values: valuesOf(ask, hotels),
  })
  return rows.flatMap(({ place, ...matches }) => {
    const hotel = hotels[place]
    return hotel ? [{ hotel, ...matches }] : []
  })
}

/** The matching nights of each hotel in full, in the order of the hotels, then by date. */
export async function readMatchingNights(
  client: Client,
  ask: SearchAsk,
  hotels: readonly NearbyHotel[],
): Promise<RawCell[]> {
  const { rows } = await client.query<CellColumns & { place: number }>({
    name: 'search_nights',
    text: `select h.place - 1 as place, ${CELL_COLUMNS} from ${HOTELS}
      cross join lateral (select * from cells c where ${OF_HOTEL} and ${MATCHES} offset 0) c
      order by h.place, c.night`,
    values: valuesOf(ask, hotels),
  })
  return rows.map(({ place, ...row }) => rawCell(place, row))
}
