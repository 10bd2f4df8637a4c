import { scaleHalfUp } from './currencies.ts'
import type { Hotel } from './hotel.ts'
import type { StayAsk } from './world.ts'

export interface Party {
  adults: number
  children: number
  /** Children who pay as adults, and those who pay nothing; both are among the children. */
  teens: number
  infants: number
}

/** Up to here a child costs nothing, and from here as much as an adult. */
const INFANT_AGE = 2
const TEEN_AGE = 12

export function partyOf({ adults, children, childAges = [] }: StayAsk): Party {
  return {
    adults,
    children,
    teens: childAges.filter((age) => age >= TEEN_AGE).length,
    infants: childAges.filter((age) => age <= INFANT_AGE).length,
  }
}

/** What is charged with the booking on top of a room price. */
export function taxOn(hotel: Hotel, base: number): number {
  return scaleHalfUp(base, hotel.country.taxBasisPoints, 10_000)
}

/** What the property collects for one room and night: children pay no city tax. */
export function feeOn(hotel: Hotel, base: number, party: Party): number {
  const { cityTax } = hotel.country
  if (!cityTax) return hotel.resortFee
  if (cityTax.per === 'price') return hotel.resortFee + scaleHalfUp(base, cityTax.basisPoints, 10_000)
  const heads = cityTax.per === 'person' ? party.adults : 1
  return hotel.resortFee + cityTax.amount * heads
}

/** An extra fee that some properties collect on two nights of three, with two different amounts. */
export function unevenFee(hotel: Hotel, day: number): number {
  return (day % 3) * scaleHalfUp(hotel.breakfast, 1, 5)
}
