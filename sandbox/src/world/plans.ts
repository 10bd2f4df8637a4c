import { scaleHalfUp } from './currencies.ts'
import { instantOf } from './days.ts'
import { between, mix } from './hash.ts'
import type { Hotel } from './hotel.ts'
import type { Party } from './taxes.ts'
import type { Plan } from './world.ts'

/** A way to sell a room, without its nights. */
export interface PlanTerms extends Omit<Plan, 'nights'> {
  /** Basis points off the flexible price of the room. */
  offBasisPoints: number
  /** Added per night for the meals of the party. */
  supplement: number
}

/** Bought less than this many days ahead, there is no discount for paying at once. */
const ADVANCE_DAYS = 3

export interface Terms {
  checkinDay: number
  los: number
  party: Party
  nowMs: number
}

/** The plans of a hotel for a stay. */
export function plansOf(hotel: Hotel, terms: Terms): PlanTerms[] {
  const free = freeUntil(hotel, terms)
  const longStay = hotel.longStay && terms.los >= hotel.longStay.nights ? hotel.longStay.basisPoints : 0
  const breakfast = mealPrice(hotel.breakfast, terms.party)
  const flexible = { memberOnly: false, refundable: free !== null, cancelBy: free, offBasisPoints: longStay }
  const plans: PlanTerms[] = [
    { ...flexible, code: 'FLEX', name: 'Flexible Rate', meal: 'room_only', supplement: 0 },
    {
      ...flexible,
      code: 'BBFLEX',
      name: 'Bed and Breakfast',
      meal: 'breakfast',
      supplement: breakfast,
    },
  ]
  if (hotel.halfBoard) {
    plans.push({
      ...flexible,
      code: 'HBFLEX',
      name: 'Half Board',
      meal: 'half_board',
      supplement: breakfast * 3,
    })
  }
  if (terms.checkinDay * 86_400_000 - terms.nowMs >= ADVANCE_DAYS * 86_400_000 || hotel.test) {
    plans.push({
      code: 'ADVANCE',
      name: 'Advance Purchase',
      memberOnly: false,
      refundable: false,
      cancelBy: null,
      meal: 'room_only',
      offBasisPoints: longStay + hotel.advanceBasisPoints,
      supplement: 0,
    })
  }
  if (hotel.memberBasisPoints > 0) {
    plans.push({
      ...flexible,
      code: 'MEMBER',
      name: 'Member Rate',
      memberOnly: true,
      meal: 'room_only',
      offBasisPoints: longStay + hotel.memberBasisPoints,
      supplement: 0,
    })
  }
  return plans
}

/** Until when cancelling is free; null once that moment has passed. */
function freeUntil(hotel: Hotel, terms: Terms): string | null {
  const days = hotel.test ? 1 : between(mix(hotel.key, 91), 1, 3)
  const until = instantOf(terms.checkinDay - days, 18)
  return Date.parse(until) > terms.nowMs ? until : null
}

/** Children eat for half. */
function mealPrice(perAdult: number, party: Party): number {
  return perAdult * party.adults + scaleHalfUp(perAdult * party.children, 1, 2)
}
