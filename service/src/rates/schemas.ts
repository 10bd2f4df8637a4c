import { Type } from 'typebox'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { COMPARABLE_FIELDS } from '../observations/comparable.ts'
import { ReceiptRef } from '../receipts/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { MarketSchema } from './market.ts'
import { AutoAgeField } from './max-age.ts'
import { PointOfSaleQuery } from './point-of-sale.ts'
import { DUE_FIELDS } from './points-due.ts'
import { ChainField, HotelCode, NightField, Nights, SubjectField } from './request.ts'
import { AttributesSchema } from './room-attributes.ts'

/** The answers of the rate endpoints. */

const Money = (description: string) => nullable(Type.Number(), description)
const Points = (description: string) => nullable(Type.Integer(), description)

export const StatusField = nullable(
  Type.Enum(['available', 'sold_out', 'closed', 'restricted_los']),
  'Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed.',
)

export const MinLosField = nullable(Type.Integer(), 'The minimum stay, if the source states one.')

export const FreshnessFields = {
  cached: nullable(Type.Boolean(), 'Whether the answer came from the cache, which costs a quarter.'),
  observed_at: nullable(Timestamp('When the source answered.'), 'When the source answered.'),
  cache_age_sec: nullable(Type.Integer({ minimum: 0 }), 'Seconds since `observed_at`.'),
}

export const LowestSchema = Type.Object(
  {
    bar: Money(
      'The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate.',
    ),
    bar_after_tax: Money('The lowest public rate with all taxes and fees.'),
    member: Money('The lowest member rate.'),
    member_after_tax: Money('The lowest member rate with all taxes and fees.'),
    lowest_points: Points('The cheapest award payable with points alone.'),
    lowest_points_cash: Points('The points of the cheapest points + cash rate.'),
    cash_copay: Money('The cash part of that rate.'),
    cpp: nullable(Type.Number(), 'Cents per point of `lowest_points`.'),
  },
  {
    $id: 'Lowest',
    description: 'The cheapest figures of a stay; null if there is none or it is unknown.',
  },
)

const QUERY = { description: 'The request, with defaults filled in.' }

/** How answers show the children of a request. */
export const ChildrenFields = {
  children: Type.Integer({ description: 'Per room.' }),
  children_ages: Type.Optional(
    Type.Array(Type.Integer(), { description: 'Their ages, only if they were requested.' }),
  ),
}

export const QueryFields = (catalog: Catalog) => ({
  chain: ChainField(catalog),
  hotel_code: HotelCode,
  checkin: NightField('Check-in.'),
  los: Type.Integer({ description: 'Nights of the stay.' }),
  adults: Type.Integer({ description: 'Per room.' }),
  ...ChildrenFields,
  rooms: Type.Integer({ description: 'Rooms of the same kind.' }),
  currency: Type.String({ description: 'The requested currency.' }),
  max_age: AutoAgeField,
})

const AnswerCurrency = Type.String({
  description: 'The currency of the figures, ISO 4217. A rate may have a different `currency`.',
})
const SourceId = Type.String({ description: 'Id of the source.' })
const SourceHotelCode = Type.String({ description: 'The property’s code at the source.' })
const NightOf = NightField('The night, by its check-in date.')
const NightlyTaxIncluded = nullable(
  Type.Boolean(),
  'Whether `bar` includes tax (or `member`, if there is no public rate). Each rate also has its own `tax_included`. Null if unknown.',
)

export const HotelSchema = nullable(
  Type.Object(
    {
      chain: SourceId,
      hotel_code: SourceHotelCode,
      name: Type.String({ description: 'As spelled by the source.' }),
      city: nullable(Type.String(), 'As spelled by the source.'),
      country: nullable(Type.String(), 'ISO 3166 alpha-2.'),
      lat: nullable(Type.Number(), 'Degrees north.'),
      lng: nullable(Type.Number(), 'Degrees east.'),
      currency: nullable(Type.String(), 'The hotel’s own currency, ISO 4217.'),
      timezone: nullable(Type.String(), 'IANA name, such as `Europe/London`.'),
    },
    { $id: 'Hotel' },
  ),
  'The property, as the source or the directory describes it; null if neither does.',
)

export const SellerSchema = Type.Object(
  {
    name: Type.String({ description: 'As the metasearch engine names it.', examples: ['Lodgista'] }),
    source: nullable(
      Type.String(),
      'The id of the travel agency, if it is a source of this service; else null.',
    ),
    direct: Type.Boolean({ description: 'Whether it is the hotel’s own site.' }),
  },
  { $id: 'Seller' },
)

const RATE_FIELDS = {
  rate_code: Type.String({ description: 'The rate plan’s code at the source.' }),
  name: Type.String({ description: 'Display name of the rate plan.' }),
  currency: Type.String({
    description:
      'The currency of this rate, ISO 4217. Rates in a currency other than the answer’s are not in `lowest`.',
  }),
  price_per_night: Money('Per room and night, averaged over the stay. See `tax_included`.'),
  price_per_night_after_tax: Money('With all taxes and fees, comparable across sources.'),
  tax_included: nullable(
    Type.Boolean(),
    'Whether `price_per_night` includes tax. Null if the source does not say; there is then no price after tax.',
  ),
  total: Money('All nights and rooms.'),
  total_after_tax: Money('All nights and rooms, with all taxes and fees.'),
  member_only: Type.Boolean({ description: 'Whether only members of the loyalty programme can book it.' }),
  restricted: Type.Boolean({
    description:
      'Whether it requires identification or a contract, like government and corporate rates. Not in `lowest`.',
  }),
  package: Type.Boolean({
    description: 'Whether it is only sold as part of a package, such as with a flight. Not in `lowest`.',
  }),
  points_per_night: Points('Only for award rates.'),
  cash_copay_per_night: Money('Only for points + cash rates.'),
  refundable: nullable(Type.Boolean(), 'Whether a cancellation by `cancel_by` is refunded.'),
  cancel_by: nullable(Type.String(), 'The end of free cancellation.'),
  meal_plan: nullable(Type.String(), 'For example `room_only` or `breakfast`.'),
  seller: nullable(SellerSchema, 'Who sells the rate. Null unless the source is a metasearch engine.'),
}

const RateSchema = Type.Object(RATE_FIELDS, { $id: 'Rate' })

const RoomSchema = Type.Object(
  {
    room_code: Type.String({ description: 'The room type’s code at the source.' }),
    name: Type.String({ description: 'Display name of the room type.' }),
    beds: nullable(Type.String(), 'Display text from the source.'),
    max_occupancy: nullable(Type.Integer(), 'Maximum guests per room.'),
    attributes: AttributesSchema,
    rates: Type.Array(RateSchema, { description: 'Every rate plan of the room, including award rates.' }),
  },
  { $id: 'Room' },
)

export const shopResponse = (catalog: Catalog, raw: boolean) =>
  Type.Object({
    ...FreshnessFields,
    query: Type.Object({ ...QueryFields(catalog), point_of_sale: PointOfSaleQuery }, QUERY),
    hotel: HotelSchema,
    status: StatusField,
    min_los: MinLosField,
    currency: AnswerCurrency,
    tax_included: NightlyTaxIncluded,
    rooms: Type.Array(RoomSchema, { description: 'Empty unless the status is `available`.' }),
    lowest: LowestSchema,
    ...(!raw && { receipt: ReceiptRef }),
    ...(raw && {
      raw: Type.Optional(Type.Array(Type.Unknown(), { description: 'The upstream bodies, if requested.' })),
    }),
  })

const AwardRateSchema = Type.Object(
  {
    room_code: RoomSchema.properties.room_code,
    room_name: RoomSchema.properties.name,
    rate_code: RATE_FIELDS.rate_code,
    name: RATE_FIELDS.name,
    points_per_night: Type.Integer({ description: 'Per room and night, averaged over the stay.' }),
    points_total: Type.Integer({ description: 'All nights and rooms.' }),
    ...DUE_FIELDS,
    cash_copay_per_night: Money('The cash part per room and night; null for points alone.'),
    standard: Type.Boolean({ description: 'False for a premium award.' }),
    certs: nullable(
      Type.String(),
      'Certificates that cover the night, with the points to add: `35k:0;40k:0`.',
    ),
    cpp: nullable(Type.Number(), 'Cents per point. Only for standard awards.'),
  },
  { $id: 'AwardRate' },
)

export const awardResponse = (catalog: Catalog) =>
  Type.Object({
    ...FreshnessFields,
    query: Type.Object(QueryFields(catalog), QUERY),
    hotel: HotelSchema,
    status: StatusField,
    min_los: MinLosField,
    currency: AnswerCurrency,
    award_rates: Type.Array(AwardRateSchema, { description: 'Empty if no award is available.' }),
    cash_comparison: Type.Object(
      {
        bar: Money('The lowest public rate.'),
        bar_after_tax: Money('With all taxes and fees.'),
        member: Money('The lowest member rate.'),
        member_after_tax: Money('With all taxes and fees.'),
        tax_included: NightlyTaxIncluded,
      },
      { description: 'The cash price of the same stay, per room and night.' },
    ),
    cpp: nullable(Type.Number(), 'Cents per point of the cheapest standard award.'),
    receipt: ReceiptRef,
  })

const ErrorField = Type.Optional(
  Type.Object(
    {
      code: Type.String({ description: 'One of the error codes.' }),
      message: Type.String({ description: 'For people.' }),
    },
    { description: 'Why this row failed. Failed rows are free.' },
  ),
)

export const calendarResponse = (catalog: Catalog) => {
  const { checkin: _checkin, los: _los, ...query } = QueryFields(catalog)
  return Type.Object({
    ...FreshnessFields,
    query: Type.Object({ ...query, nights: Nights }, QUERY),
    hotel: HotelSchema,
    currency: nullable(Type.String(), 'The currency of all figures; null if every night failed.'),
    nights: Type.Array(
      Type.Object(
        {
          night: NightOf,
          status: StatusField,
          min_los: MinLosField,
          lowest: nullable(LowestSchema, 'Null if the night failed.'),
          error: ErrorField,
          ...FreshnessFields,
        },
        { $id: 'CalendarNight' },
      ),
      { description: 'One row per night, in date order.' },
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
    query: Type.Object(QueryFields(catalog), QUERY),
    hotel: HotelSchema,
    currency: AnswerCurrency,
    stay: Type.Object(
      { status: StatusField, min_los: MinLosField, lowest: LowestSchema },
      { description: 'The whole stay; nightly figures are averages.' },
    ),
    nights: Type.Array(
      Type.Object(
        {
          night: NightOf,
          status: StatusField,
          min_los: MinLosField,
          lowest: nullable(LowestSchema, 'Null if the night failed.'),
          cached: FreshnessFields.cached,
          error: ErrorField,
        },
        { $id: 'StayNight' },
      ),
      { description: 'Each night of the stay, priced separately.' },
    ),
    totals: Type.Object(
      {
        stay: Totals(
          'Total price of the whole stay for all nights and rooms, from unrounded nightly figures.',
        ),
        nights: nullable(Totals('The sum of the single nights.'), 'Null if a night could not be priced.'),
      },
      { description: 'Both totals, for all nights and rooms.' },
    ),
    split: Type.Object(
      {
        cheaper: nullable(Type.Enum(['stay', 'nights', 'equal']), 'Also set if splitting is not possible.'),
        basis: nullable(Type.Enum(['bar_after_tax', 'bar']), 'What was compared.'),
        saving: Money('The difference between the two.'),
        possible: Type.Boolean({ description: 'Whether every night can be booked on its own.' }),
        blocked_by: Type.Array(NightOf, { description: 'The nights that cannot.' }),
      },
      { description: 'Whether booking night by night is cheaper.' },
    ),
  })

/** The answer of `/compset`, with the market; that of `/compset/award` has what is due instead. */
export const compsetResponse = (catalog: Catalog, of: 'cash' | 'award') => {
  const { chain: _chain, hotel_code: _code, max_age: _age, ...query } = QueryFields(catalog)
  return Type.Object({
    query: Type.Object(
      {
        ...query,
        rates: Type.Enum(['lowest', 'member'], { description: 'The requested rates.' }),
        ...(of === 'cash' && { subject: Type.Optional(SubjectField(catalog)) }),
      },
      QUERY,
    ),
    hotels: Type.Array(
      Type.Object(
        {
          chain: SourceId,
          hotel_code: SourceHotelCode,
          name: nullable(Type.String(), 'The hotel’s name; null if unknown.'),
          lat: nullable(Type.Number(), 'Degrees north; null if unknown.'),
          lng: nullable(Type.Number(), 'Degrees east; null if unknown.'),
          timezone: nullable(Type.String(), 'IANA name, such as `Europe/London`; null if unknown.'),
          max_age: AutoAgeField,
          status: StatusField,
          min_los: MinLosField,
          currency: nullable(Type.String(), 'The currency of this hotel’s figures.'),
          lowest: nullable(LowestSchema, 'Null if the hotel failed, or if the chain has no award points.'),
          ...COMPARABLE_FIELDS,
          ...(of === 'award' && DUE_FIELDS),
          error: ErrorField,
          ...FreshnessFields,
        },
        { $id: of === 'award' ? 'CompsetAwardHotel' : 'CompsetHotel' },
      ),
      { description: 'One row per hotel, in the requested order.' },
    ),
    ...(of === 'cash' && { market: MarketSchema }),
  })
}
