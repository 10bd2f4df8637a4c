/** Credits inside the service are whole thousandths, so that a quarter of any price is exact. */
export type Milli = number

/** Milli-credits as clients read them: 25 → 0.025, 1000 → 1. Divided once, so at most three decimals are printed. */
export function toCredits(milli: Milli): number {
  return milli / 1000
}

/** A price of the catalog as milli-credits. It must survive being quartered for a cache hit. */
export function parseCredits(credits: number): Milli {
  const milli = Math.round(credits * 1000)
  if (Math.abs(milli / 1000 - credits) > 1e-9 || milli < 0 || milli % 4 !== 0) {
    throw new RangeError(`${credits} is not a multiple of 0.004 credits`)
  }
  return milli
}
