import { type Minor, minorDigits } from '../kernel/money.ts'
import type { Decimal } from './decimal.ts'

/** The reference rate between two currencies on one day: one unit of `from` is `rate` units of `to`. */
export interface Conversion {
  from: string
  to: string
  rate: Decimal
  /** The day of the rate, the older one if two were combined. */
  date: string
  /** Who published it. */
  source: string
}

/** The only place where money changes its currency: whole minor units, rounded half up. */
export function convert(amount: Minor, { from, to, rate }: Conversion): Minor {
  const digits = minorDigits(to) - minorDigits(from) - rate.scale
  const product = BigInt(amount) * rate.units * 10n ** BigInt(Math.max(0, digits))
  const by = 10n ** BigInt(Math.max(0, -digits))
  const rounded = Number(floorDivide(2n * product + by, 2n * by))
  if (!Number.isSafeInteger(rounded))
    throw new RangeError('an amount of money beyond what can be counted exactly')
  return rounded
}

/** Division of big integers cuts towards zero; half up needs the floor. */
function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient
}
