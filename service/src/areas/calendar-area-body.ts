import type { NearbyHotel } from '../hotels/nearby.ts'
import type { Place } from '../hotels/places.ts'
import { placeView } from '../hotels/schemas.ts'
import { type Job, jobView } from '../jobs/job.ts'
import { toDecimal } from '../kernel/money.ts'
import type { HotelSummary, NightSummary, Summaries } from './calendar-store.ts'
import { hotelView } from './hotels-body.ts'
import type { AreaTerms } from './request.ts'

export function calendarAreaBody(
  place: Place,
  hotels: readonly NearbyHotel[],
  summaries: Summaries,
  terms: AreaTerms,
  [job]: readonly Job[],
): string {
  const ofNight = new Map(summaries.nights.map((summary) => [summary.night, summary]))
  const ofHotel = new Map(summaries.hotels.map((summary) => [summary.hotel, summary]))
  return JSON.stringify({
    place: placeView(place),
    nights_unknown:
      hotels.length * terms.nights.length - summaries.hotels.reduce((sum, { known }) => sum + known, 0),
    nights: terms.nights.map((night) => nightView(night, ofNight.get(night), terms, hotels)),
    hotels: hotels.map((hotel, index) => summaryView(hotel, ofHotel.get(index), terms)),
    ...(job && { job: jobView(job) }),
  })
}

function nightView(
  night: string,
  summary: NightSummary | undefined,
  terms: AreaTerms,
  hotels: readonly NearbyHotel[],
) {
  const cheapest = hotels[summary?.cheapestHotel ?? -1]
  const bestCpp = terms.kind === 'award' ? (summary?.bestCpp ?? null) : null
  return {
    night,
    hotels_known: summary?.known ?? 0,
    hotels_available: summary?.available ?? 0,
    converted: summary?.converted ?? 0,
    not_compared: summary?.notCompared ?? 0,
    cheapest: figureView(summary?.cheapest, terms),
    cheapest_hotel: cheapest
      ? { chain: cheapest.source.id, hotel_code: cheapest.hotelCode, name: cheapest.name }
      : null,
    median: figureView(summary?.median, terms),
    best_cpp: bestCpp === null ? null : bestCpp / 100,
  }
}

function summaryView(hotel: NearbyHotel, summary: HotelSummary | undefined, terms: AreaTerms) {
  return {
    ...hotelView(hotel),
    cheapest_night: summary?.cheapestNight ?? null,
    cheapest: figureView(summary?.cheapest, terms),
  }
}

/** Points unchanged, money in units of its currency. */
function figureView(figure: number | null | undefined, { kind, currency }: AreaTerms): number | null {
  if (figure === null || figure === undefined) return null
  return kind === 'award' ? figure : toDecimal(figure, currency)
}
