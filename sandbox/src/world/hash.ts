/**
 * Everything the world invents is a hash of the seed and of what the thing is: nothing depends on the order in which
 * it was asked for, and a restart brings the same world back.
 */

/** FNV-1a over UTF-16 units: enough for names, which are then mixed. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return finish(h)
}

/** One unsigned 32-bit number out of several. */
export function mix(a: number, b: number, c = 0, d = 0): number {
  let h = finish(a | 0)
  h = finish(Math.imul(h ^ b, 0x85ebca6b) + 0x9e3779b9)
  h = finish(Math.imul(h ^ c, 0xc2b2ae35) + 0x7f4a7c15)
  return finish(Math.imul(h ^ d, 0x27d4eb2f) + 0x165667b1)
}

function finish(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** A whole number from `low` to `high`, both inclusive. */
export function between(h: number, low: number, high: number): number {
  return low + (h % (high - low + 1))
}

/** True in `tenThousandths` of ten thousand cases. */
export function chance(h: number, tenThousandths: number): boolean {
  return h % 10_000 < tenThousandths
}

export function pick<T>(h: number, from: readonly T[]): T {
  const chosen = from[h % from.length]
  if (chosen === undefined) throw new RangeError('nothing to pick from')
  return chosen
}
