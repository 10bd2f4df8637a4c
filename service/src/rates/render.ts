import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { toDecimal } from '../kernel/money.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import { cppOf, type Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { HotelRecord } from '../sources/source.ts'
import type { RateTerms } from './request.ts'

/** Turns our figures into the JSON that clients read. */

export function money(amount: number | null, currency: string): number | null {
  return amount === null ? null : toDecimal(amount, currency)
}

/** Hundredths of a cent as cents. */
export function cents(cpp: number | null): number | null {
  return cpp === null ? null : cpp / 100
}

export function lowestView(figures: Figures) {
  const { currency } = figures
  return {
    bar: money(figures.bar, currency),
    bar_after_tax: money(figures.barAfterTax, currency),
    member: money(figures.member, currency),
    member_after_tax: money(figures.memberAfterTax, currency),
    lowest_points: figures.points,
    lowest_points_cash: figures.pointsCash,
    cash_copay: money(figures.copay, currency),
    cpp: cents(cppOf(figures)),
  }
}

export function queryView(stay: Stay) {
  return {
    chain: stay.source.id,
    hotel_code: stay.hotelCode,
    checkin: stay.checkin,
    los: stay.los,
    ...termsView(stay),
    ...ageView(stay),
    ...(stay.pointOfSale && { point_of_sale: stay.pointOfSale }),
  }
}

export function termsView({ occupancy, currency }: Pick<RateTerms, 'occupancy' | 'currency'>) {
  return { ...partyView(occupancy), currency }
}

/** The number is there if `auto` was requested. */
export function ageView({ maxAgeSec }: { maxAgeSec?: number | undefined }) {
  return maxAgeSec === undefined ? {} : { max_age: maxAgeSec }
}

/** The same for the hotels of a grid. */
export function agesView(hotels: readonly (Pick<Stay, 'source' | 'hotelCode'> & { maxAgeSec?: number })[]) {
  const ages = hotels.flatMap(({ source, hotelCode, maxAgeSec }) =>
    maxAgeSec === undefined ? [] : [{ chain: source.id, hotel_code: hotelCode, max_age: maxAgeSec }],
  )
  return ages.length === 0 ? {} : { hotels: ages }
}

/** Ages are there if they were requested. */
export function partyView({ adults, children, rooms, ages }: Occupancy) {
  return { adults, children, ...(ages && { children_ages: ages }), rooms }
}

/** By the name that the directory has; otherwise as the source's answer describes it, and as the directory does what that omits. */
export function hotelView(
  { source, hotelCode }: Pick<Stay, 'source' | 'hotelCode'>,
  told: HotelRecord | null,
  known: BookedFacts | null,
) {
  // Some sources say the code in the place of the name.
  const name = known?.name ?? told?.name
  if (name === undefined) return null
  const lat = told?.lat ?? null
  const at = lat === null || told?.lng === null ? known : told
  return {
    chain: source.id,
    hotel_code: told?.hotelCode ?? hotelCode,
    name,
    city: told?.city ?? known?.city ?? null,
    country: told?.country ?? known?.country ?? null,
    lat: at?.lat ?? null,
    lng: at?.lng ?? null,
    currency: known?.currency ?? null,
    timezone: known?.timezone ?? null,
  }
}

/** When it was observed, and whether it came from the cache. */
export interface Sighting {
  cached: boolean
  seenMs: number
}

export function freshnessView({ cached, seenMs }: Sighting, nowMs: number) {
  return {
    cached,
    observed_at: new Date(seenMs).toISOString(),
    cache_age_sec: cached ? ageSecOf(seenMs, nowMs) : 0,
  }
}

export function ageSecOf(seenMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((nowMs - seenMs) / 1000))
}

export const NO_FRESHNESS = { cached: null, observed_at: null, cache_age_sec: null }

/** Combines several parts: as old as the oldest. */
export function oldest(parts: readonly Sighting[]): Sighting {
  return parts.reduce((old, part) => (part.seenMs < old.seenMs ? part : old))
}

/** An answer without a price has the requested currency, which the source might not quote. */
export function isPriced({ bar, member, copay }: Figures): boolean {
  return (bar ?? member ?? copay) !== null
}

/** The currency of several answers of one hotel; null if there are none. */
export function currencyOf(parts: readonly Figures[]): string | null {
  return (parts.find(isPriced) ?? parts[0])?.currency ?? null
}
