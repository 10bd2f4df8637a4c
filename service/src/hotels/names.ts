import type { Reads } from '../db/replica/reads.ts'

export interface HotelId {
  chain: string
  hotel_code: string
}

export interface HotelName extends HotelId {
  name: string
  lat: number | null
  lng: number | null
}

/** The names of these hotels and where they are, in one query; hotels without a known name are left out. */
export async function findNames(reads: Reads, hotels: readonly HotelId[]): Promise<HotelName[]> {
  const { rows } = await reads.query<HotelName>({
    name: 'hotel_names_find',
    text: `select h.source as chain, h.code as hotel_code, h.name, h.lat, h.lng
      from unnest($1::text[], $2::text[]) as asked(source, code)
      join hotels h on h.source = asked.source and h.code = asked.code
      where h.name is not null`,
    values: [hotels.map(({ chain }) => chain), hotels.map(({ hotel_code }) => hotel_code)],
  })
  return rows
}
