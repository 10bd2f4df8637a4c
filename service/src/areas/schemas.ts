import { type TSchema, Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { MatrixCell } from '../grids/cell.ts'
import { DistanceField, LatField, LngField, PlaceSchema } from '../hotels/schemas.ts'
import { JobSchema } from '../jobs/job.ts'

/** The answers about a place, as clients read them. */

const PlaceField = Type.Union([PlaceSchema, Type.Null()], {
  description: 'The place as it was understood; null where nobody knows such a place.',
})

const HOTEL_FIELDS = {
  chain: Type.String({ description: 'Whose hotel it is.', examples: ['aurelia'] }),
  hotel_code: Type.String({ description: "The property's code at the chain.", examples: ['LISAU'] }),
  name: Type.String({ description: 'For people.' }),
  lat: LatField,
  lng: LngField,
  distance_mi: DistanceField,
}

/** The answer 200 of each endpoint, and 202 with what fills the rest. */
function withJobs<Fields extends Record<string, TSchema>>(fields: Fields, jobs: Record<string, TSchema>) {
  return { 200: Type.Object(fields), 202: Type.Object({ ...fields, ...jobs }) }
}

const OneJob = { job: JobSchema }

export const AreaAnswer = withJobs(
  {
    place: PlaceField,
    hotels: Type.Array(
      Type.Object({
        rank: nullable(
          Type.Integer({ minimum: 1 }),
          'From 1; null, and last in the list, where the stay cannot be had or is quoted in another currency.',
        ),
        ...HOTEL_FIELDS,
        cell: MatrixCell,
      }),
      { description: 'The hotels whose cell the store has: the cheapest first, then by distance and code.' },
    ),
  },
  OneJob,
)

export const AwardSearchAnswer = withJobs(
  {
    place: PlaceField,
    hotels: Type.Array(
      Type.Object({
        ...HOTEL_FIELDS,
        nights: Type.Array(MatrixCell, { description: 'The nights that match, by date.', minItems: 1 }),
      }),
      {
        description:
          'The hotels with a matching night, in the order asked for; equal ones by distance and code.',
      },
    ),
  },
  { jobs: Type.Array(JobSchema, { description: 'One for each chain that is being asked.', minItems: 1 }) },
)

const Figure = (what: string) =>
  nullable(
    Type.Number({ minimum: 0 }),
    `${what}: points for \`award\`, the public rate for \`cash\`. Null where there is none.`,
  )

export const CalendarAreaAnswer = withJobs(
  {
    place: PlaceField,
    nights: Type.Array(
      Type.Object({
        night: Type.String({ description: 'Check-in.', format: 'date' }),
        hotels_known: Type.Integer({ description: 'Hotels of which the store has this night.', minimum: 0 }),
        hotels_available: Type.Integer({
          description: 'Of these, how many can be had, in the asked currency.',
          minimum: 0,
        }),
        cheapest: Figure('The cheapest of these'),
        cheapest_hotel: nullable(
          Type.Object({
            chain: HOTEL_FIELDS.chain,
            hotel_code: HOTEL_FIELDS.hotel_code,
            name: HOTEL_FIELDS.name,
          }),
          'Whose figure that is; of equally cheap hotels the nearest.',
        ),
        median: Figure('The median of these; of an even number, the mean of the middle two, half up'),
        best_cpp: nullable(
          Type.Number(),
          'The most that a point is worth among these, in cents; null for `cash`.',
        ),
      }),
      { description: 'One row for each night; empty where nobody knows the place.' },
    ),
    hotels: Type.Array(
      Type.Object({
        ...HOTEL_FIELDS,
        cheapest_night: nullable(
          Type.String({ format: 'date' }),
          'When it is cheapest; of equally cheap nights the first. Null where no night can be had.',
        ),
        cheapest: Figure('What it costs then'),
      }),
      { description: 'Every hotel that was looked at, the nearest first.' },
    ),
  },
  OneJob,
)
