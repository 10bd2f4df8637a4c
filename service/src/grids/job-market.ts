import { Type } from 'typebox'
import type { Reads } from '../db/replica/reads.ts'
import { nullable } from '../edge/schemas.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { HotelBook } from '../hotels/directory/hotel-book.ts'
import { type HotelsMaster, hotelKey } from '../hotels/master.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { compare } from '../observations/comparable.ts'
import { MarketSchema, marketView } from '../rates/market.ts'
import { money } from '../rates/render.ts'
import { MinLosField, StatusField } from '../rates/schemas.ts'
import type { Grid } from './grid.ts'
import { readStays, type StayCells } from './job-figures.ts'
import type { GridJob, GridJobDeps } from './open-job.ts'

/** What reading the figures of a job takes. */
export interface FiguresDeps {
  reads: Reads
  hotels: HotelsMaster
  fx: ReferenceRates
  hotelBook: HotelBook
}

export type MarketDeps = GridJobDeps & FiguresDeps

const Rate = Type.Object(
  {
    status: StatusField,
    min_los: MinLosField,
    rate: nullable(Type.Number(), 'Its rate on the basis of `market`, in the common currency.'),
  },
  { $id: 'MarketRate' },
)

/** The fields of an answer with the market of a job. */
export const JobMarket = {
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
}

export interface MarketTerms {
  /** Its index in the grid; null without one. */
  subject: number | null
  currency: string
}

export type MarketOfJob = Awaited<ReturnType<typeof readMarket>>

/** What the hotels of a job cost together, night by night. */
export async function readMarket(deps: FiguresDeps, found: GridJob, terms: MarketTerms) {
  const { grid } = found
  const named = grid.hotels.map(({ source, hotelCode }) => ({ source: source.id, hotelCode }))
  const known = await deps.hotelBook.many(named)
  const slices = startSlices()
  const nights: ReturnType<typeof nightView>[] = []
  for (const stay of await readStays(deps, found)) {
    nights.push(nightView(deps.fx, stay, grid, terms))
    await slices.pause()
  }
  const hotels = named.map((hotel) => ({
    chain: hotel.source,
    hotel_code: hotel.hotelCode,
    name: known.get(hotelKey(hotel))?.name ?? null,
  }))
  return { hotels, nights }
}

function nightView(
  fx: ReferenceRates,
  { night, los, cells }: StayCells,
  { hotels }: Grid,
  { subject, currency }: MarketTerms,
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
