import { Type } from 'typebox'
import { nullable, Timestamp } from '../edge/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { ChainField, HotelCode, NightField, Nights } from './request.ts'

/** The answers of the rate endpoints, as clients read them. */

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
  observed_at: nullable(Timestamp('When the source said so.'), 'When the source said so.'),
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

const QUERY = { description: 'What was asked, with the defaults filled in.' }

export const QueryFields = (catalog: Catalog) => ({
  chain: ChainField(catalog),
  hotel_code: HotelCode,
  checkin: NightField('Check-in.'),
  los: Type.Integer({ description: 'Nights of the stay.' }),
  adults: Type.Integer({ description: 'Per room.' }),
  children: Type.Integer({ description: 'Per room.' }),
  rooms: Type.Integer({ description: 'Rooms of the same kind.' }),
  currency: Type.String({ description: 'The currency that was asked for.' }),
})

const AnswerCurrency = Type.String({
  description: 'The currency of the answer’s figures, ISO 4217. A rate may name another of its own.',
})
const SourceId = Type.String({ description: 'Id of the source.' })
const SourceHotelCode = Type.String({ description: 'The property’s code at the source.' })
const NightOf = NightField('The night, by its check-in date.')
const NightlyTaxIncluded = nullable(
  Type.Boolean(),
  'Whether `bar` has the taxes in it, or `member` where nothing is public. Rates may differ: each tells its own. Null where it is not known.',
)

export const HotelSchema = nullable(
  Type.Object(
    {
      chain: SourceId,
      hotel_code: SourceHotelCode,
      name: Type.String({ description: 'As the source spells it.' }),
      city: nullable(Type.String(), 'As the source spells it.'),
      country: nullable(Type.String(), 'ISO 3166 alpha-2.'),
      lat: nullable(Type.Number(), 'Degrees north.'),
      lng: nullable(Type.Number(), 'Degrees east.'),
    },
    { $id: 'Hotel' },
  ),
  'The property, as far as the source describes it.',
)

const RATE_FIELDS = {
  rate_code: Type.String({ description: 'The rate plan’s code at the source.' }),
  name: Type.String({ description: 'The rate plan’s name, for people.' }),
  currency: Type.String({
    description:
      'The currency of this rate’s figures, ISO 4217. Rates in another currency than the answer’s are not in `lowest`.',
  }),
  price_per_night: Money(
    'Per room and night, averaged over the stay, on the basis that `tax_included` tells.',
  ),
  price_per_night_after_tax: Money('With all taxes and fees: comparable across sources.'),
  tax_included: Type.Boolean({ description: 'Whether `price_per_night` has the taxes in it.' }),
  total: Money('All nights and rooms.'),
  total_after_tax: Money('All nights and rooms, with all taxes and fees.'),
  member_only: Type.Boolean({ description: 'Whether only members of the source’s programme can book it.' }),
  restricted: Type.Boolean({
    description:
      'Whether it wants identification or proof of a contract, as government and corporate rates do. Not in `lowest`.',
  }),
  package: Type.Boolean({
    description: 'Whether it is sold only together with something else, such as a flight. Not in `lowest`.',
  }),
  points_per_night: Points('For an award rate.'),
  cash_copay_per_night: Money('For a points + cash rate.'),
  refundable: nullable(Type.Boolean(), 'Whether the money comes back on a cancellation in time.'),
  cancel_by: nullable(Type.String(), 'Until when cancelling is free.'),
  meal_plan: nullable(Type.String(), 'For example `room_only` or `breakfast`.'),
}

const RateSchema = Type.Object(RATE_FIELDS, { $id: 'Rate' })

const RoomSchema = Type.Object(
  {
    room_code: Type.String({ description: 'The room type’s code at the source.' }),
    name: Type.String({ description: 'The room type’s name, for people.' }),
    beds: nullable(Type.String(), 'For people, as the source says it.'),
    max_occupancy: nullable(Type.Integer(), 'Guests that fit into one room.'),
    rates: Type.Array(RateSchema, { description: 'Every rate plan of the room, award rates among them.' }),
  },
  { $id: 'Room' },
)

export const shopResponse = (catalog: Catalog, raw: boolean) =>
  Type.Object({
    ...FreshnessFields,
    query: Type.Object(QueryFields(catalog), QUERY),
    hotel: HotelSchema,
    status: StatusField,
    min_los: MinLosField,
    currency: AnswerCurrency,
    tax_included: NightlyTaxIncluded,
    rooms: Type.Array(RoomSchema, { description: 'Empty unless the status is `available`.' }),
    lowest: LowestSchema,
    ...(raw && {
      raw: Type.Optional(
        Type.Array(Type.Unknown(), { description: 'The upstream bodies, where asked for.' }),
      ),
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
    cash_copay_per_night: Money('The cash beside the points, per room and night; null for points alone.'),
    standard: Type.Boolean({ description: 'False for a premium award.' }),
    certs: nullable(
      Type.String(),
      'Certificates that pay for the night, with the points to add: `35k:0;40k:0`.',
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
    award_rates: Type.Array(AwardRateSchema, { description: 'Empty where no award night is left.' }),
    cash_comparison: Type.Object(
      {
        bar: Money('The lowest public rate.'),
        bar_after_tax: Money('With all taxes and fees.'),
        member: Money('The lowest member rate.'),
        member_after_tax: Money('With all taxes and fees.'),
        tax_included: NightlyTaxIncluded,
      },
      { description: 'What the same stay costs in money, per room and night.' },
    ),
    cpp: nullable(Type.Number(), 'Cents per point of the cheapest standard award.'),
  })

const ErrorField = Type.Optional(
  Type.Object(
    {
      code: Type.String({ description: 'One of the error codes.' }),
      message: Type.String({ description: 'For people.' }),
    },
    { description: 'Why this one failed. It costs nothing.' },
  ),
)

export const calendarResponse = (catalog: Catalog) => {
  const { checkin: _checkin, los: _los, ...query } = QueryFields(catalog)
  return Type.Object({
    ...FreshnessFields,
    query: Type.Object({ ...query, nights: Nights }, QUERY),
    currency: nullable(Type.String(), 'The currency of every figure; null where no night was found out.'),
    nights: Type.Array(
      Type.Object(
        {
          night: NightOf,
          status: StatusField,
          min_los: MinLosField,
          lowest: nullable(LowestSchema, 'Null where the night failed.'),
          error: ErrorField,
          ...FreshnessFields,
        },
        { $id: 'CalendarNight' },
      ),
      { description: 'A row per night, in date order.' },
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
    currency: AnswerCurrency,
    stay: Type.Object(
      { status: StatusField, min_los: MinLosField, lowest: LowestSchema },
      { description: 'The stay as a whole; nightly figures are averages over it.' },
    ),
    nights: Type.Array(
      Type.Object(
        {
          night: NightOf,
          status: StatusField,
          min_los: MinLosField,
          lowest: nullable(LowestSchema, 'Null where the night failed.'),
          cached: FreshnessFields.cached,
          error: ErrorField,
        },
        { $id: 'StayNight' },
      ),
      { description: 'Each night of the stay, priced alone.' },
    ),
    totals: Type.Object(
      {
        stay: Totals(
          'The price of the stay for all nights and rooms: the nightly figure times both, before rounding.',
        ),
        nights: nullable(Totals('The single nights, summed.'), 'Null where a night could not be priced.'),
      },
      { description: 'Both ways over all nights and rooms.' },
    ),
    split: Type.Object(
      {
        cheaper: nullable(
          Type.Enum(['stay', 'nights', 'equal']),
          'Told even where splitting is not possible.',
        ),
        basis: nullable(Type.Enum(['bar_after_tax', 'bar']), 'What was compared.'),
        saving: Money('How much cheaper the cheaper one is.'),
        possible: Type.Boolean({ description: 'Whether every night is sold alone.' }),
        blocked_by: Type.Array(NightOf, { description: 'The nights that are not.' }),
      },
      { description: 'Whether booking night by night pays.' },
    ),
  })

export const compsetResponse = (catalog: Catalog) => {
  const { chain: _chain, hotel_code: _code, ...query } = QueryFields(catalog)
  return Type.Object({
    query: Type.Object(
      {
        ...query,
        rates: Type.Enum(['lowest', 'member'], { description: 'Which rates were asked for.' }),
      },
      QUERY,
    ),
    hotels: Type.Array(
      Type.Object(
        {
          chain: SourceId,
          hotel_code: SourceHotelCode,
          status: StatusField,
          min_los: MinLosField,
          currency: nullable(Type.String(), 'The currency of this hotel’s figures.'),
          lowest: nullable(LowestSchema, 'Null where the hotel failed, or the chain has no award points.'),
          error: ErrorField,
          ...FreshnessFields,
        },
        { $id: 'CompsetHotel' },
      ),
      { description: 'A row per hotel, in the order asked.' },
    ),
  })
}
