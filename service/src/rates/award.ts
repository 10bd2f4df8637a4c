import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import type { BookedFacts } from '../hotels/directory/hotel-book.ts'
import { invalid } from '../kernel/errors.ts'
import { centsPerPoint, certsFor, cppOf, type Figures } from '../observations/figures.ts'
import type { Stay } from '../observations/key.ts'
import type { Receipts } from '../receipts/issue.ts'
import type { Rate, Room, StayAnswer } from '../sources/source.ts'
import { evidenceIn, factsOf, planOneStay, type RateDeps, type Shopped } from './ask.ts'
import { dueView } from './points-due.ts'
import { cents, freshnessView, hotelView, money, queryView } from './render.ts'
import type { RateTerms } from './request.ts'

export interface AwardAsk {
  stay: Stay
  terms: RateTerms
  isElite: boolean
  /** The request, if it asks for a receipt. */
  receipt: object | undefined
}

/** One hotel, one stay, in points: shares the observation of a shop whose points are known. */
export async function planAward(
  deps: RateDeps & { receipts: Receipts },
  { stay, terms, isElite, receipt: question }: AwardAsk,
): Promise<Planned> {
  if (!stay.source.points) {
    throw invalid(`${stay.source.id} has no award points. GET /chains lists the sources that do.`, {
      chain: stay.source.id,
    })
  }
  const options = { fresh: terms.fresh, live: terms.live, points: true, evidence: question !== undefined }
  return planOneStay(deps, stay, options, async (shopped, tab) => {
    const view = viewOf(stay, shopped, { facts: await factsOf(deps, stay), isElite }, deps.now())
    if (!question) return served(view)
    return deps.receipts.attach({ endpoint: 'award', question, view, evidence: evidenceIn([shopped]) }, tab)
  })
}

function viewOf(
  stay: Stay,
  { observation, cached }: Shopped,
  { facts, isElite }: { facts: BookedFacts | null; isElite: boolean },
  nowMs: number,
) {
  const { answer: found, figures, seenMs } = observation
  const { currency } = found
  return {
    ...freshnessView({ cached, seenMs }, nowMs),
    query: queryView(stay),
    hotel: hotelView(stay, found.hotel, facts),
    status: found.status,
    min_los: found.minLos,
    currency,
    award_rates: found.rooms.flatMap((room) => awardsOf(room, stay, figures, isElite)),
    cash_comparison: cashView(figures),
    cpp: cents(cppOf(figures)),
  }
}

export function cashView(figures: Figures) {
  const { currency } = figures
  return {
    bar: money(figures.bar, currency),
    bar_after_tax: money(figures.barAfterTax, currency),
    member: money(figures.member, currency),
    member_after_tax: money(figures.memberAfterTax, currency),
    tax_included: figures.taxIncluded,
  }
}

/** What the source says of the awards, and nothing that follows from other rules. */
export function awardRows({ rooms }: StayAnswer, stay: { los: number; rooms: number }) {
  return rooms.flatMap((room) =>
    room.rates.flatMap((rate) =>
      rate.pointsPerNight === null
        ? []
        : [pointsView(room, rate, rate.pointsPerNight, totalOf(rate, rate.pointsPerNight, stay))],
    ),
  )
}

function pointsView(room: Room, rate: Rate, points: number, total: number) {
  return {
    room_code: room.roomCode,
    room_name: room.name,
    rate_code: rate.rateCode,
    name: rate.name,
    points_per_night: points,
    points_total: total,
  }
}

/** Answers stored before totals were kept have only the average. */
function totalOf(
  { pointsTotal }: Rate,
  points: number,
  { los, rooms }: { los: number; rooms: number },
): number {
  return pointsTotal ?? points * los * rooms
}

function awardsOf(room: Room, stay: Stay, figures: Figures, isElite: boolean) {
  return room.rates.flatMap((rate) =>
    rate.pointsPerNight === null ? [] : [awardView(room, rate, rate.pointsPerNight, stay, figures, isElite)],
  )
}

function awardView(room: Room, rate: Rate, points: number, stay: Stay, figures: Figures, isElite: boolean) {
  const standard = rate.standardAward === true
  const pure = rate.cashCopayPerNight === null
  const total = totalOf(rate, points, { los: stay.los, rooms: stay.occupancy.rooms })
  const award = { points, byNight: rate.pointsByNight, total, earnsFreeNights: standard && pure }
  return {
    ...pointsView(room, rate, points, total),
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
