import { Type } from 'typebox'
import { ERROR_CODES } from '../kernel/errors.ts'

/** Shapes that more than one room's routes are made of. */

export const Credits = (description: string) => Type.Number({ description, minimum: 0, examples: [1.25] })

export const Timestamp = (description: string) =>
  Type.String({ description, format: 'date-time', examples: ['2026-11-15T09:30:00.000Z'] })

export const CalendarDate = (description: string) =>
  Type.String({ description, format: 'date', examples: ['2026-11-15'] })

export const NextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'Pass it back as `cursor` for the next page; null at the end.',
})

export const ErrorEnvelope = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.Enum(ERROR_CODES, { description: 'One of seven; what to do is decided by it.' }),
        message: Type.String({
          description: 'For people. Names the field and the limit where one was missed.',
        }),
        chain: Type.Optional(Type.String({ description: 'The source that was involved.' })),
        request_id: Type.String({ description: 'Quote it when you ask about this answer.' }),
      },
      { description: 'What went wrong. It cost nothing.' },
    ),
  },
  { $id: 'Error' },
)
