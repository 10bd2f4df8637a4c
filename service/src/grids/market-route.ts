import { Type } from 'typebox'
import { freeRoute, type Route } from '../edge/route.ts'
import { ID_LENGTH } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { JobSchema, jobView } from '../jobs/job.ts'
import { JobParams } from '../jobs/routes.ts'
import { invalid } from '../kernel/errors.ts'
import { isCurrency } from '../kernel/money.ts'
import { HotelCode, readSubject } from '../rates/request.ts'
import type { Grid } from './grid.ts'
import { JobMarket, type MarketDeps, readMarket } from './job-market.ts'
import { openCashJob } from './open-job.ts'

const Query = Type.Object(
  {
    chain: Type.Optional(
      Type.String({ description: 'The chain of the subject.', maxLength: ID_LENGTH, examples: ['aurelia'] }),
    ),
    hotel_code: Type.Optional(HotelCode),
    currency: Type.Optional(
      Type.String({
        description: 'The currency to compare in, ISO 4217. Default: that of the grid.',
        pattern: '^[A-Z]{3}$',
      }),
    ),
  },
  { additionalProperties: false },
)

const Answer = Type.Object({
  job: JobSchema,
  ...JobMarket,
})

/** What the hotels of a job cost together, night by night. */
export function jobMarketRoute(deps: MarketDeps): Route {
  return freeRoute(
    {
      method: 'GET',
      path: '/jobs/{id}/market',
      operationId: 'getJobMarket',
      tag: 'Grids',
      summary: 'The market of each night of a job, and where a hotel stands in it',
      description:
        'Of the cash cells that the job has: for each night the median of the hotels and, with `chain` and `hotel_code`, the rank and the rate index of that hotel, as `POST /compset` has them for one night. Rates in other currencies are converted at the reference rate of the day on which they were observed. Free.',
      large: true,
      params: JobParams,
      query: Query,
      answers: { 200: { description: 'The hotels, and the nights with their rates.', schema: Answer } },
    },
    async ({ params, query }, { holder }) => {
      const found = await openCashJob(deps, holder.account.no, params.id)
      const { job, grid } = found
      const subject = subjectOf(grid, query)
      const currency = query.currency ?? grid.currency
      if (!isCurrency(currency))
        throw invalid(`\`currency\` must be an ISO 4217 code. ${currency} is not one.`)
      return served({ job: jobView(job), ...(await readMarket(deps, found, { subject, currency })) })
    },
  )
}

/** The subject's index in the grid; null without one. */
function subjectOf(
  { hotels }: Grid,
  { chain, hotel_code: hotelCode }: { chain?: string; hotel_code?: string },
): number | null {
  if (chain === undefined && hotelCode === undefined) return null
  if (chain === undefined || hotelCode === undefined)
    throw invalid('Name the subject by both `chain` and `hotel_code`.')
  const subject = readSubject(hotels, { chain, hotel_code: hotelCode })
  return subject && hotels.indexOf(subject)
}
