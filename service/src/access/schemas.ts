import { type TProperties, Type } from 'typebox'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { WEEKDAYS } from '../kernel/dates.ts'
import { ChainField, HotelCode, NightField } from '../rates/request.ts'
import { HotelSchema } from '../rates/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { HOWS } from './judge.ts'

const SHARE = {
  nights: Type.Integer({ description: 'Nights with a public cash room for one night.' }),
  share: nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    'The share of them with a standard award for one night, 0 to 1. Null without such a night.',
  ),
}

const HowField = Type.Enum(HOWS, {
  description:
    '`no_award`: no award is known. `premium_only`: only awards above the standard price. `longer_stay_only`: a standard award for a longer stay that begins that night is known.',
})

const MinLos = nullable(
  Type.Integer(),
  'The shortest longer stay that is known to be sold for points. Null unless `how` is `longer_stay_only`.',
)

const groups = (fields: TProperties, description: string) =>
  Type.Array(Type.Object({ ...fields, ...SHARE }), { description })

export const accessResponse = (catalog: Catalog) =>
  Type.Object({
    query: Type.Object(
      {
        chain: ChainField(catalog),
        hotel_code: HotelCode,
        from: NightField('First check-in night.'),
        to: NightField('Last check-in night.'),
      },
      { description: 'The request, with defaults filled in.' },
    ),
    hotel: HotelSchema,
    ...SHARE,
    by: Type.Object(
      {
        weekday: groups(
          { weekday: Type.Enum(WEEKDAYS, { description: 'The weekday of the night.' }) },
          'From Monday.',
        ),
        lead: groups(
          {
            lead_days: Type.Array(nullable(Type.Integer()), {
              description: 'First and last lead time in days. The last is null for all longer ones.',
              minItems: 2,
              maxItems: 2,
            }),
          },
          'By the days from the older of both looks to the night, shortest first.',
        ),
        month: groups(
          { month: Type.String({ description: 'The month of the night.', examples: ['2026-12'] }) },
          'In date order.',
        ),
      },
      { description: 'The same by group. Groups without a night are left out.' },
    ),
    blocked: Type.Array(Type.Object({ night: NightField('The night.'), how: HowField, min_los: MinLos }), {
      description: 'Nights with a public cash room and without a standard award for one night.',
    }),
    habits: Type.Array(
      Type.Object({
        on: Type.Enum(['weekend', 'weekday', 'any'], {
          description: 'Which nights. Friday and Saturday nights are `weekend`.',
        }),
        how: HowField,
        nights: Type.Integer({ description: 'Such nights with a public cash room.' }),
        blocked: Type.Integer({ description: 'Of these, the blocked ones.' }),
        min_los: MinLos,
      }),
      {
        description:
          'What blocks most nights of a kind, too often for chance: the hotel would have to block at least half of them in the long run. `how` is the more frequent one of `longer_stay_only` and `premium_only` if it has at least a tenth of the blocked nights, else `no_award`.',
      },
    ),
    why: Type.String({ description: 'The answer in a sentence.' }),
    pairs: Type.Integer({
      description:
        'Nights whose cash rates and awards were seen within 24 hours of each other; the billed ones.',
    }),
    seen_from: nullable(Timestamp('The oldest look.'), 'The oldest look. Null without a pair.'),
    seen_to: nullable(Timestamp('The newest look.'), 'The newest look. Null without a pair.'),
  })
