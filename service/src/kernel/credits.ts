/** Credits are whole thousandths inside the service, so that a quarter of any price is exact. */
export type Milli = number

/** Milli-credits as clients see them: 25 → 0.025, 1000 → 1. A single division prints at most three decimals. */
export function toCredits(milli: Milli): number {
  return milli / 1000
}

/** A catalog price in milli-credits. It must be divisible by four, for the cached price. */
export function parseCredits(credits: number): Milli {
  const milli = Math.round(credits * 1000)
  if (Math.abs(milli / 1000 - credits) > 1e-9 || milli < 0 || milli % 4 !== 0) {
    throw new RangeError(`${credits} is not a multiple of 0.004 credits`)
  }
  return milli
}
