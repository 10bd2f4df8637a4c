import { Type } from 'typebox'
import type { Reads } from '../db/replica/reads.ts'
import { freeRoute, type Route } from '../edge/route.ts'
import { nullable } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { HotelBook } from '../hotels/directory/hotel-book.ts'
import { hotelKey } from '../hotels/master.ts'
import { JobSchema, jobView } from '../jobs/job.ts'
import { JobParams } from '../jobs/routes.ts'
import { invalid } from '../kernel/errors.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { isCurrency } from '../kernel/money.ts'
import { compare } from '../observations/comparable.ts'
import { MarketSchema, marketView } from '../rates/market.ts'
import { money } from '../rates/render.ts'
import { HotelCode, readSubject } from '../rates/request.ts'
import { MinLosField, StatusField } from '../rates/schemas.ts'
import type { Grid } from './grid.ts'
import { readStays, type StayCells } from './job-figures.ts'
import { type GridJobDeps, openCashJob } from './open-job.ts'

export interface MarketDeps extends GridJobDeps {
  reads: Reads
  fx: ReferenceRates
  hotelBook: HotelBook
}

const Query = Type.Object(
  {
    chain: Type.Optional(Type.String({ description: 'The chain of the subject.', examples: ['aurelia'] })),
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

const Rate = Type.Object(
  {
    status: StatusField,
    min_los: MinLosField,
    rate: nullable(Type.Number(), 'Its rate on the basis of `market`, in the common currency.'),
  },
  { $id: 'MarketRate' },
)

const Answer = Type.Object({
  job: JobSchema,
  hotels: Type.Array(
    Type.Object({
      chain: Type.String({ description: 'Id of the source.' }),
      hotel_code: Type.String({ description: 'The property’s code at the source.' }),
      name: nullable(Type.String(), 'As the directory names it.'),
    }),
    { description: 'The hotels of the grid, in order.' },
  ),
  nights: Type.Array(
    Type.Object({
      night: Type.String({ description: 'Check-in.', format: 'date' }),
      los: Type.Integer({ description: 'Nights of the stay.' }),
      market: MarketSchema,
      rates: Type.Array(nullable(Rate), {
        description: 'One entry per hotel, in the order of `hotels`. Null if the job has no cell of it.',
      }),
    }),
    { description: 'One entry per night and length of stay, in order.' },
  ),
})

/** What the hotels of a job cost together, night by night. */
export function jobMarketRoute(deps: MarketDeps): Route {
  const { fx, hotelBook } = deps
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
      const named = grid.hotels.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
      const known = await hotelBook.many(named)
      const slices = startSlices()
      const nights: ReturnType<typeof nightView>[] = []
      for (const stay of await readStays(deps, found)) {
        nights.push(nightView(fx, stay, grid, { subject, currency }))
        await slices.pause()
      }
      const hotels = named.map((hotel) => ({
        chain: hotel.source,
        hotel_code: hotel.hotelCode,
        name: known.get(hotelKey(hotel))?.name ?? null,
      }))
      return served({ job: jobView(job), hotels, nights })
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

function nightView(
  fx: ReferenceRates,
  { night, los, cells }: StayCells,
  { hotels }: Grid,
  { subject, currency }: { subject: number | null; currency: string },
) {
  const rows = hotels.map((_, index) => {
    const cell = cells.get(index)
    const comparable = cell ? compare(fx, cell.figures, currency, cell.seenMs).comparable : null
    return { cell, comparable, isSubject: index === subject }
  })
  const market = marketView(currency, rows)
  const figure = market.basis === 'bar' ? 'bar' : 'barAfterTax'
  const rates = rows.map(
    ({ cell, comparable }) =>
      cell && {
        status: cell.figures.status,
        min_los: cell.figures.minLos,
        rate: money(comparable?.[figure] ?? null, currency),
      },
  )
  return { night, los, market, rates: rates.map((rate) => rate ?? null) }
}
