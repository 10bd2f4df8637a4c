import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { currencyNo, currencyOf } from '../kernel/money.ts'
import type { Priced } from '../observations/comparable.ts'
import { cppOf, cppPointsCashOf, type Figures } from '../observations/figures.ts'
import { STATUS_LETTER } from '../observations/store.ts'

/** The columns of a cell in CSV order, which are also its JSON fields. */
export const COLUMNS = [
  'chain',
  'hotel_code',
  'night',
  'los',
  'kind',
  'adults',
  'children',
  'rooms',
  'currency',
  'status',
  'min_los',
  'lowest_bar',
  'lowest_bar_after_tax',
  'lowest_member',
  'lowest_points',
  'lowest_points_cash',
  'cash_copay',
  'cpp',
  'cpp_points_cash',
  'certs',
  'from_default_occupancy',
  'observed_at',
  'cache_age_sec',
] as const

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

/** A cell as stored: integers as text, empty for null. */
export interface RawCell {
  /** Index of the hotel in the grid, from 0. */
  hotel: number
  night: string
  los: string
  seenMs: number
  status: string
  minLos: string
  quoted: number
  bar: string
  barAfterTax: string
  member: string
  points: string
  pointsCash: string
  copay: string
  premium: boolean
  cpp: string
  cppPointsCash: string
}

/** A cell with what only comparisons need. */
export interface StoredCell extends RawCell {
  memberAfterTax: string
}

/** The columns that a `StoredCell` is made from, as the driver returns them. */
export interface CellColumns {
  night: string
  los: number
  seen: number
  status: string
  min_los: number | null
  quoted: number
  bar: number | null
  bar_after_tax: number | null
  member: number | null
  member_after_tax: number | null
  points: number | null
  points_cash: number | null
  copay: number | null
  premium: boolean
  cpp: number | null
  cpp_points_cash: number | null
}

/** The same columns as SQL, for the cell `c`. */
export const CELL_COLUMNS = `c.night::text as night, c.los, c.seen, c.status::text as status, c.min_los, c.quoted, c.bar,
  c.bar_after_tax, c.member, c.member_after_tax, c.points, c.points_cash, c.copay, c.premium, c.cpp, c.cpp_points_cash`

export function rawCell(hotel: number, row: CellColumns): StoredCell {
  return {
    hotel,
    night: row.night,
    los: String(row.los),
    seenMs: row.seen,
    status: row.status,
    minLos: digits(row.min_los),
    quoted: row.quoted,
    bar: digits(row.bar),
    barAfterTax: digits(row.bar_after_tax),
    member: digits(row.member),
    memberAfterTax: digits(row.member_after_tax),
    points: digits(row.points),
    pointsCash: digits(row.points_cash),
    copay: digits(row.copay),
    premium: row.premium,
    cpp: digits(row.cpp),
    cppPointsCash: digits(row.cpp_points_cash),
  }
}

/** Figures in the form of a stored cell. */
export function rawCellOf(
  figures: Figures,
  { hotel, night, los, seenMs }: { hotel: number; night: string; los: number; seenMs: number },
): RawCell {
  return {
    hotel,
    night,
    los: String(los),
    seenMs,
    status: STATUS_LETTER[figures.status],
    minLos: digits(figures.minLos),
    quoted: currencyNo(figures.currency),
    bar: digits(figures.bar),
    barAfterTax: digits(figures.barAfterTax),
    member: digits(figures.member),
    points: digits(figures.points),
    pointsCash: digits(figures.pointsCash),
    copay: digits(figures.copay),
    premium: figures.premium,
    cpp: digits(cppOf(figures)),
    cppPointsCash: digits(cppPointsCashOf(figures)),
  }
}

/** A stored cell's figures, to compare them. */
export function pricedOf({
  quoted,
  bar,
  barAfterTax,
  member,
  memberAfterTax,
  points,
  premium,
}: StoredCell): Priced {
  const number = (text: string) => (text === '' ? null : Number(text))
  return {
    currency: currencyOf(quoted),
    bar: number(bar),
    barAfterTax: number(barAfterTax),
    member: number(member),
    memberAfterTax: number(memberAfterTax),
    points: number(points),
    premium,
  }
}

function digits(value: number | null): string {
  return value === null ? '' : String(value)
}
