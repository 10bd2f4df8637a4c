import type { Night } from '../kernel/dates.ts'
import { currencyNo } from '../kernel/money.ts'
import { agesNo, DEFAULT_OCCUPANCY, type Occupancy, occupancyNo, PARTIES } from '../kernel/occupancy.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { PointOfSale } from '../sources/source.ts'
import type { ObservationKey } from './cell-row.ts'

/** One stay at one hotel of one source, as requested. */
export interface Stay {
  source: Source
  hotelCode: string
  checkin: Night
  los: number
  occupancy: Occupancy
  currency: string
  /** Who asks. Its answers are stored apart, and only in full. */
  pointOfSale?: PointOfSale
  /** What `max_age: "auto"` stands for at this hotel, in seconds. Answers tell it. */
  maxAgeSec?: number
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
export function pricedParty({ mostRooms, takesAges }: Source, asked: Occupancy): Occupancy {
  const isTooLarge = mostRooms !== null && asked.rooms > mostRooms
  return isTooLarge || (!takesAges && agesNo(asked) > 0) ? DEFAULT_OCCUPANCY : asked
}

/** More hotels than there are. What is kept for ages of children has the numbers above, up to 2^52; see `keptHotel`. */
export const HOTELS = 2 ** 35

/**
 * The number under which a hotel's stays of a party are kept: its own, or one above all hotels if the children have ages of
 * their own. So these stays need no column, and the key, the indexes and the reads of all others are as if there were no ages.
 */
export function keptHotel(hotel: number, party: Occupancy): number {
  return hotel + agesNo(party) * HOTELS
}

/** The number of the party in a key, where `keptHotel` stands for its ages. */
export function keptParty(party: Occupancy): number {
  return occupancyNo(party) % PARTIES
}

/** What the cells of a hotel have in common in their keys. */
export type KeyOfHotel = Pick<ObservationKey, 'hotel' | 'occ' | 'currency'>

/** The key of the hotel with this number for a request, whose party its source may not price. */
export function keyOfHotel(
  no: number,
  source: Source,
  asked: Pick<Stay, 'occupancy' | 'currency'>,
): KeyOfHotel {
  const party = pricedParty(source, asked.occupancy)
  return {
    hotel: keptHotel(no, party),
    occ: keptParty(party),
    currency: keptCurrency(source, asked.currency),
  }
}

/** Two requests with the same key share one observation. */
export function stayKey({ source, hotelCode, checkin, los, occupancy, currency, pointOfSale }: Stay): string {
  const key = `${source.id}/${hotelCode}/${checkin}/${los}/${occupancyNo(occupancy)}/${keptCurrency(source, currency)}`
  return pointOfSale ? `${key}/${saleKey(pointOfSale)}` : key
}

/** A point of sale as one word: `DE/mobile`, `DE/`, `/mobile`. */
export function saleKey({ country, device }: PointOfSale): string {
  return `${country ?? ''}/${device ?? ''}`
}
