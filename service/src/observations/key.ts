import type { Night } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { type Occupancy, occupancyNo } from '../kernel/occupancy.ts'
import type { Source } from '../sources/catalog/catalog.ts'

/** One stay at one hotel of one source, as a client asks for it. */
export interface Stay {
  source: Source
  hotelCode: string
  checkin: Night
  los: number
  occupancy: Occupancy
  currency: string
}

/** Under this number are kept the answers of sources that quote each property in its own currency, whatever is asked. */
const LOCAL_CURRENCY = -1

/**
 * The currency that an observation is kept under: questions that a source answers alike share one. What the answer is
 * quoted in stands in the answer.
 */
export function keptCurrency(source: Source, asked: string): number {
  if (source.localCurrency) return LOCAL_CURRENCY
  const quotes = source.currencies.includes('*') || source.currencies.includes(asked)
  return currencyNo(quotes ? asked : (source.currencies[0] ?? asked))
}

/** What two questions for the same observation have in common. */
export function stayKey({ source, hotelCode, checkin, los, occupancy, currency }: Stay): string {
  return `${source.id}/${hotelCode}/${checkin}/${los}/${occupancyNo(occupancy)}/${keptCurrency(source, currency)}`
}
