import { type Front, NOTHING } from './front.ts'

/** A front that is put together of several. Only what it is at the end is copied: half of the time went into what was in between. */
export interface Gathering {
  /** Adds the pairs with points and cash added, within `cap` points. */
  add(front: Front, addPoints: number, addCash: number, cap: number): void
  take(): Front
}

/** One at a time. */
export function createGathering(): Gathering {
  let [points, cash]: [number[], number[]] = [[], []]
  let [nextPoints, nextCash]: [number[], number[]] = [[], []]
  let size = 0

  /** The place of the first pair of `front` that is not beaten. */
  function firstBetter(front: Front, addPoints: number, addCash: number, cap: number): number {
    const { length } = front.points
    if (length === 0) return -1
    let at = 0
    let least = Number.POSITIVE_INFINITY
    for (let j = 0; j < length; j += 1) {
      const otherPoints = (front.points[j] ?? 0) + addPoints
      if (otherPoints > cap) return -1
      while (at < size && (points[at] ?? 0) <= otherPoints) {
        least = cash[at] ?? 0
        at += 1
      }
      if (least > (front.cash[j] ?? 0) + addCash) return j
    }
    return -1
  }

  function add(front: Front, addPoints: number, addCash: number, cap: number): void {
    let j = firstBetter(front, addPoints, addCash, cap)
    if (j === -1) return
    const { length } = front.points
    let i = 0
    let count = 0
    let least = Number.POSITIVE_INFINITY
    while (j < length) {
      const otherPoints = (front.points[j] ?? 0) + addPoints
      if (otherPoints > cap) break
      const otherCash = (front.cash[j] ?? 0) + addCash
      // Those with fewer points, or as many and no more cash.
      while (i < size) {
        const own = points[i] ?? 0
        const ownCash = cash[i] ?? 0
        if (own > otherPoints || (own === otherPoints && ownCash > otherCash)) break
        if (ownCash < least) {
          least = ownCash
          nextPoints[count] = own
          nextCash[count] = ownCash
          count += 1
        }
        i += 1
      }
      if (otherCash < least) {
        least = otherCash
        nextPoints[count] = otherPoints
        nextCash[count] = otherCash
        count += 1
      }
      j += 1
    }
    for (; i < size; i += 1) {
      const ownCash = cash[i] ?? 0
      if (ownCash >= least) continue
      nextPoints[count] = points[i] ?? 0
      nextCash[count] = ownCash
      count += 1
    }
    size = count
    const before = [points, cash] as const
    points = nextPoints
    cash = nextCash
    ;[nextPoints, nextCash] = before
  }

  return {
    add,
    take() {
      if (size === 0) return NOTHING
      const front = { points: points.slice(0, size), cash: cash.slice(0, size) }
      size = 0
      return front
    },
  }
}
