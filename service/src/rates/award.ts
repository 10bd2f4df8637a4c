import type { Planned } from '../edge/sale.ts'
import { type Served, served } from '../edge/served.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { invalid } from '../kernel/errors.ts'
import { centsPerPoint, certsFor, cppOf, type Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Rate, Room } from '../sources/source.ts'
import { factsOf, planOneStay, type RateDeps, type Shopped } from './ask.ts'
import { cents, freshnessView, hotelView, money, queryView } from './render.ts'
import type { RateTerms } from './request.ts'

/** One hotel, one stay, in points: shares the observation of a shop whose points are known. */
export async function planAward(deps: RateDeps, stay: Stay, terms: RateTerms): Promise<Planned> {
  if (!stay.source.points) {
    throw invalid(`${stay.source.id} has no award points. GET /chains lists the sources that do.`, {
      chain: stay.source.id,
    })
  }
  const options = { fresh: terms.fresh, live: terms.live, points: true }
  return planOneStay(deps, stay, options, async (shopped) =>
    answer(stay, shopped, await factsOf(deps, stay), deps.now()),
  )
}

function answer(
  stay: Stay,
  { observation, cached, stored }: Shopped,
  facts: BookedFacts | null,
  nowMs: number,
): Served {
  const { answer: found, figures, seenMs } = observation
  const { currency } = found
  const view = {
    ...freshnessView({ cached, seenMs }, nowMs),
    query: queryView(stay),
    hotel: hotelView(stay, found.hotel, facts),
    status: found.status,
    min_los: found.minLos,
    currency,
    award_rates: found.rooms.flatMap((room) => awardsOf(room, stay, figures)),
    cash_comparison: {
      bar: money(figures.bar, currency),
      bar_after_tax: money(figures.barAfterTax, currency),
      member: money(figures.member, currency),
      member_after_tax: money(figures.memberAfterTax, currency),
      tax_included: figures.taxIncluded,
    },
    cpp: cents(cppOf(figures)),
  }
  return { ...served(view), stored }
}

function awardsOf(room: Room, stay: Stay, figures: Figures) {
  return room.rates.flatMap((rate) =>
    rate.pointsPerNight === null ? [] : [awardView(room, rate, rate.pointsPerNight, stay, figures)],
  )
}

function awardView(room: Room, rate: Rate, points: number, stay: Stay, figures: Figures) {
  const standard = rate.standardAward === true
  const pure = rate.cashCopayPerNight === null
  return {
    room_code: room.roomCode,
    room_name: room.name,
    rate_code: rate.rateCode,
    name: rate.name,
    points_per_night: points,
    // Answers stored before totals were kept have only the average.
    points_total: rate.pointsTotal ?? points * stay.los * stay.occupancy.rooms,
    cash_copay_per_night: money(rate.cashCopayPerNight, rate.currency),
    standard,
    certs: standard && pure ? certsFor(points, stay.source.certificates) : null,
    cpp:
      standard && (pure || rate.currency === figures.currency)
        ? cents(centsPerPoint(figures, points, rate.cashCopayPerNight))
        : null,
  }
}
