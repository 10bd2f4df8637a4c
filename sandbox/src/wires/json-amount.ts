import { minorDigits } from '../world/currencies.ts'

/** Minor units as the JSON number that most vendors write. */
export function jsonAmount(minor: number, currency: string): number {
  const digits = minorDigits(currency)
  return Number((minor / 10 ** digits).toFixed(digits))
}
