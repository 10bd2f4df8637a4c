import { type Static, Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import type { Night } from '../kernel/dates.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/cell-row.ts'
import { certsOf, cppOf, cppPointsCashOf, type Figures } from '../observations/figures.ts'
import { pricedParty } from '../observations/key.ts'
import { ageSecOf, cents, money } from '../rates/render.ts'
import type { Source } from '../sources/catalog/catalog.ts'

export const MatrixCell = Type.Object(
  {
    chain: Type.String({ description: 'Id of the source.' }),
    hotel_code: Type.String({ description: 'The property’s code at the source.' }),
    night: Type.String({ description: 'Check-in.', format: 'date' }),
    los: Type.Integer({ description: 'Nights of the stay.' }),
    kind: Type.Enum(['cash', 'award'], { description: 'Whether the cell is about cash rates or awards.' }),
    adults: Type.Integer({ description: 'Per room, as requested.' }),
    children: Type.Integer({ description: 'Per room, as requested.' }),
    rooms: Type.Integer({ description: 'As asked.' }),
    currency: Type.String({ description: 'The currency of the figures in this cell.' }),
    status: Type.Enum(['available', 'sold_out', 'closed', 'restricted_los'], {
      description: 'Whether the stay can be booked. `restricted_los`: only as part of a longer stay.',
    }),
    min_los: nullable(Type.Integer(), 'The minimum stay, if the chain states one.'),
    lowest_bar: nullable(Type.Number(), 'The lowest public rate per night, averaged for longer stays.'),
    lowest_bar_after_tax: nullable(Type.Number(), 'The lowest public rate with all taxes and fees.'),
    lowest_member: nullable(Type.Number(), 'The lowest member rate.'),
    lowest_points: nullable(Type.Integer(), 'The cheapest award payable with points alone.'),
    lowest_points_cash: nullable(Type.Integer(), 'The points of the cheapest points + cash rate.'),
    cash_copay: nullable(Type.Number(), 'The cash part of that rate.'),
    cpp: nullable(Type.Number(), 'Cents per point of `lowest_points`, in hundredths of `currency`.'),
    cpp_points_cash: nullable(Type.Number(), 'Cents per point of `lowest_points_cash`.'),
    certs: nullable(
      Type.String(),
      'Certificates that cover the night, with the points to add: `35k:0;40k:0`.',
    ),
    from_default_occupancy: Type.Boolean({
      description:
        'True if the source cannot price the requested occupancy; the figures are then for two adults in one room.',
    }),
    observed_at: Type.String({ description: 'When the source answered.', format: 'date-time' }),
    cache_age_sec: Type.Integer({ description: 'Seconds since `observed_at`.' }),
  },
  { $id: 'MatrixCell' },
)

type CellView = Static<typeof MatrixCell>

/** The columns of a file of cells, in order: the fields of a cell. */
export const COLUMNS = Object.keys(MatrixCell.properties) as (keyof CellView)[]

/** One stay at a hotel. Figures per room and night, in minor units. */
export interface Cell
  extends Pick<
    Figures,
    | 'status'
    | 'minLos'
    | 'currency'
    | 'bar'
    | 'barAfterTax'
    | 'member'
    | 'points'
    | 'premium'
    | 'pointsCash'
    | 'copay'
  > {
  night: Night
  los: number
  seenMs: number
  /** Hundredths of a cent per point. */
  cpp: number | null
  cppPointsCash: number | null
}

/** A cell, and the index of its hotel in a list. */
export interface ListedCell extends Cell {
  hotel: number
}

/** What a list of cells has in common. */
export interface CellTerms {
  kind: Kind
  occupancy: Occupancy
}

export interface CellHotel {
  source: Source
  hotelCode: string
}

/** The hotels that cells refer to by their index. */
export interface CellList extends CellTerms {
  hotels: readonly CellHotel[]
}

export function cellOf(figures: Figures, stay: Pick<Cell, 'night' | 'los' | 'seenMs'>): Cell {
  return { ...figures, ...stay, cpp: cppOf(figures), cppPointsCash: cppPointsCashOf(figures) }
}

/** A cell as every answer and event shows it. */
export function cellView(
  { source, hotelCode }: CellHotel,
  cell: Cell,
  { kind, occupancy }: CellTerms,
  nowMs: number,
): CellView {
  const { currency, seenMs } = cell
  return {
    chain: source.id,
    hotel_code: hotelCode,
    night: cell.night,
    los: cell.los,
    kind,
    adults: occupancy.adults,
    children: occupancy.children,
    rooms: occupancy.rooms,
    currency,
    status: cell.status,
    min_los: cell.minLos,
    lowest_bar: money(cell.bar, currency),
    lowest_bar_after_tax: money(cell.barAfterTax, currency),
    lowest_member: money(cell.member, currency),
    lowest_points: cell.points,
    lowest_points_cash: cell.pointsCash,
    cash_copay: money(cell.copay, currency),
    cpp: cents(cell.cpp),
    cpp_points_cash: cents(cell.cppPointsCash),
    certs: certsOf(cell, source.certificates),
    from_default_occupancy: isByDefault(source, occupancy),
    observed_at: new Date(seenMs).toISOString(),
    cache_age_sec: ageSecOf(seenMs, nowMs),
  }
}

export function listedView(cell: ListedCell, list: CellList, nowMs: number): CellView {
  const hotel = list.hotels[cell.hotel]
  if (!hotel) throw new Error('a cell of a hotel that is not in its list')
  return cellView(hotel, cell, list, nowMs)
}

/** Whether the figures are for the default occupancy, because the source cannot price the requested one. */
export function isByDefault(source: Source, asked: Occupancy): boolean {
  return pricedParty(source, asked) !== asked
}
