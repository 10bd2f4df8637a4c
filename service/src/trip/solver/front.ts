/** Undominated pairs of points and cash: points rise, cash falls. */
export interface Front {
  points: number[]
  cash: number[]
}

export const NOTHING: Front = { points: [], cash: [] }
export const START: Front = { points: [0], cash: [0] }

export function isEmpty(front: Front): boolean {
  return front.points.length === 0
}

/** The undominated pairs of `a` and of `b` with points and cash added, within `cap` points. */
export function union(a: Front, b: Front, addPoints: number, addCash: number, cap: number): Front {
  const out: Front = { points: [], cash: [] }
  let least = Number.POSITIVE_INFINITY
  let i = 0
  let j = 0
  for (;;) {
    const points = a.points[i] ?? Number.POSITIVE_INFINITY
    const cash = a.cash[i] ?? Number.POSITIVE_INFINITY
    const otherPoints = (b.points[j] ?? Number.POSITIVE_INFINITY) + addPoints
    const otherCash = (b.cash[j] ?? Number.POSITIVE_INFINITY) + addCash
    if (points === Number.POSITIVE_INFINITY && otherPoints === Number.POSITIVE_INFINITY) return out
    const first = points < otherPoints || (points === otherPoints && cash <= otherCash)
    if (first) i += 1
    else j += 1
    const nextPoints = first ? points : otherPoints
    const nextCash = first ? cash : otherCash
    if (nextPoints > cap) return out
    if (nextCash >= least) continue
    least = nextCash
    out.points.push(nextPoints)
    out.cash.push(nextCash)
  }
}

/** The pairs of `a` for which `b` has none that is as good. */
export function without(a: Front, b: Front): Front {
  if (isEmpty(a) || isEmpty(b)) return a
  const out: Front = { points: [], cash: [] }
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
    out.points.push(points)
    out.cash.push(cash)
  }
  return out
}

/** Whether a pair is one of the front’s. */
export function holds(front: Front, points: number, cash: number): boolean {
  return front.cash[front.points.indexOf(points)] === cash
}
