/** Statistics of whole numbers, in exact arithmetic. Results are rounded half up. */

/**
 * The percentile of an ascending list, by linear interpolation at position (n − 1) × p. `percent` is a whole number. The
 * list must not be empty.
 */
export function percentileOf(sorted: readonly number[], percent: number): number {
  const position = (sorted.length - 1) * percent
  const index = Math.floor(position / 100)
  const below = sorted[index]
  if (below === undefined) throw new RangeError('an empty list has no percentile')
  const above = sorted[index + 1] ?? below
  const part = position % 100
  return divide(below * (100 - part) + above * part, 100)
}

export function medianOf(sorted: readonly number[]): number {
  return percentileOf(sorted, 50)
}

export function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return divide(sum, values.length)
}

/** Where a value stands in a list: the share below it and half of the share equal to it, in percent, one decimal. */
export function percentileRank(values: readonly number[], value: number): number {
  let below = 0
  let equal = 0
  for (const other of values) {
    if (other < value) below += 1
    else if (other === value) equal += 1
  }
  return divide((2 * below + equal) * 500, values.length) / 10
}

/** By how many percent a value differs from a positive reference, one decimal. */
export function differencePct(value: number, reference: number): number {
  return divide((value - reference) * 1000, reference) / 10
}

/** Rounded half up. The divisor is positive. Takes the remainder first: a float division may round up to the next whole. */
export function divide(value: number, by: number): number {
  const [twice, whole] = [2 * value + by, 2 * by]
  const rest = ((twice % whole) + whole) % whole
  return (twice - rest) / whole
}

export function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b)
}
