import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import { type FiguresDeps, JobMarket, readMarket } from '../grids/job-market.ts'
import type { GridJob } from '../grids/open-job.ts'
import { StandingSchema, standingOf } from '../grids/standing.ts'
import type { Job } from '../jobs/job.ts'
import { ERROR_CODES, type ErrorCode } from '../kernel/errors.ts'
import { JobParity, readParity } from '../parity/parity-of-job.ts'
import { UndercutterSchema, undercuttersOf } from '../parity/undercutters.ts'
import type { SetHotel } from '../sets/set.ts'
import type { BoardKind } from './board.ts'

export const MarketFigures = Type.Object(
  {
    currency: Type.String({ description: 'Of all figures.' }),
    subject: nullable(
      Type.Object({
        chain: Type.String({ description: 'Id of the chain.' }),
        hotel_code: Type.String({ description: 'The property’s code there.' }),
      }),
      'The hotel that the others are compared with: that of the set, else its first. Null if the job has no cells of it.',
    ),
    standing: nullable(StandingSchema, 'How the subject stands over all nights; null without one.'),
    ...JobMarket,
  },
  { $id: 'MarketFigures' },
)

export const ParityFigures = Type.Object(
  {
    ...JobParity,
    undercutters: Type.Array(UndercutterSchema, {
      description: 'How often each agency is cheaper, most often first.',
    }),
  },
  { $id: 'ParityFigures' },
)

export type Figures = Awaited<ReturnType<typeof readFigures>>

/** What a job says about a board. One of `market` and `parity` is null. */
export async function readFigures(deps: FiguresDeps, found: GridJob, kind: BoardKind, own: SetHotel | null) {
  if (kind === 'parity') {
    const parity = await readParity(deps, found)
    return { market: null, parity: { ...parity, undercutters: undercuttersOf(parity) } }
  }
  const { hotels, currency } = found.grid
  const index = hotels.findIndex(
    ({ source, hotelCode }) => source.id === own?.chain && hotelCode === own.hotel_code,
  )
  const subject = index < 0 ? null : index
  const market = await readMarket(deps, found, { subject, currency })
  return {
    market: {
      currency,
      subject: subject === null ? null : own,
      standing: subject === null ? null : standingOf(market.nights, subject),
      ...market,
    },
    parity: null,
  }
}

/** A hotel or listing of a board, and its rate on each night. */
export interface BoardLine {
  chain: string
  hotel_code: string
  name: string | null
  /** By night; null where the job has no cell. */
  nights: readonly { night: string; rate: BoardRate | null }[]
}

interface BoardRate {
  /** Which figure it is, such as USD after tax: others are not compared with it. */
  basis: string
  rate: number | null
  isOpen: boolean
}

export function linesOf({ market, parity }: Figures): BoardLine[] {
  if (market)
    return market.hotels.map((hotel, index) => ({
      ...hotel,
      nights: market.nights.map(({ night, market: { basis, currency }, rates }) => {
        const cell = rates[index]
        const rate = cell && {
          basis: `${currency} ${basis}`,
          rate: cell.rate,
          isOpen: cell.status === 'available',
        }
        return { night, rate: rate ?? null }
      }),
    }))
  if (!parity) return []
  const { hotel, channels, nights } = parity
  const rateOf = (cell: (typeof nights)[number]['direct']): BoardRate | null =>
    cell && {
      basis: `${cell.currency} ${cell.bar_after_tax === null ? 'bar' : 'bar_after_tax'}`,
      rate: cell.bar_after_tax ?? cell.bar,
      isOpen: cell.status === 'available',
    }
  return [
    { ...hotel, nights: nights.map(({ night, direct }) => ({ night, rate: rateOf(direct) })) },
    ...channels.map(({ channel, hotel_code }, index) => ({
      chain: channel,
      hotel_code,
      name: hotel.name,
      nights: nights.map(({ night, channels: cells }) => ({ night, rate: rateOf(cells[index] ?? null) })),
    })),
  ]
}

export const FailuresField = Type.Array(
  Type.Object(
    {
      chain: Type.String({ description: 'The source that was asked.' }),
      hotel_code: Type.String({ description: 'The property’s code there.' }),
      name: nullable(Type.String(), 'As the directory names it.'),
      codes: Type.Array(Type.Enum(ERROR_CODES), { description: 'The errors, each once.' }),
      cells: Type.Integer({ description: 'How many cells failed. They cost nothing.' }),
      nights: Type.Array(Type.String({ format: 'date' }), { description: 'The nights that are missing.' }),
    },
    { $id: 'BoardFailure' },
  ),
  { description: 'What could not be fetched, by hotel.' },
)

/** By hotel, with the nights that are missing. */
export function failuresOf({ failures }: Pick<Job, 'failures'>, lines: readonly BoardLine[]) {
  const byHotel = Map.groupBy(failures, ({ chain, hotel_code: code }) => `${chain}/${code}`)
  return [...byHotel.values()].flatMap((of) => {
    const [first] = of
    if (!first) return []
    const { chain, hotel_code } = first
    const line = lines.find((one) => one.chain === chain && one.hotel_code === hotel_code)
    return [
      {
        chain,
        hotel_code,
        name: line?.name ?? null,
        codes: [...new Set(of.map(({ code }): ErrorCode => code))],
        cells: of.reduce((sum, { cells }) => sum + cells, 0),
        nights: line?.nights.filter(({ rate }) => rate === null).map(({ night }) => night) ?? [],
      },
    ]
  })
}
