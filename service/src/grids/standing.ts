import { Type } from 'typebox'
import { nullable } from '../edge/schemas.ts'
import type { MarketOfJob } from './job-market.ts'

type MarketNight = MarketOfJob['nights'][number]

/** This far from the median of the others a night is worth a look, in percent. */
export const FAR_PCT = 15

/** How the subject stands over all nights. */
export interface Standing {
  /** Nights on which the subject and at least one other have a price. */
  compared: number
  /** Means over those nights, to one decimal. */
  rank: number | null
  of: number | null
  rate_index: number | null
  vs_others_median_pct: number | null
  cheapest: number
  dearest: number
  /** Nights on which the subject sells nothing while others do. */
  unsold: number
  /** Nights far from the median of the others, the furthest first. */
  stand_out: {
    night: string
    los: number
    rate: number
    others_median: number
    vs_others_median_pct: number
    rank: number
    of: number
  }[]
}

const mean = (description: string) => nullable(Type.Number(), `${description} Null if no night was compared.`)

export const StandingSchema = Type.Object(
  {
    compared: Type.Integer({
      description: 'Nights on which the subject and at least one other have a price.',
    }),
    rank: mean('The mean rank over those nights, to one decimal. 1 is the cheapest.'),
    of: mean('The mean number of hotels that are ranked.'),
    rate_index: mean('The mean rate index.'),
    vs_others_median_pct: mean('The mean distance from the median of the others, in percent.'),
    cheapest: Type.Integer({ description: 'Nights on which the subject is the cheapest, or ties for it.' }),
    dearest: Type.Integer({ description: 'Nights on which all others are cheaper.' }),
    unsold: Type.Integer({ description: 'Nights on which the subject sells nothing while others do.' }),
    stand_out: Type.Array(
      Type.Object({
        night: Type.String({ description: 'Check-in.', format: 'date' }),
        los: Type.Integer({ description: 'Nights of the stay.' }),
        rate: Type.Number({ description: 'The rate of the subject.' }),
        others_median: Type.Number({ description: 'The median of the others.' }),
        vs_others_median_pct: Type.Number({ description: 'The first against the second, in percent.' }),
        rank: Type.Integer({ description: '1 is the cheapest.' }),
        of: Type.Integer({ description: 'Hotels that are ranked.' }),
      }),
      {
        description: `Nights on which the subject is ${FAR_PCT} % or more away from the median of the others, the furthest first.`,
      },
    ),
  },
  { $id: 'Standing' },
)

/** `subject`: its index among the hotels. */
export function standingOf(nights: readonly MarketNight[], subject: number): Standing {
  const placed = nights.flatMap(({ night, los, market, rates }) => {
    const rate = rates[subject]?.rate ?? null
    const place = market.subject
    return place && place.of > 1 && rate !== null ? [{ night, los, rate, ...place }] : []
  })
  return {
    compared: placed.length,
    rank: meanOf(placed.map(({ rank }) => rank)),
    of: meanOf(placed.map(({ of }) => of)),
    rate_index: meanOf(placed.flatMap(({ rate_index: index }) => index ?? [])),
    vs_others_median_pct: meanOf(placed.flatMap(({ vs_others_median_pct: pct }) => pct ?? [])),
    cheapest: placed.filter(({ rank }) => rank === 1).length,
    dearest: placed.filter(({ rank, of }) => rank === of).length,
    unsold: nights.filter(({ market, rates }) => {
      const own = rates[subject]
      return own !== null && own !== undefined && own.rate === null && market.priced > 0
    }).length,
    stand_out: placed
      .flatMap(({ night, los, rate, others_median: median, vs_others_median_pct: pct, rank, of }) =>
        median === null || pct === null || Math.abs(pct) < FAR_PCT
          ? []
          : [{ night, los, rate, others_median: median, vs_others_median_pct: pct, rank, of }],
      )
      .toSorted(
        (a, b) =>
          Math.abs(b.vs_others_median_pct) - Math.abs(a.vs_others_median_pct) ||
          Number(a.night > b.night) - Number(a.night < b.night) ||
          a.los - b.los,
      ),
  }
}

/** To one decimal. */
export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10
}
