import { Type } from 'typebox'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { ChainField, HotelCode, NightField, Nights } from '../rates/request.ts'
import { ChildrenFields, HotelSchema, LowestSchema, MinLosField } from '../rates/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

const { bar, bar_after_tax, member, lowest_points, lowest_points_cash, cash_copay, cpp } =
  LowestSchema.properties

const ObservationSchema = Type.Object(
  {
    observed_at: Timestamp('When the source gave this answer for the first time.'),
    status: Type.Enum(['available', 'sold_out', 'closed', 'restricted_los'], {
      description: 'Whether the stay could be booked.',
    }),
    min_los: MinLosField,
    currency: Type.String({ description: 'The currency of these figures.' }),
    tax_included: nullable(Type.Boolean(), 'Whether `bar` includes tax. Null if unknown.'),
    bar,
    bar_after_tax,
    member,
    lowest_points,
    lowest_points_cash,
    cash_copay,
    cpp,
  },
  { $id: 'HistoryObservation' },
)

export const historyResponse = (catalog: Catalog) =>
  Type.Object({
    query: Type.Object(
      {
        chain: ChainField(catalog),
        hotel_code: HotelCode,
        nights: Nights,
        los: Type.Integer({ description: 'Nights of the stay.' }),
        kind: Type.Enum(['cash', 'award'], { description: 'Cash rates or awards.' }),
        adults: Type.Integer({ description: 'Per room.' }),
        ...ChildrenFields,
        rooms: Type.Integer({ description: 'Rooms of the same kind.' }),
        currency: Type.String({ description: 'The requested currency.' }),
      },
      { description: 'The request, with defaults filled in.' },
    ),
    hotel: HotelSchema,
    nights: Type.Array(
      Type.Object(
        {
          night: NightField('The night, by its check-in date.'),
          first_seen: Timestamp('When the first of the listed observations was made.'),
          last_seen: Timestamp(
            'The last look at this night, changed or not. If it was looked at after `until`, the last change before that.',
          ),
          changes: Type.Integer({ description: 'Number of observations listed.' }),
          observations: Type.Array(ObservationSchema, {
            description:
              'One per change of status, price or points, oldest first. Each holds until the next. Looks that found no change are not listed.',
          }),
        },
        { $id: 'HistoryNight' },
      ),
      { description: 'Nights with at least one observation, in date order.' },
    ),
    count: Type.Integer({ description: 'Number of nights listed.' }),
  })
