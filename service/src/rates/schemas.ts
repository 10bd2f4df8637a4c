import { type TSchema, Type } from 'typebox'
import { Timestamp } from '../edge/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { ChainField, HotelCode, NightField } from './request.ts'

/** The answers of the rate endpoints, as clients read them. */

const nullable = <Schema extends TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })

const Money = (description: string) => nullable(Type.Number(), description)
const Points = (description: string) => nullable(Type.Integer(), description)

export const StatusField = nullable(
  Type.Enum(['available', 'sold_out', 'closed', 'restricted_los']),
  'Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out.',
)

export const MinLosField = nullable(
  Type.Integer(),
  'The shortest stay that is sold, where the source states one.',
)

export const FreshnessFields = {
  cached: nullable(Type.Boolean(), 'Whether the answer came from the store. Decides the price.'),
  observed_at: nullable(Timestamp('When the source said so.')),
  cache_age_sec: nullable(Type.Integer({ minimum: 0 }), 'How long ago that was.'),
}

export const LowestSchema = Type.Object(
  {
    bar: Money(
      'The lowest public rate per room and night, on the source’s own tax basis. Never a member rate.',
    ),
    bar_after_tax: Money('The lowest public rate with all taxes and fees.'),
    member: Money('The lowest rate for members only.'),
    member_after_tax: Money('The same with all taxes and fees.'),
    lowest_points: Points('The cheapest award night payable with points alone.'),
    lowest_points_cash: Points('The points of the cheapest points + cash night.'),
    cash_copay: Money('The cash of that night.'),
    cpp: nullable(Type.Number(), 'Cents per point: what a point of `lowest_points` saves.'),
  },
  {
    $id: 'Lowest',
    description: 'The cheapest figures of a stay; null where there is none or none is known.',
  },
)

export const QueryFields = (catalog: Catalog) => ({
  chain: ChainField(catalog),
  hotel_code: HotelCode,
  checkin: NightField('Check-in.'),
  los: Type.Integer(),
  adults: Type.Integer(),
  children: Type.Integer(),
  rooms: Type.Integer(),
  currency: Type.String(),
})

export const HotelSchema = nullable(
  Type.Object({
    chain: Type.String(),
    hotel_code: Type.String(),
    name: Type.String(),
    city: nullable(Type.String()),
    country: nullable(Type.String(), 'ISO 3166 alpha-2.'),
    lat: nullable(Type.Number()),
    lng: nullable(Type.Number()),
  }),
  'The property, as far as the source describes it.',
)

const RateSchema = Type.Object({
  rate_code: Type.String(),
  name: Type.String(),
  price_per_night: Money(
    'Per room and night, averaged over the stay, on the basis that `tax_included` tells.',
  ),
  price_per_night_after_tax: Money('With all taxes and fees: comparable across sources.'),
  tax_included: Type.Boolean({ description: 'Whether `price_per_night` has the taxes in it.' }),
  total: Money('All nights and rooms.'),
  total_after_tax: Money('All nights and rooms, with all taxes and fees.'),
  member_only: Type.Boolean(),
  points_per_night: Points('For an award rate.'),
  cash_copay_per_night: Money('For a points + cash rate.'),
  refundable: nullable(Type.Boolean()),
  cancel_by: nullable(Type.String(), 'Until when cancelling is free.'),
  meal_plan: nullable(Type.String()),
})

export const shopResponse = (catalog: Catalog, raw: boolean) =>
  Type.Object({
    ...FreshnessFields,
    query: Type.Object(QueryFields(catalog)),
    hotel: HotelSchema,
    status: StatusField,
    min_los: MinLosField,
    currency: Type.String({ description: 'The currency of every figure below.' }),
    tax_included: nullable(Type.Boolean()),
    rooms: Type.Array(
      Type.Object({
        room_code: Type.String(),
        name: Type.String(),
        beds: nullable(Type.String()),
        max_occupancy: nullable(Type.Integer()),
        rates: Type.Array(RateSchema),
      }),
    ),
    lowest: LowestSchema,
    ...(raw && {
      raw: Type.Optional(
        Type.Array(Type.Unknown(), { description: 'The upstream bodies, where asked for.' }),
      ),
    }),
  })

export const awardResponse = (catalog: Catalog) =>
  Type.Object({
    ...FreshnessFields,
    query: Type.Object(QueryFields(catalog)),
    hotel: HotelSchema,
    status: StatusField,
    min_los: MinLosField,
    currency: Type.String(),
    award_rates: Type.Array(
      Type.Object({
        room_code: Type.String(),
        room_name: Type.String(),
        rate_code: Type.String(),
        name: Type.String(),
        points_per_night: Type.Integer(),
        points_total: Type.Integer({ description: 'All nights and rooms.' }),
        cash_copay_per_night: Money('The cash beside the points.'),
        standard: Type.Boolean({ description: 'False for a premium award.' }),
        certs: nullable(
          Type.String(),
          'Certificates that pay for the night, with the points to add: `35k:0;40k:0`.',
        ),
        cpp: nullable(Type.Number(), 'Only for standard awards.'),
      }),
    ),
    cash_comparison: Type.Object({
      bar: Money('The lowest public rate.'),
      bar_after_tax: Money('With all taxes and fees.'),
      member: Money('The lowest member rate.'),
      member_after_tax: Money('With all taxes and fees.'),
      tax_included: nullable(Type.Boolean()),
    }),
    cpp: nullable(Type.Number(), 'Of the cheapest standard award.'),
  })

const ErrorField = Type.Optional(
  Type.Object(
    { code: Type.String(), message: Type.String() },
    { description: 'Why this one failed. It costs nothing.' },
  ),
)

export const calendarResponse = (catalog: Catalog) => {
  const { checkin: _checkin, los: _los, ...query } = QueryFields(catalog)
  return Type.Object({
    ...FreshnessFields,
    query: Type.Object({ ...query, nights: Type.Object({ from: Type.String(), to: Type.String() }) }),
    currency: nullable(Type.String()),
    nights: Type.Array(
      Type.Object({
        night: Type.String(),
        status: StatusField,
        min_los: MinLosField,
        lowest: nullable(LowestSchema),
        error: ErrorField,
        ...FreshnessFields,
      }),
    ),
  })
}

const Totals = (description: string) =>
  Type.Object(
    {
      bar: Money('Public.'),
      bar_after_tax: Money('Public, all-in.'),
      member: Money('Members.'),
      member_after_tax: Money('Members, all-in.'),
    },
    { description },
  )

export const stayResponse = (catalog: Catalog) =>
  Type.Object({
    ...FreshnessFields,
    query: Type.Object(QueryFields(catalog)),
    currency: Type.String(),
    stay: Type.Object({ status: StatusField, min_los: MinLosField, lowest: LowestSchema }),
    nights: Type.Array(
      Type.Object({
        night: Type.String(),
        status: StatusField,
        min_los: MinLosField,
        lowest: nullable(LowestSchema),
        cached: nullable(Type.Boolean()),
        error: ErrorField,
      }),
    ),
    totals: Type.Object({
      stay: Totals('The nightly figure of the stay, times its nights and rooms.'),
      nights: nullable(Totals('The single nights, summed.'), 'Null where a night could not be priced.'),
    }),
    split: Type.Object({
      cheaper: nullable(Type.Enum(['stay', 'nights', 'equal']), 'Told even where splitting is not possible.'),
      basis: nullable(Type.Enum(['bar_after_tax', 'bar']), 'What was compared.'),
      saving: Money('How much cheaper the cheaper one is.'),
      possible: Type.Boolean({ description: 'Whether every night is sold alone.' }),
      blocked_by: Type.Array(Type.String(), { description: 'The nights that are not.' }),
    }),
  })

export const compsetResponse = (catalog: Catalog) => {
  const { chain: _chain, hotel_code: _code, ...query } = QueryFields(catalog)
  return Type.Object({
    query: Type.Object({ ...query, rates: Type.Enum(['lowest', 'member']) }),
    hotels: Type.Array(
      Type.Object({
        chain: Type.String(),
        hotel_code: Type.String(),
        status: StatusField,
        min_los: MinLosField,
        currency: nullable(Type.String()),
        lowest: nullable(LowestSchema),
        error: ErrorField,
        ...FreshnessFields,
      }),
    ),
  })
}
