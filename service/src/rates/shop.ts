import { jsonBody } from '../edge/body.ts'
import type { Planned } from '../edge/sale.ts'
import { type Served, served } from '../edge/served.ts'
import { type BookedFacts, isWhole } from '../hotels/directory/hotel-book.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Rendering, StayObservation } from '../observations/observations.ts'
import type { Receipts } from '../receipts/issue.ts'
import { attributesOf } from '../rooms/attributes.ts'
import type { Rate, StayAnswer } from '../sources/source.ts'
import { evidenceIn, factsOf, planOneStay, type RateDeps, type Shopped } from './ask.ts'
import { ageSecOf, freshnessView, hotelView, lowestView, money, queryView } from './render.ts'
import type { RateTerms } from './request.ts'
import { attributesView } from './room-attributes.ts'

export interface ShopAsk {
  stay: Stay
  terms: RateTerms
  raw: boolean
  /** The request, if it asks for a receipt. */
  receipt?: object | undefined
}

/** One hotel, one stay: every room and every rate plan. Upstream bodies always take a live call. */
export function planShop(
  deps: RateDeps & { receipts: Receipts },
  { stay, terms, raw, receipt: question }: ShopAsk,
): Promise<Planned> {
  const evidence = question !== undefined
  const options = { fresh: terms.fresh, live: terms.live || raw, raw, evidence }
  return planOneStay(deps, stay, options, async (shopped, tab) => {
    const sold = await answer(deps, stay, shopped, raw)
    if (!question) return sold
    const view = sold.body.value() as object
    return deps.receipts.attach({ endpoint: 'shop', question, view, evidence: evidenceIn([shopped]) }, tab)
  })
}

async function answer(deps: RateDeps, stay: Stay, shopped: Shopped, raw: boolean): Promise<Served> {
  const { observation, cached } = shopped
  const last = observation.rendered
  const facts = last && isWhole(last.facts) ? last.facts : await factsOf(deps, stay)
  const { body, view } = rendered(stay, observation, facts, cached, deps.now())
  return raw ? served({ ...view, raw: shopped.raw }) : { status: 200, headers: {}, body }
}

/** The rooms are viewed once, the few fields before them once a second. */
function rendered(
  stay: Stay,
  observation: StayObservation,
  facts: BookedFacts | null,
  cached: boolean,
  nowMs: number,
): Rendering {
  const { seenMs, rendered: last } = observation
  const { currency, maxAgeSec } = stay
  const { ages } = stay.occupancy
  const ageSec = cached ? ageSecOf(seenMs, nowMs) : null
  // Right after a start, the directory may learn between two answers where the hotel is.
  const standing = last?.facts === facts ? last : null
  const isSame = last?.ageSec === ageSec && last.currency === currency && last.maxAgeSec === maxAgeSec
  if (standing && isSame && sameAges(standing.ages, ages)) return standing
  const seen = standing?.seen ?? seenView(stay, observation, facts)
  const view = { ...freshnessView({ cached, seenMs }, nowMs), query: queryView(stay), ...seen }
  observation.rendered = { body: jsonBody(view), view, seen, facts, ageSec, currency, ages, maxAgeSec }
  return observation.rendered
}

/** The same ages in another order are the same stay, but not the same query. */
function sameAges(a: Occupancy['ages'], b: Occupancy['ages']): boolean {
  return a === b || (a !== undefined && b !== undefined && a.join() === b.join())
}

/** Everything after the query. */
function seenView(stay: Stay, { answer: found, figures }: StayObservation, facts: BookedFacts | null) {
  return { hotel: hotelView(stay, found.hotel, facts), ...seenRows(found, figures) }
}

/** What the source says of the stay, and nothing else. */
export function seenRows(found: StayAnswer, figures: Figures) {
  return {
    status: found.status,
    min_los: found.minLos,
    currency: found.currency,
    tax_included: figures.taxIncluded,
    rooms: found.rooms.map((room) => ({
      room_code: room.roomCode,
      name: room.name,
      beds: room.beds,
      max_occupancy: room.maxOccupancy,
      attributes: attributesView(attributesOf(room)),
      rates: room.rates.map(rateView),
    })),
    lowest: lowestView(figures),
  }
}

function rateView(rate: Rate) {
  const { currency } = rate
  return {
    rate_code: rate.rateCode,
    name: rate.name,
    currency,
    price_per_night: money(rate.pricePerNight, currency),
    price_per_night_after_tax: money(rate.pricePerNightAfterTax, currency),
    tax_included: rate.taxIncluded,
    total: money(rate.total, currency),
    total_after_tax: money(rate.totalAfterTax, currency),
    member_only: rate.memberOnly,
    restricted: rate.restricted,
    package: rate.package,
    points_per_night: rate.pointsPerNight,
    cash_copay_per_night: money(rate.cashCopayPerNight, currency),
    refundable: rate.refundable,
    cancel_by: rate.cancelBy,
    meal_plan: rate.mealPlan,
    seller: rate.seller ?? null,
  }
}
