import type { Planned } from '../edge/sale.ts'
import { type Served, served } from '../edge/served.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { invalid } from '../kernel/errors.ts'
import { centsPerPoint, certsFor, cppOf, type Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Rate, Room } from '../sources/source.ts'
import { factsOf, planOneStay, type RateDeps, type Shopped } from './ask.ts'
import { dueView } from './points-due.ts'
import { cents, freshnessView, hotelView, money, queryView } from './render.ts'
import type { RateTerms } from './request.ts'

/** One hotel, one stay, in points: shares the observation of a shop whose points are known. */
export async function planAward(
  deps: RateDeps,
  stay: Stay,
  terms: RateTerms,
  isElite: boolean,
): Promise<Planned> {
  if (!stay.source.points) {
    throw invalid(`${stay.source.id} has no award points. GET /chains lists the sources that do.`, {
      chain: stay.source.id,
    })
  }
  const options = { fresh: terms.fresh, live: terms.live, points: true }
  return planOneStay(deps, stay, options, async (shopped) =>
    answer(stay, shopped, { facts: await factsOf(deps, stay), isElite }, deps.now()),
  )
}

function answer(
  stay: Stay,
  { observation, cached }: Shopped,
  { facts, isElite }: { facts: BookedFacts | null; isElite: boolean },
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
    award_rates: found.rooms.flatMap((room) => awardsOf(room, stay, figures, isElite)),
    cash_comparison: {
      bar: money(figures.bar, currency),
      bar_after_tax: money(figures.barAfterTax, currency),
      member: money(figures.member, currency),
      member_after_tax: money(figures.memberAfterTax, currency),
      tax_included: figures.taxIncluded,
    },
    cpp: cents(cppOf(figures)),
  }
  return served(view)
}

function awardsOf(room: Room, stay: Stay, figures: Figures, isElite: boolean) {
  return room.rates.flatMap((rate) =>
    rate.pointsPerNight === null ? [] : [awardView(room, rate, rate.pointsPerNight, stay, figures, isElite)],
  )
}

function awardView(room: Room, rate: Rate, points: number, stay: Stay, figures: Figures, isElite: boolean) {
  const standard = rate.standardAward === true
  const pure = rate.cashCopayPerNight === null
  // Answers stored before totals were kept have only the average.
  const total = rate.pointsTotal ?? points * stay.los * stay.occupancy.rooms
  const award = { points, byNight: rate.pointsByNight, total, earnsFreeNights: standard && pure }
  return {
    room_code: room.roomCode,
    room_name: room.name,
    rate_code: rate.rateCode,
    name: rate.name,
    points_per_night: points,
    points_total: total,
    ...(stay.los > 1 && dueView(stay, award, isElite)),
    cash_copay_per_night: money(rate.cashCopayPerNight, rate.currency),
    standard,
    certs: standard && pure ? certsFor(points, stay.source.certificates) : null,
    cpp:
      standard && (pure || rate.currency === figures.currency)
        ? cents(centsPerPoint(figures, points, rate.cashCopayPerNight))
        : null,
  }
}
