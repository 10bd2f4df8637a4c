import { Type } from 'typebox'
import { addNights, type Night, WEEKDAYS } from '../kernel/dates.ts'

/** Dates that count from the day of the run. */
export const RelativeDate = (description: string) =>
  Type.String({
    description: `${description} A date, or days after the day of the run in its time zone: \`+7d\`.`,
    pattern: '^(\\+\\d{1,3}d|\\d{4}-\\d{2}-\\d{2})$',
    examples: ['+7d'],
  })

export const RelativeNights = Type.Object(
  {
    from: RelativeDate('First check-in night.'),
    to: RelativeDate('Last check-in night, inclusive.'),
    days: Type.Optional(
      Type.Array(Type.Enum([...WEEKDAYS]), {
        description: 'Only check-ins on these days of the week.',
        minItems: 1,
        maxItems: WEEKDAYS.length,
      }),
    ),
  },
  { additionalProperties: false, description: 'A range of check-in nights.' },
)

export function dateOn(day: Night, text: string): Night {
  const days = /^\+(\d{1,3})d$/.exec(text)?.[1]
  return days === undefined ? text : addNights(day, Number(days))
}
