/** Undominated pairs of points and cash: points rise, cash falls. */
export interface Front {
  points: number[]
  cash: number[]
}

export const NOTHING: Front = { points: [], cash: [] }
export const START: Front = { points: [0], cash: [0] }

/** Fronts are written here and then copied once: arrays that grow leave a lot of garbage. */
const POINTS: number[] = []
const CASH: number[] = []

export function isEmpty(front: Front): boolean {
  return front.points.length === 0
}

/** Whether `b`, with points and cash added, has a pair within `cap` points that `a` does not beat. */
export function improves(a: Front, b: Front, addPoints: number, addCash: number, cap: number): boolean {
  let at = -1
  for (let i = 0; i < b.points.length; i += 1) {
    const points = (b.points[i] ?? 0) + addPoints
    if (points > cap) return false
    while (at + 1 < a.points.length && (a.points[at + 1] ?? 0) <= points) at += 1
    if (at === -1 || (a.cash[at] ?? 0) > (b.cash[i] ?? 0) + addCash) return true
  }
  return false
}

/** The undominated pairs of `a` and of `b` with points and cash added, within `cap` points. `a` is within it. */
export function union(a: Front, b: Front, addPoints: number, addCash: number, cap: number): Front {
  // Most often there is nothing to add: half of the time went into copies of `a`.
  if (!improves(a, b, addPoints, addCash, cap)) return a
  let size = 0
  let least = Number.POSITIVE_INFINITY
  let i = 0
  let j = 0
  for (;;) {
    const points = a.points[i] ?? Number.POSITIVE_INFINITY
    const cash = a.cash[i] ?? Number.POSITIVE_INFINITY
    const otherPoints = (b.points[j] ?? Number.POSITIVE_INFINITY) + addPoints
    const otherCash = (b.cash[j] ?? Number.POSITIVE_INFINITY) + addCash
    if (points === Number.POSITIVE_INFINITY && otherPoints === Number.POSITIVE_INFINITY) break
    const first = points < otherPoints || (points === otherPoints && cash <= otherCash)
    if (first) i += 1
    else j += 1
    const nextPoints = first ? points : otherPoints
    const nextCash = first ? cash : otherCash
    if (nextPoints > cap) break
    if (nextCash >= least) continue
    least = nextCash
    POINTS[size] = nextPoints
    CASH[size] = nextCash
    size += 1
  }
  return { points: POINTS.slice(0, size), cash: CASH.slice(0, size) }
}

/** The pairs of `a` for which `b` has none that is as good. */
export function without(a: Front, b: Front): Front {
  if (isEmpty(a) || isEmpty(b)) return a
  let size = 0
  let at = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < a.points.length; i += 1) {
    const points = a.points[i] ?? 0
    const cash = a.cash[i] ?? 0
    while (at < b.points.length && (b.points[at] ?? 0) <= points) {
      least = b.cash[at] ?? 0
      at += 1
    }
    if (least <= cash) continue
    POINTS[size] = points
    CASH[size] = cash
    size += 1
  }
  if (size === a.points.length) return a
  return { points: POINTS.slice(0, size), cash: CASH.slice(0, size) }
}

/** Whether a pair is one of the front’s. */
export function holds(front: Front, points: number, cash: number): boolean {
  return front.cash[front.points.indexOf(points)] === cash
}
