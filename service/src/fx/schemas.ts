import { Type } from 'typebox'
import { CalendarDate } from '../edge/schemas.ts'
import type { Conversion } from './convert.ts'
import { toNumber } from './decimal.ts'

/** The rate that a figure was converted with. */
export const Fx = Type.Object(
  {
    from: Type.String({ description: 'The quoted currency.', examples: ['GBP'] }),
    to: Type.String({ description: 'The currency of the converted figures.', examples: ['USD'] }),
    rate: Type.Number({
      description: 'One unit of `from` in `to`, with up to 10 significant digits.',
      examples: [1.2712],
    }),
    date: CalendarDate('The day of the rate; of the older one if two feeds were combined.'),
    source: Type.String({ description: 'Who published it.', examples: ['European Central Bank'] }),
  },
  { $id: 'Fx' },
)

export function fxView({ from, to, rate, date, source }: Conversion) {
  return { from, to, rate: toNumber(rate), date, source }
}
