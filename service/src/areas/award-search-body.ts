import type { ReferenceRates } from '../fx/reference-rates.ts'
import { cellTexts } from '../grids/body.ts'
import { pricedOf, type StoredCell } from '../grids/cell.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { type Job, jobView } from '../jobs/job.ts'
import { withText } from '../kernel/json-text.ts'
import { comparableView, compare } from '../observations/comparable.ts'
import { hotelsBody, hotelView } from './hotels-body.ts'
import type { AreaTerms } from './request.ts'

/** A hotel in the answer, with its nights. */
export interface HotelNights {
  hotel: NearbyHotel
  nights: StoredCell[]
}

export function awardSearchBody(
  fx: ReferenceRates,
  place: Place,
  { rows, nightsUnknown }: { rows: readonly HotelNights[]; nightsUnknown: number },
  terms: AreaTerms,
  jobs: readonly Job[],
  nowMs: number,
): string {
  const texts = cellTexts(
    { ...terms, hotels: rows.map(({ hotel }) => hotel) },
    rows.flatMap(({ nights }) => nights),
    nowMs,
  ).values()
  const hotels = rows.map(({ hotel, nights }) =>
    withText(
      { ...hotelView(hotel), ...comparableOfBest(fx, nights, terms) },
      'nights',
      `[${texts.take(nights.length).toArray().join(',')}]`,
    ),
  )
  return hotelsBody(place, hotels, {
    nights_unknown: nightsUnknown,
    ...(jobs.length > 0 && { jobs: jobs.map(jobView) }),
  })
}

/** The best night has the fewest points; on a tie, it is the first. */
function comparableOfBest(fx: ReferenceRates, nights: readonly StoredCell[], { currency }: AreaTerms) {
  const best = nights.toSorted((a, b) => Number(a.points) - Number(b.points))[0]
  if (!best) return { comparable: null, comparison_note: null }
  const { comparable, note } = compare(fx, pricedOf(best), currency, best.seenMs)
  return { comparable: comparableView(comparable), comparison_note: note }
}
