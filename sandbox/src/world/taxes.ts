import { scaleHalfUp } from './currencies.ts'
import type { Hotel } from './hotel.ts'

export interface Party {
  adults: number
  children: number
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
