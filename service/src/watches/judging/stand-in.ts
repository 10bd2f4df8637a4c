import { type Figures, figuresOf } from '../../observations/figures.ts'
import { readRoom } from '../../rooms/attributes.ts'
import { readName } from '../../rooms/reading.ts'
import { standingOf } from '../../rooms/standing.ts'
import type { Rate, StayAnswer } from '../../sources/source.ts'
import { type BookingTerms, MEAL_PLANS } from '../conditions/booking.ts'
import type { StandIn, Step } from '../conditions/condition.ts'

/**
 * The cheapest offer of an answer that could replace the booking: a room that is the same or plainly better, at least as refundable,
 * with at least the meal, priced on the same basis in the same currency. Null if the answer cannot tell that there is none.
 */
export function standInOf(
  terms: BookingTerms,
  answer: StayAnswer,
  currency: string,
): NonNullable<Step['standIn']> | null {
  if (answer.status !== 'available') return 'none'
  const booked = readName(terms.room)
  const figures = figuresOf(answer)
  const found = answer.rooms.flatMap((room): StandIn[] => {
    const standing = standingOf(booked, readRoom(room))
    if (standing === null) return []
    return room.rates.flatMap((rate) => {
      const price = isAsGood(terms, rate) ? priceOf(terms, rate, figures, currency) : null
      return price === null ? [] : [{ price, room, rate, standing }]
    })
  })
  const best = found.toSorted(cheapestFirst)[0]
  if (best) return best
  const isTold = terms.basis === 'points' ? answer.pointsKnown : answer.currency === currency
  return isTold ? 'none' : null
}

/** Of two at the same price, the better room. */
function cheapestFirst(a: StandIn, b: StandIn): number {
  return a.price - b.price || Number(b.standing === 'better') - Number(a.standing === 'better')
}

function isAsGood({ refundable, meal }: BookingTerms, rate: Rate): boolean {
  if (refundable && rate.refundable !== true) return false
  // A meal that a source does not state, or in words of its own, counts as none.
  const offered = MEAL_PLANS.findIndex((plan) => plan === rate.mealPlan)
  return Math.max(offered, 0) >= MEAL_PLANS.indexOf(meal)
}

/** Public and member prices; null if the rate has none on this basis. */
function priceOf(
  { basis }: BookingTerms,
  rate: Rate,
  { taxIncluded }: Figures,
  currency: string,
): number | null {
  if (rate.restricted || rate.package) return null
  const price = basis === 'points' ? pointsOf(rate) : moneyOf(basis, rate, taxIncluded, currency)
  return price !== null && price > 0 ? price : null
}

function pointsOf({ pointsPerNight, cashCopayPerNight }: Rate): number | null {
  return cashCopayPerNight === null ? pointsPerNight : null
}

function moneyOf(
  basis: 'after_tax' | 'bar',
  rate: Rate,
  usual: boolean | null,
  currency: string,
): number | null {
  if (rate.pointsPerNight !== null || rate.currency !== currency) return null
  if (basis === 'after_tax') return rate.pricePerNightAfterTax
  return rate.taxIncluded === usual ? rate.pricePerNight : null
}
