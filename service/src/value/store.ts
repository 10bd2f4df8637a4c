import { STORED_COLUMNS, type StoredCell, type StoredColumns, storedCell } from '../cells/stored.ts'
import { named } from '../db/named.ts'
import type { Client } from '../db/pool.ts'
import { type HotelOf, parametersOf, type RankedAsk } from './parameters.ts'
import type { Valued } from './sums.ts'

/** Which classes of worth exist. */
export async function readClasses(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ rated: number }>({
    name: 'value_classes',
    text: 'select rated from worth_classes() as rated',
  })
  return rows.map(({ rated }) => rated)
}

/** A city has few enough hotels to value each. */
export async function readHotelsOfCity(client: Client, ask: RankedAsk): Promise<HotelOf[]> {
  const { rows } = await client.query<HotelOf>(
    named({
      name: 'value_city',
      text: `select id as hotel, source, code from hotels where fold_name(city) = fold_name(:city)
        and source = any(:chains::text[]) and (:country::text is null or country = :country)`,
      values: parametersOf(ask),
    }),
  )
  return rows
}

/** A hotel for display: its facts, and its best night in full. */
export interface Shown {
  name: string | null
  city: string | null
  country: string | null
  cell: StoredCell
}

interface ShownRow extends StoredColumns, Omit<Shown, 'cell'> {
  place: number
}

/** In the order of the ranking. */
export async function readShown(
  client: Client,
  hotels: readonly Pick<Valued, 'hotel' | 'bestNight'>[],
): Promise<Shown[]> {
  if (hotels.length === 0) return []
  const { rows } = await client.query<ShownRow>({
    name: 'value_shown',
    text: `select h.place - 1 as place, m.name, m.city, m.country, ${STORED_COLUMNS}
      from unnest($1::bigint[], $2::date[]) with ordinality as h(hotel, night, place)
      join hotels m on m.id = h.hotel
      cross join lateral (
        select * from ranked_cells_of(h.hotel, h.night, h.night) order by seen desc, currency limit 1) c
      order by h.place`,
    values: [hotels.map(({ hotel }) => hotel), hotels.map(({ bestNight }) => bestNight)],
  })
  return rows.map(({ name, city, country, place, ...row }) => ({
    name,
    city,
    country,
    cell: storedCell(place, row),
  }))
}
