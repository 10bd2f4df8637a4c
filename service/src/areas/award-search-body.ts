import { cellTexts } from '../grids/body.ts'
import type { RawCell } from '../grids/cell.ts'
import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { type Job, jobView } from '../jobs/job.ts'
import { withText } from '../kernel/json-text.ts'
import { hotelsBody, hotelView } from './hotels-body.ts'
import type { AreaTerms } from './request.ts'

/** A hotel in the answer, with its nights. */
export interface HotelNights {
  hotel: NearbyHotel
  nights: RawCell[]
}

export function awardSearchBody(
  place: Place,
  rows: readonly HotelNights[],
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
    withText(hotelView(hotel), 'nights', `[${texts.take(nights.length).toArray().join(',')}]`),
  )
  return hotelsBody(place, hotels, jobs.length > 0 ? { jobs: jobs.map(jobView) } : undefined)
}
