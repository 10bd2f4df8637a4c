/** Nights as a ring of bits, as `value_looks` keeps them: a later night comes round to the bit of one that is long past. */
const RING = 512

/** These days as PostgreSQL writes `bit(512)`. */
export function ringOf(days: Iterable<number>): string {
  const bits = Array.from({ length: RING }, () => '0')
  for (const day of days) bits[day % RING] = '1'
  return bits.join('')
}
