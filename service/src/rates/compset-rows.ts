import type { Tab } from '../billing/tab.ts'
import { served } from '../edge/served.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { type HotelName, hotelKey } from '../hotels/master.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Night } from '../kernel/dates.ts'
import { comparableView, compare } from '../observations/comparable.ts'
import type { Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Summary } from '../observations/observations.ts'
import { buyStay, type RateDeps, rowError, type ShopOptions } from './ask.ts'
import { marketView } from './market.ts'
import { dueView, NOTHING_DUE } from './points-due.ts'
import { ageView, freshnessView, lowestView, NO_FRESHNESS, type Sighting, termsView } from './render.ts'
import type { ListedHotel, RateTerms } from './request.ts'

export interface CompsetAsk {
  hotels: readonly ListedHotel[]
  checkin: Night
  los: number
  terms: RateTerms
  rates: 'lowest' | 'member'
  /** The hotel whose place in the market is asked for. */
  subject: ListedHotel | null
  /** For awards of several nights: shows what is due after free nights. */
  due?: { isElite: boolean }
}

/** One hotel of the set before any call: what is cached, and what is missing. */
export interface Part {
  stay: Stay
  known: Summary | undefined
  /** The further call for the member rate: not needed, already cached, or still to be made. */
  extra: 'none' | 'known' | 'missing'
  /** The same as a quote assumes it, which must not tell whether the hotel is sold out. */
  quotedExtra: 'none' | 'known' | 'missing'
}

export type Row = { stay: Stay } & (
  | { figures: Figures; sighting: Sighting }
  | { error: { code: string; message: string } }
  | { empty: true }
)

export function staysOf({ hotels, checkin, los, terms }: CompsetAsk): Stay[] {
  const { occupancy, currency } = terms
  return hotels.map((hotel) => ({ ...hotel, checkin, los, occupancy, currency }))
}

export function rowFromStore(stay: Stay, { value, seenMs }: Summary): Row {
  return { stay, figures: value, sighting: { cached: true, seenMs } }
}

/** A row that needs its own shop. */
export async function shopRow(
  deps: RateDeps,
  stay: Stay,
  options: ShopOptions,
  tab: Tab,
  price: Milli,
): Promise<Row> {
  try {
    const { observation, cached } = await buyStay(deps, stay, options, tab, price)
    return { stay, figures: observation.figures, sighting: { cached, seenMs: observation.seenMs } }
  } catch (error) {
    tab.free()
    return { stay, error: rowError(error, stay.source) }
  }
}

export async function answer(
  { fx, hotelBook, now }: RateDeps,
  ask: CompsetAsk,
  rows: readonly Row[],
  market?: ReturnType<typeof marketOf>,
) {
  const known = await hotelBook.many(rows.map(hotelOf))
  const nowMs = now()
  const { checkin, los, terms, rates, due, subject } = ask
  const view = {
    query: {
      checkin,
      los,
      ...termsView(terms),
      rates,
      ...(subject && { subject: { chain: subject.source.id, hotel_code: subject.hotelCode } }),
    },
    hotels: rows.map((row) => ({
      ...rowView(fx, row, known.get(hotelKey(hotelOf(row))), nowMs),
      ...(due && los > 1 && dueOf(row, due)),
    })),
    ...market?.(fx, rows),
  }
  return served(view)
}

/** What the whole set costs. */
export function marketOf({ terms, subject }: CompsetAsk) {
  return (fx: ReferenceRates, rows: readonly Row[]) => ({
    market: marketView(
      terms.currency,
      rows.map((row) => ({
        isSubject: row.stay.source === subject?.source && row.stay.hotelCode === subject?.hotelCode,
        comparable:
          'figures' in row ? compare(fx, row.figures, terms.currency, row.sighting.seenMs).comparable : null,
      })),
    ),
  })
}

function hotelOf({ stay }: Row): HotelName {
  return { source: stay.source.id, hotelCode: stay.hotelCode }
}

/** From the average of the nights: a summary has no more. */
function dueOf(row: Row, { isElite }: { isElite: boolean }) {
  const points = 'figures' in row ? row.figures.points : null
  if (!('figures' in row) || points === null) return NOTHING_DUE
  const { stay, figures } = row
  const total = points * stay.los * stay.occupancy.rooms
  return dueView(stay, { points, total, earnsFreeNights: !figures.premium }, isElite)
}

function rowView(fx: ReferenceRates, row: Row, known: BookedFacts | undefined, nowMs: number) {
  const hotel = {
    chain: row.stay.source.id,
    hotel_code: row.stay.hotelCode,
    name: known?.name ?? null,
    lat: known?.lat ?? null,
    lng: known?.lng ?? null,
    timezone: known?.timezone ?? null,
    ...ageView(row.stay),
  }
  if ('figures' in row) {
    const { status, minLos, currency } = row.figures
    const { comparable, note } = compare(fx, row.figures, row.stay.currency, row.sighting.seenMs)
    return {
      ...hotel,
      status,
      min_los: minLos,
      currency,
      lowest: lowestView(row.figures),
      comparable: comparableView(comparable),
      comparison_note: note,
      ...freshnessView(row.sighting, nowMs),
    }
  }
  const nothing = {
    status: null,
    min_los: null,
    currency: null,
    lowest: null,
    comparable: null,
    comparison_note: null,
    ...NO_FRESHNESS,
  }
  return 'error' in row ? { ...hotel, ...nothing, error: row.error } : { ...hotel, ...nothing }
}
