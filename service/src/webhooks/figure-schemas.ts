import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'

/** How the hotel of a run stands, as `schedule.done` tells it. */

const Hotel = Type.Object(
  {
    chain: Type.String({ description: 'Id of the chain.' }),
    hotel_code: Type.String({ description: 'The property’s code there.' }),
    name: nullable(Type.String(), 'As the directory names it.'),
  },
  { description: 'The hotel that the others are compared with.' },
)

const Open = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

/** The rooms that own these figures are above this one, so their shapes are not repeated here. */
export const RunFigures = Type.Object(
  {
    kind: Type.Enum(['market', 'parity'], { description: 'What the run compares.' }),
    hotel: Hotel,
    currency: Type.String({ description: 'Of all figures.' }),
    nights: Type.Integer({ description: 'Nights of the run.' }),
    far_pct: Type.Optional(
      Type.Number({ description: 'How far from the median a night stands out, in percent; for a market.' }),
    ),
    standing: Type.Optional(
      Open('As `market.standing` of a board; at most five nights stand out. For a market.'),
    ),
    score: Type.Optional(Open('As `parity.score` of a board. For parity.')),
    undercutters: Type.Optional(
      Type.Array(Open('One agency.'), {
        description: 'As `parity.undercutters` of a board: those that undercut, at most five. For parity.',
      }),
    ),
    before: nullable(
      Open('`rank` and `rate_index`, or `lose`.'),
      'The same of the run before; null without one.',
    ),
  },
  { $id: 'RunFigures' },
)
