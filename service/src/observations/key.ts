import type { Night } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { DEFAULT_OCCUPANCY, type Occupancy, occupancyNo } from '../kernel/occupancy.ts'
import type { Source } from '../sources/catalog/catalog.ts'

/** One stay at one hotel of one source, as requested. */
export interface Stay {
  source: Source
  hotelCode: string
  checkin: Night
  los: number
  occupancy: Occupancy
  currency: string
}

/** The currency number for sources that always quote a property in its own currency. */
const LOCAL_CURRENCY = -1

/**
 * The currency in an observation's key: requests that a source answers alike share it. The answer itself says which
 * currency it is quoted in.
 */
export function keptCurrency(source: Source, asked: string): number {
  if (source.localCurrency) return LOCAL_CURRENCY
  const quotes = source.currencies.includes('*') || source.currencies.includes(asked)
  return currencyNo(quotes ? asked : (source.currencies[0] ?? asked))
}

/**
 * The occupancy that a source is asked for: the requested one, or the default if the source cannot price it. Such cells
 * are stored under the default occupancy and shared with requests for it.
 */
export function pricedParty({ mostRooms }: Source, asked: Occupancy): Occupancy {
  return mostRooms !== null && asked.rooms > mostRooms ? DEFAULT_OCCUPANCY : asked
}

/** Two requests with the same key share one observation. */
export function stayKey({ source, hotelCode, checkin, los, occupancy, currency }: Stay): string {
  return `${source.id}/${hotelCode}/${checkin}/${los}/${occupancyNo(occupancy)}/${keptCurrency(source, currency)}`
}
