import { addNights, dayOf, nightAt, nightsBetween } from '../../../kernel/dates.ts'
import type { Minor } from '../../../kernel/money.ts'
import type { Availability, StayQuery } from '../../source.ts'
import { number } from '../facts.ts'
import { readAmount } from './charges.ts'
import { broken } from './client.ts'
import { type RateNight, type RatePlan, RatePlansData } from './schema.ts'

export interface Verdict {
  status: Exclude<Availability, 'available'>
  minLos: number | null
}

/** A plan of a room, with its nights in order, and what keeps it from being sold; null if nothing does. */
export interface StayPlan {
  plan: RatePlan
  nights: Minor[]
  kept: Verdict | null
}

export function readPlans(data: unknown, query: StayQuery, currency: string, nowMs: number): StayPlan[] {
  if (!RatePlansData.Check(data)) throw broken('rate plans of another shape')
  return data.map((plan) => {
    if (
      plan.propertyID !== null &&
      plan.propertyID !== undefined &&
      String(plan.propertyID) !== query.hotelCode
    ) {
      throw broken(`rates of property ${plan.propertyID}`)
    }
    const nights = stayNights(plan, query)
    return {
      plan,
      nights: nights.map(({ totalRate }) => priceOf(totalRate, currency)),
      kept: verdictOf(plan, nights, query, nowMs),
    }
  })
}

/** Exactly the nights of the stay; the day of departure may follow them. */
function stayNights(plan: RatePlan, { checkin, los }: StayQuery): RateNight[] {
  const departure = addNights(checkin, los)
  return nightsBetween(checkin, addNights(departure, -1)).map((night) => {
    const found = plan.roomRateDetailed.filter(({ date }) => date === night)
    const [one] = found
    if (!one || found.length > 1) throw broken(`a rate plan with ${found.length} rates of ${night}`)
    return one
  })
}

function priceOf(figure: RateNight['totalRate'], currency: string): Minor {
  const amount = readAmount(figure, currency)
  if (amount === null) throw broken(`not a rate: ${String(figure).slice(0, 40)}`)
  return amount
}

/** A plan without a free room is full, whatever else restricts it. The strictest night of the stay decides. */
function verdictOf(
  plan: RatePlan,
  nights: readonly RateNight[],
  query: StayQuery,
  nowMs: number,
): Verdict | null {
  const { checkin, los, occupancy } = query
  if (nights.some(({ roomsAvailable }) => countOf(roomsAvailable) < occupancy.rooms)) {
    return { status: 'sold_out', minLos: null }
  }
  const [first] = nights
  const daysAhead = dayOf(checkin) - dayOf(nightAt(nowMs))
  const least = Math.max(...nights.map(({ minLos }) => optionalCount(minLos)))
  const most = Math.min(...nights.map(({ maxLos }) => optionalCount(maxLos) || Number.POSITIVE_INFINITY))
  const notYet = optionalCount(first?.lastMinuteBooking)
  const tooLate = optionalCount(first?.cutOff)
  const isClosed =
    nights.some(({ blocked }) => blocked === true) ||
    first?.closedToArrival === true ||
    daysAhead < tooLate ||
    (notYet > 0 && daysAhead > notYet)
  if (isClosed) return { status: 'closed', minLos: null }
  if (least > los) return { status: 'restricted_los', minLos: least }
  const leaving = plan.roomRateDetailed.find(({ date }) => date === addNights(checkin, los))
  if (most < los || leaving?.closedToDeparture === true) return { status: 'restricted_los', minLos: null }
  return null
}

export function countOf(figure: unknown): number {
  const count = number(figure)
  if (count === null) throw broken(`not a count: ${String(figure).slice(0, 40)}`)
  return count
}

/** Zero where there is no such restriction. */
function optionalCount(figure: unknown): number {
  return figure === null || figure === undefined || figure === '' ? 0 : Math.max(0, countOf(figure))
}

/** Why nothing is sold: the plan with free rooms decides, and of several the one that a longer stay opens. */
export function whyUnavailable(plans: readonly StayPlan[]): Verdict {
  const kept = plans.flatMap((plan) => plan.kept ?? [])
  const tooShort = kept.filter(({ status }) => status === 'restricted_los')
  if (tooShort.length > 0) {
    const least = tooShort.flatMap(({ minLos }) => minLos ?? [])
    return { status: 'restricted_los', minLos: least.length > 0 ? Math.min(...least) : null }
  }
  const isClosed = kept.some(({ status }) => status === 'closed')
  return { status: isClosed ? 'closed' : 'sold_out', minLos: null }
}
