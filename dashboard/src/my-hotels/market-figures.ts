import type { GetJobMarketResponse } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'

export type MarketNight = GetJobMarketResponse['nights'][number]

/** A night of the board: the subject's own rate beside the market. */
export interface BoardNight extends MarketNight {
  own: MarketNight['rates'][number]
}

/** The nights with the subject's rate. A board has stays of one night only. */
export function boardNights({ hotels, nights }: GetJobMarketResponse, subject: HotelId): BoardNight[] {
  const index = hotels.findIndex(
    ({ chain, hotel_code }) => chain === subject.chain && hotel_code === subject.hotel_code,
  )
  return nights
    .filter(({ los }) => los === 1)
    .map(({ night, los, market, rates }) => ({ night, los, market, rates, own: rates[index] ?? null }))
}

/** How the subject stands over all nights. */
export interface Standing {
  /** Nights on which the subject and at least one other have a price. */
  compared: number
  /** Means over those nights, to one decimal. */
  index: number | null
  rank: number | null
  cheapest: number
  dearest: number
  /** Nights far from the median, with the furthest first. */
  below: BoardNight[]
  above: BoardNight[]
  /** Nights on which the subject sells nothing while others do. */
  unsold: number
}

/** This far from the median a night is worth a look, in percent. */
export const FAR_PCT = 15

export function standingOf(nights: readonly BoardNight[]): Standing {
  const compared = nights.filter(({ market }) => market.subject !== null && market.subject.of > 1)
  const versus = ({ market }: BoardNight) => market.subject?.vs_median_pct ?? 0
  return {
    compared: compared.length,
    index: meanOf(compared.flatMap(({ market }) => market.subject?.rate_index ?? [])),
    rank: meanOf(compared.flatMap(({ market }) => market.subject?.rank ?? [])),
    cheapest: compared.filter(({ market }) => market.subject?.rank === 1).length,
    dearest: compared.filter(({ market }) => market.subject?.rank === market.subject?.of).length,
    below: compared.filter((night) => versus(night) <= -FAR_PCT).toSorted((a, b) => versus(a) - versus(b)),
    above: compared.filter((night) => versus(night) >= FAR_PCT).toSorted((a, b) => versus(b) - versus(a)),
    unsold: nights.filter(({ own, market }) => own !== null && own.rate === null && market.priced > 0).length,
  }
}

function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10
}
