import { PRICE_OF } from '../billing/prices.ts'
import { type Planned, type Served, served } from '../billing/sale.ts'
import { invalid } from '../kernel/errors.ts'
import { centsPerPoint, certsFor, cppOf, type Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import type { Rate, Room } from '../sources/source.ts'
import { type RateDesk, type Shopped, shopLive } from './ask.ts'
import { cents, freshnessView, hotelView, money, queryView } from './render.ts'
import type { Terms } from './request.ts'

/** One hotel, one stay, in points: the same observation as a shop, provided that its points are known. */
export async function planAward(desk: RateDesk, stay: Stay, terms: Terms): Promise<Planned> {
  if (!stay.source.points) {
    throw invalid(`${stay.source.id} has no award points; GET /chains tells which sources have`, {
      chain: stay.source.id,
    })
  }
  const price = PRICE_OF.shop(weightsOf(stay.source))
  const known = terms.live ? undefined : await desk.observations.findStay(stay, terms.fresh)
  if (known?.answer.pointsKnown) {
    return {
      estimate: { cached: [price], live: [], free: 0 },
      run: async (tab) => {
        tab.cached(price)
        return answer(
          stay,
          { observation: known, cached: true, raw: [], stored: Promise.resolve() },
          desk.now(),
        )
      },
    }
  }
  return {
    estimate: { cached: [], live: [price], free: 0 },
    run: async (tab) => {
      const options = { fresh: terms.fresh, live: terms.live, points: true }
      const shopped = await shopLive(desk, stay, options, tab, price)
      return answer(stay, shopped, desk.now())
    },
  }
}

function answer(stay: Stay, { observation, cached, stored }: Shopped, nowMs: number): Served {
  const { answer: found, figures, seenMs } = observation
  const { currency } = found
  const view = {
    ...freshnessView({ cached, seenMs }, nowMs),
    query: queryView(stay),
    hotel: hotelView(stay.source, found.hotel),
    status: found.status,
    min_los: found.minLos,
    currency,
    award_rates: found.rooms.flatMap((room) => awardsOf(room, stay, figures)),
    cash_comparison: {
      bar: money(figures.bar, currency),
      bar_after_tax: money(figures.barAfterTax, currency),
      member: money(figures.member, currency),
      member_after_tax: money(figures.memberAfterTax, currency),
      tax_included: found.taxIncluded,
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
    points_total: points * stay.los * stay.occupancy.rooms,
    cash_copay_per_night: money(rate.cashCopayPerNight, figures.currency),
    standard,
    certs: standard && pure ? certsFor(points, stay.source.certificates) : null,
    cpp: standard ? cents(centsPerPoint(figures, points, rate.cashCopayPerNight)) : null,
  }
}
