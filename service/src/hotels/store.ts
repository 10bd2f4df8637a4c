import { createHash } from 'node:crypto'
import type { Pool } from '../db/pool.ts'
import type { FoundPlace } from '../sources/search-engine.ts'

/** What is kept of places and of the hotels around them, for a day, for all processes. */

const FRESH = `created_at > ledger_now() - interval '24 hours'`

/** Undefined where nobody has asked within the day; empty where nobody knew the place. */
export async function findPlaces(pool: Pool, asked: readonly string[]): Promise<FoundPlace[] | undefined> {
  const { rows } = await pool.query<{ places: FoundPlace[] }>({
    name: 'place_lookups_find',
    text: `select places from place_lookups where asked = $1 and ${FRESH}`,
    values: [digest(asked)],
  })
  return rows[0]?.places
}

export async function keepPlaces(
  pool: Pool,
  asked: readonly string[],
  places: readonly FoundPlace[],
): Promise<void> {
  await pool.query({
    name: 'place_lookups_keep',
    text: `insert into place_lookups values ($1, $2, ledger_now())
      on conflict (asked) do update set places = excluded.places, created_at = excluded.created_at`,
    values: [digest(asked), JSON.stringify(places)],
  })
}

/** A point and how far around it, as lookups are kept under. */
export interface Circle {
  /** Ten-thousandths of a degree. */
  lat: number
  lng: number
  radiusMi: number
}

/** A hotel as the master knows it. */
export interface KnownHotel {
  no: number
  hotelCode: string
  name: string
  city: string | null
  country: string | null
  lat: number | null
  lng: number | null
}

/** Source → its hotels in the circle, for each source that was asked within the day. */
export async function findLookups(
  pool: Pool,
  sources: readonly string[],
  { lat, lng, radiusMi }: Circle,
): Promise<Map<string, KnownHotel[]>> {
  const { rows } = await pool.query<{ source: string; hotel: KnownHotel | null }>({
    name: 'hotel_lookups_find',
    text: `select l.source, case when h.id is not null then json_build_object('no', h.id, 'hotelCode', h.code,
        'name', coalesce(h.name, h.code), 'city', h.city, 'country', h.country, 'lat', h.lat, 'lng', h.lng) end as hotel
      from hotel_lookups l
      left join lateral unnest(l.hotels) as listed(no) on true
      left join hotels h on h.id = listed.no
      where l.source = any($1) and l.lat = $2 and l.lng = $3 and l.radius_mi = $4 and l.${FRESH}`,
    values: [sources, lat, lng, radiusMi],
  })
  const found = new Map<string, KnownHotel[]>()
  for (const { source, hotel } of rows) {
    const hotels = found.get(source) ?? []
    if (hotel) hotels.push(hotel)
    found.set(source, hotels)
  }
  return found
}

export async function keepLookups(
  pool: Pool,
  { lat, lng, radiusMi }: Circle,
  lookups: readonly { source: string; hotelNos: readonly number[] }[],
): Promise<void> {
  // An array of arrays would have to be a rectangle, so the lists travel as JSON.
  const lists = lookups.map(({ source, hotelNos }) => ({ source, hotels: hotelNos }))
  // In one order everywhere, so that no two wait for each other in a circle.
  await pool.query({
    name: 'hotel_lookups_keep',
    text: `insert into hotel_lookups
      select k.source, $2, $3, $4, array(select value::bigint from jsonb_array_elements_text(k.hotels)), ledger_now()
      from jsonb_to_recordset($1) as k(source text, hotels jsonb) order by k.source
      on conflict (source, lat, lng, radius_mi)
      do update set hotels = excluded.hotels, created_at = excluded.created_at`,
    values: [JSON.stringify(lists), lat, lng, radiusMi],
  })
}

/** What nobody can use any more. */
export async function forgetOldLookups(pool: Pool): Promise<number> {
  const places = await pool.query(`delete from place_lookups where not (${FRESH})`)
  const hotels = await pool.query(`delete from hotel_lookups where not (${FRESH})`)
  return (places.rowCount ?? 0) + (hotels.rowCount ?? 0)
}

function digest(asked: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(asked)).digest()
}
