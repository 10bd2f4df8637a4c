import { type TSchema, Type } from 'typebox'
import { MatrixCell } from '../cells/cell.ts'
import { nullable } from '../edge/schemas.ts'
import { DistanceField, LatField, LngField, PlaceSchema, TimezoneField } from '../hotels/schemas.ts'
import { JobSchema } from '../jobs/job.ts'
import { COMPARABLE_FIELDS } from '../observations/comparable.ts'
import { AutoAgeField } from '../rates/max-age.ts'
import { NotFilledField } from './fields.ts'

/** The answers about a place. */

const PlaceField = Type.Union([PlaceSchema, Type.Null()], {
  description: 'The resolved place; null if it is unknown.',
})

/** What the words of the call were taken for, and what else they may mean. */
export const PLACE_ANSWER = {
  place: PlaceField,
  alternatives: Type.Array(PlaceSchema, {
    description: 'Other places with the same name, best match first. Ask for one by its `place_id`.',
  }),
}

const HOTEL_FIELDS = {
  chain: Type.String({ description: 'The hotel’s chain.', examples: ['aurelia'] }),
  hotel_code: Type.String({ description: "The property's code at the chain.", examples: ['LISAU'] }),
  name: Type.String({ description: 'For people.' }),
  lat: LatField,
  lng: LngField,
  timezone: TimezoneField,
  distance_mi: DistanceField,
  max_age: AutoAgeField,
}

/** The answer of each endpoint: 200, and 202 with the jobs that fetch the rest. */
export function withJobs<Fields extends Record<string, TSchema>>(
  fields: Fields,
  jobs: Record<string, TSchema>,
) {
  return { 200: Type.Object(fields), 202: Type.Object({ ...fields, ...jobs }) }
}

const NightsUnknown = Type.Integer({
  description:
    'Nights of hotels in the range that the cache does not know at all. `fill: "stale"` fetches them.',
  minimum: 0,
})

const OneJob = { job: JobSchema }

export const AreaAnswer = withJobs(
  {
    ...PLACE_ANSWER,
    hotels: Type.Array(
      Type.Object({
        rank: nullable(
          Type.Integer({ minimum: 1 }),
          'From 1, by points or by the comparable public rate. Null if the stay is not available or cannot be compared; such hotels come last.',
        ),
        ...HOTEL_FIELDS,
        ...COMPARABLE_FIELDS,
        cell: MatrixCell,
      }),
      { description: 'The hotels with a cached cell: cheapest first, then by distance and code.' },
    ),
    not_filled: NotFilledField,
  },
  OneJob,
)

export const AwardSearchAnswer = withJobs(
  {
    ...PLACE_ANSWER,
    hotels: Type.Array(
      Type.Object({
        ...HOTEL_FIELDS,
        ...COMPARABLE_FIELDS,
        nights: Type.Array(MatrixCell, { description: 'The matching nights, by date.', minItems: 1 }),
      }),
      {
        description: 'The hotels with a matching night, by `rank`, then by distance and code.',
      },
    ),
    nights_unknown: NightsUnknown,
    not_filled: NotFilledField,
  },
  { jobs: Type.Array(JobSchema, { description: 'One job per chain that is being fetched.', minItems: 1 }) },
)

const Figure = (what: string) =>
  nullable(
    Type.Number({ minimum: 0 }),
    `${what}: points for \`award\`, the public rate in the requested currency for \`cash\`. Null if there is none.`,
  )

export const CalendarAreaAnswer = withJobs(
  {
    ...PLACE_ANSWER,
    nights_unknown: NightsUnknown,
    not_filled: NotFilledField,
    nights: Type.Array(
      Type.Object({
        night: Type.String({ description: 'Check-in.', format: 'date' }),
        hotels_known: Type.Integer({
          description: 'Number of hotels with a cached cell for this night.',
          minimum: 0,
        }),
        hotels_available: Type.Integer({
          description: 'How many of them are available.',
          minimum: 0,
        }),
        converted: Type.Integer({
          description: 'How many of these were quoted in another currency and converted by a reference rate.',
          minimum: 0,
        }),
        not_compared: Type.Integer({
          description:
            'How many of these were quoted in another currency without a reference rate. They have no figure here.',
          minimum: 0,
        }),
        cheapest: Figure('The cheapest of the available hotels'),
        cheapest_hotel: nullable(
          Type.Object({
            chain: HOTEL_FIELDS.chain,
            hotel_code: HOTEL_FIELDS.hotel_code,
            name: HOTEL_FIELDS.name,
          }),
          'The cheapest hotel; on a tie, the nearest.',
        ),
        median: Figure(
          'The median of the available hotels (for an even number, the mean of the middle two, rounded half up)',
        ),
        best_cpp: nullable(
          Type.Number(),
          'The most cents per point among the available hotels, in hundredths of the requested currency; null for `cash`.',
        ),
      }),
      { description: 'One row per night; empty if the place is unknown.' },
    ),
    hotels: Type.Array(
      Type.Object({
        ...HOTEL_FIELDS,
        cheapest_night: nullable(
          Type.String({ format: 'date' }),
          'The hotel’s cheapest night; on a tie, the first. Null if no night is available.',
        ),
        cheapest: Figure('The price of that night'),
      }),
      { description: 'Every hotel considered, nearest first.' },
    ),
  },
  OneJob,
)
