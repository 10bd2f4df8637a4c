import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { judgedFields, LeadDaysField } from '../history/judged-schemas.ts'
import { OutlookSchema } from '../outlook/schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { LABELS } from './judgement.ts'

const Figure = (description: string) => Type.Number({ description })
const Percent = (description: string) => nullable(Type.Number(), description)
const LabelField = Type.Enum(LABELS, {
  description:
    '`great_deal`: at least 25 % below the median. `deal`: at least 15 % below. `high`: at least 15 % above. `typical`: in between. `unknown`: no price, or too little to compare with.',
})

const TypicalSchema = Type.Object(
  {
    p10: Figure('A tenth of the nights were cheaper than this.'),
    p25: Figure('A quarter of the nights were cheaper.'),
    median: Figure('Half of the nights were cheaper.'),
    p75: Figure('Three quarters of the nights were cheaper.'),
    p90: Figure('Nine tenths of the nights were cheaper.'),
    observations: Type.Integer({ description: 'Changes with a figure in the window.' }),
    nights: Type.Integer({ description: 'Nights in the window. Each counts once, with its newest figure.' }),
    window: Type.Object(
      {
        days: Type.Integer({ description: 'Observations of this many days are compared.' }),
        weekday: Type.Enum(['weekday', 'weekend', 'any'], {
          description: 'Which nights are compared. Friday and Saturday nights are `weekend`.',
        }),
        lead_days: LeadDaysField,
      },
      { description: 'Which nights and lead times are compared.' },
    ),
    widened: Type.Array(Type.Enum(['lead', 'weekday']), {
      description:
        'What had to be ignored to find enough nights: the lead time, the weekday, or both. Empty if neither.',
    }),
  },
  { $id: 'TypicalPrice' },
)

export const insightResponse = (catalog: Catalog) =>
  Type.Object({
    ...judgedFields(catalog),
    typical: nullable(TypicalSchema, 'What other nights cost; null if too little is known.'),
    percentile: Percent(
      'The share of nights that were cheaper, plus half of those that cost the same: 0 to 100.',
    ),
    vs_median_pct: Percent('The current price against the median; negative if it is cheaper.'),
    label: LabelField,
    why: Type.String({ description: 'The judgement in a sentence, or what is missing for one.' }),
    similar: nullable(
      Type.Object({
        hotels: Type.Integer({ description: 'How many hotels are compared, 3 to 5.' }),
        median: Figure('The median of their figures, in `currency`.'),
        vs_median_pct: Percent('The current price against it.'),
        label: LabelField,
      }),
      'The nearest hotels within 10 miles and one star, by prices of the same stay that were seen within a day. Null if fewer than three are known.',
    ),
    trend: nullable(
      Type.Object({
        days: Type.Integer({ description: 'How many days ago the earlier price held.' }),
        change_pct: Type.Number({ description: 'The change since then.' }),
        direction: Type.Enum(['up', 'down', 'flat'], { description: '`flat`: within 2 %.' }),
      }),
      'The price of this stay now against 14 days ago, or against the first price seen since. Null if none is older than a day.',
    ),
    lead_curve: Type.Array(
      Type.Object({
        lead_days: LeadDaysField,
        median: Figure('The median of the nights seen at this lead time, of any weekday.'),
        observations: Type.Integer({ description: 'Changes with a figure.' }),
      }),
      {
        description:
          'How the price depends on the lead time, shortest first. Lead times without a figure are left out.',
      },
    ),
    outlook: Type.Optional(OutlookSchema),
  })
