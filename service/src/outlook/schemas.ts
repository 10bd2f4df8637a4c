import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { judgedFields, LeadDaysField } from '../history/judged-schemas.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { ADVICE, LIKELY, UNLIKELY } from './advice.ts'
import { ENOUGH_OUTCOMES } from './backtest.ts'
import { DROPS } from './forecast.ts'

const Share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1 }), description)
const Count = (description: string) => Type.Integer({ description })

const DropSchema = Type.Object(
  {
    drop_pct: Type.Enum(DROPS, {
      description: 'A fall of at least this many per cent from the current price.',
    }),
    probability: Share(
      'How often the price of such nights fell that far, at the end of a day, until one day before arrival. Null if nothing is known.',
    ),
    base_rate: Share('The same share over all lead times and hotels of the market.'),
    n: Count('Past nights on which the forecast was tested, each with what was known at the time.'),
    brier: Share(
      'The mean squared error of the forecast in that test; smaller is better. Null without a test.',
    ),
    base_brier: Share('The mean squared error of the base rate in the same test.'),
    proven: Type.Boolean({
      description: `Whether the forecast was better than the base rate on at least ${ENOUGH_OUTCOMES} outcomes, by more than chance. Only such falls count for \`advice\`.`,
    }),
  },
  { $id: 'PriceDrop' },
)

const OUTLOOK = {
  lead_days: LeadDaysField,
  weekday: Type.Enum(['weekday', 'weekend'], {
    description: 'Which nights are compared. Friday and Saturday nights are `weekend`.',
  }),
  drops: Type.Array(DropSchema, { description: 'How often such prices fell.' }),
  tested_on: nullable(
    Type.Enum(['hotel', 'market']),
    `Whose past nights the forecast was tested on: the hotel’s own, or its market’s if there are fewer than ${ENOUGH_OUTCOMES}. Null without any.`,
  ),
  nights: Type.Object(
    {
      counted: Count('Nights of this hotel that were looked at often enough to see a fall.'),
      left_out: Count('Nights of this hotel that are known, but were not.'),
      market: Count('Nights of the market that count, this hotel’s included.'),
    },
    { description: 'Past nights at this lead time and of this weekday class.' },
  ),
  advice: Type.Enum(ADVICE, {
    description: `\`wait\`: a fall has a probability of at least ${LIKELY}. \`book\`: a fall of ${DROPS[0]} % has at most ${UNLIKELY}. \`either\`: in between. \`unknown\`: no price, or no forecast that proved better than the base rate.`,
  }),
  why: Type.String({ description: 'The outlook in a sentence, or what is missing for one.' }),
}

export const OutlookSchema = Type.Object(OUTLOOK, {
  $id: 'Outlook',
  description: 'How often such prices fell before arrival.',
})

export const outlookResponse = (catalog: Catalog) => Type.Object({ ...judgedFields(catalog), ...OUTLOOK })
