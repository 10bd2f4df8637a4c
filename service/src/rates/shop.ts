import type { Planned, Served } from '../billing/sale.ts'
import type { Stay } from '../observations/key.ts'
import type { StayObservation } from '../observations/observations.ts'
import type { Rate } from '../sources/source.ts'
import { planOneStay, type RateDesk, type Shopped } from './ask.ts'
import { freshnessView, hotelView, lowestView, money, queryView } from './render.ts'
import type { Terms } from './request.ts'

export interface ShopAsk {
  stay: Stay
  terms: Terms
  raw: boolean
}

/** One hotel, one stay: every room and every rate plan. The upstream bodies can only come from a call made now. */
export function planShop(desk: RateDesk, { stay, terms, raw }: ShopAsk): Promise<Planned> {
  const options = { fresh: terms.fresh, live: terms.live || raw, raw }
  return planOneStay(desk, stay, options, (shopped) => answer(stay, shopped, desk.now(), raw))
}

/** Only the few fields that differ from one request to the next are written anew; the matrix was written once. */
function answer(stay: Stay, shopped: Shopped, nowMs: number, raw: boolean): Served {
  const { observation, cached, stored } = shopped
  const { seenMs } = observation
  const head = { ...freshnessView({ cached, seenMs }, nowMs), query: queryView(stay) }
  const tail = shopTail(stay, observation)
  const bodies = raw ? `,"raw":${JSON.stringify(shopped.raw)}` : ''
  return { status: 200, headers: {}, body: `${JSON.stringify(head).slice(0, -1)},${tail}${bodies}}`, stored }
}

/** Everything after the query, without its closing brace. */
function shopTail(stay: Stay, observation: StayObservation): string {
  const known = observation.rendered.get('shop')
  if (known !== undefined) return known
  const { answer: found, figures } = observation
  const view = {
    hotel: hotelView(stay.source, found.hotel),
    status: found.status,
    min_los: found.minLos,
    currency: found.currency,
    tax_included: found.taxIncluded,
    rooms: found.rooms.map((room) => ({
      room_code: room.roomCode,
      name: room.name,
      beds: room.beds,
      max_occupancy: room.maxOccupancy,
      rates: room.rates.map((rate) => rateView(rate, found.currency)),
    })),
    lowest: lowestView(figures),
  }
  const tail = JSON.stringify(view).slice(1, -1)
  observation.rendered.set('shop', tail)
  return tail
}

function rateView(rate: Rate, currency: string) {
  return {
    rate_code: rate.rateCode,
    name: rate.name,
    price_per_night: money(rate.pricePerNight, currency),
    price_per_night_after_tax: money(rate.pricePerNightAfterTax, currency),
    tax_included: rate.taxIncluded,
    total: money(rate.total, currency),
    total_after_tax: money(rate.totalAfterTax, currency),
    member_only: rate.memberOnly,
    points_per_night: rate.pointsPerNight,
    cash_copay_per_night: money(rate.cashCopayPerNight, currency),
    refundable: rate.refundable,
    cancel_by: rate.cancelBy,
    meal_plan: rate.mealPlan,
  }
}
