import { Type } from 'typebox'

export const MinAccessField = Type.Optional(
  Type.Number({
    description:
      'Only hotels that sell at least this share of their cash nights in the range for points, as `share` of `GET /award/access` says, whatever the age. Hotels for which that is not known are left out.',
    minimum: 0,
    maximum: 1,
    examples: [0.5],
  }),
)
