import { type Static, Type } from 'typebox'
import type { Pool } from '../../db/pool.ts'
import { nullable, Timestamp } from '../../edge/schemas.ts'
import type { HotelName } from '../master.ts'

/** All that is known of a hotel, as clients read it. */
export const HotelFactsSchema = Type.Object(
  {
    chain: Type.String({ description: 'Id of the chain or travel agency.' }),
    hotel_code: Type.String({ description: 'The code to pass to the other calls, together with `chain`.' }),
    name: Type.String({ description: 'As spelled by the source.' }),
    brand: nullable(Type.String(), 'The brand within the chain.'),
    address: nullable(Type.String(), 'Street and number.'),
    city: nullable(Type.String(), 'As spelled by the source.'),
    region: nullable(Type.String(), 'State or province.'),
    postal_code: nullable(Type.String(), 'Postal code.'),
    country: nullable(Type.String(), 'ISO 3166 alpha-2.'),
    lat: nullable(Type.Number(), 'Degrees north.'),
    lng: nullable(Type.Number(), 'Degrees east.'),
    stars: nullable(Type.Number(), 'From 1 to 5.'),
    currency: nullable(Type.String(), 'The hotel’s own currency, ISO 4217.'),
    timezone: nullable(Type.String(), 'IANA name, such as `Europe/London`.'),
    rooms_total: nullable(Type.Integer(), 'Number of rooms.'),
    status: Type.Enum(['open', 'closed', 'unknown'], {
      description: '`closed` if the hotel has left its source. `unknown` if the source does not say.',
    }),
    updated_at: Timestamp('When one of these facts last changed.'),
  },
  { $id: 'HotelFacts', description: 'A hotel of the directory. Null where no source says.' },
)

export type HotelFacts = Static<typeof HotelFactsSchema>

/** Postgres gives `stars` in single precision; its text is what was stored. */
const COLUMNS = `h.source as chain, h.code as hotel_code, h.name, h.brand, h.address, h.city, h.region, h.postal_code, h.country,
  h.lat, h.lng, h.stars, h.currency, h.timezone, h.rooms_total, h.status, h.updated_at`

type Row = Omit<HotelFacts, 'updated_at'> & { updated_at: Date }

/** Undefined if the hotel is unknown, or nothing but its code is known. */
export async function findHotelFacts(pool: Pool, hotel: HotelName): Promise<HotelFacts | undefined> {
  const { rows } = await pool.query<Row>({
    name: 'hotel_facts_find',
    text: `select ${COLUMNS} from hotels h where h.source = $1 and h.code = $2 and h.name is not null`,
    values: [hotel.source, hotel.hotelCode],
  })
  return rows[0] && factsOf(rows[0])
}

/** The facts of hotels by their numbers. */
export async function readHotelFacts(
  pool: Pool,
  hotels: readonly number[],
): Promise<Map<number, HotelFacts>> {
  const { rows } = await pool.query<Row & { id: number }>({
    name: 'hotel_facts_read',
    text: `select h.id, ${COLUMNS} from hotels h where h.id = any($1::bigint[]) and h.name is not null`,
    values: [hotels],
  })
  return new Map(rows.map(({ id, ...row }) => [id, factsOf(row)]))
}

function factsOf({ updated_at: updatedAt, ...facts }: Row): HotelFacts {
  return { ...facts, updated_at: updatedAt.toISOString() }
}
