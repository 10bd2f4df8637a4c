import type { Front } from './front.ts'

/** Up to this many totals stand in an array. A map takes longer to write, but a longer array would take longer to read. */
const ARRAY_SIZE = 1 << 17

/** The least cash of each total of points. */
export interface Pairs {
  add(points: number, cash: number): void
  /** Adds every sum of a pair of `a` and a pair of `b`. */
  addSums(a: Front, b: Front): void
  /** The undominated pairs. */
  front(): Front
  /** The same, and leaves none behind. */
  take(): Front
}

/** `unit` divides all points, and no total is above `most`. */
export function createPairs(unit: number, most: number): Pairs {
  const size = Math.floor(most / unit) + 1
  return size <= ARRAY_SIZE ? inArray(unit, size) : inMap()
}

function inArray(unit: number, size: number): Pairs {
  const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  let end = 0
  /** The front, as long as nothing was added. */
  let known: Front | null = null

  function add(points: number, cash: number): void {
    const at = points / unit
    if (cash >= (least[at] ?? 0)) return
    least[at] = cash
    known = null
    if (at >= end) end = at + 1
  }

  // Most totals have no pair: an iterator over them took longer than all the rest.
  function front(): Front {
    if (known) return known
    const found: Front = { points: [], cash: [] }
    let best = Number.POSITIVE_INFINITY
    for (let at = 0; at < end; at += 1) {
      const cash = least[at] ?? 0
      if (cash >= best) continue
      best = cash
      found.points.push(at * unit)
      found.cash.push(cash)
    }
    known = found
    return found
  }

  return {
    add,
    addSums: (a, b) => addEach(a, b, add),
    front,
    take() {
      const taken = front()
      known = null
      least.fill(Number.POSITIVE_INFINITY, 0, end)
      end = 0
      return taken
    },
  }
}

function inMap(): Pairs {
  const least = new Map<number, number>()

  function add(points: number, cash: number): void {
    const known = least.get(points)
    if (known === undefined || cash < known) least.set(points, cash)
  }

  function front(): Front {
    return frontOf([...least].toSorted(([a], [b]) => a - b))
  }

  return {
    add,
    addSums: (a, b) => addEach(a, b, add),
    front,
    take() {
      const all = front()
      least.clear()
      return all
    },
  }
}

function addEach(a: Front, b: Front, add: Pairs['add']): void {
  for (let i = 0; i < a.points.length; i += 1) {
    const points = a.points[i] ?? 0
    const cash = a.cash[i] ?? 0
    for (let j = 0; j < b.points.length; j += 1) add(points + (b.points[j] ?? 0), cash + (b.cash[j] ?? 0))
  }
}

function frontOf(pairs: readonly (readonly [number, number])[]): Front {
  const front: Front = { points: [], cash: [] }
  let least = Number.POSITIVE_INFINITY
  for (const [points, cash] of pairs) {
    if (cash >= least) continue
    least = cash
    front.points.push(points)
    front.cash.push(cash)
  }
  return front
}
