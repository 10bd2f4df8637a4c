import { type Front, isEmpty } from './front.ts'
import { CASH, type Fronts } from './fronts.ts'
import { hasHope } from './hope.ts'
import type { Pairs } from './pairs.ts'
import type { Steps } from './problem.ts'

/** Stays of different chains that receive points may share a bank, so they are tried one by one. */

/** Stays of a purse and, from one night to another, a stay of any other purse. `needed` is what hotels take of the purse. */
export function addBeside(
  found: Pairs,
  fronts: Fronts,
  purse: number,
  needed: Front,
  from: number,
  end: number,
): void {
  // Most often there is nothing to add to.
  if (isEmpty(needed)) return
  found.addSums(fronts.shown(purse, needed, 'own'), fronts.without([purse], from, end, 'spent'))
  const parts = receiving(fronts, purse, needed)
  if (parts.length === 0) return
  found.addSums(fronts.shown(purse, needed, 'beyond'), fronts.without([purse], from, end, 'own'))
  const others = fronts.purses.flatMap((other) =>
    other === purse ? [] : receiving(fronts, other, fronts.of(other, from, end)),
  )
  if (others.length === 0) return
  const best = found.front()
  for (const other of others) {
    if (!hasHope(best, other, needed)) continue
    for (const part of parts) addTogether(found, fronts, [part, other])
  }
}

/** ABC, where two or three of them receive points. */
export function* addSharing(found: Pairs, fronts: Fronts): Steps<void> {
  const { nights, transfers } = fronts
  if (transfers.unit === 0) return
  for (let night = 1; night < nights; night += 1) {
    for (let next = night + 1; next < nights; next += 1) {
      const best = found.front()
      for (const first of fronts.purses) {
        for (const middle of fronts.purses) {
          if (middle === first) continue
          addWithLast(found, fronts, best, [first, middle], [0, night, next, nights])
        }
        yield
      }
    }
  }
}

function addWithLast(
  found: Pairs,
  fronts: Fronts,
  best: Front,
  [first, middle]: [number, number],
  [from, night, next, end]: [number, number, number, number],
): void {
  const rest = fronts.without([first, middle], next, end)
  const afterFirst = partsOf(middle, fronts.of(middle, night, next))
  for (const a of partsOf(first, fronts.of(first, from, night))) {
    for (const b of afterFirst) {
      const receive = Number(receives(fronts, a)) + Number(receives(fronts, b))
      if (receive === 0) continue
      const both = { points: a.points + b.points, cash: a.cash + b.cash }
      if (!hasHope(best, both, rest)) continue
      for (const last of fronts.purses) {
        if (last === first || last === middle) continue
        const front = fronts.of(last, next, end)
        const parts = receive === 2 ? partsOf(last, front) : receiving(fronts, last, front)
        for (const c of parts) addTogether(found, fronts, [a, b, c])
      }
    }
  }
}

interface Part {
  purse: number
  points: number
  cash: number
}

function partsOf(purse: number, front: Front): Part[] {
  return front.points.map((points, at) => ({ purse, points, cash: front.cash[at] ?? 0 }))
}

/** Those that need points of banks. */
function receiving(fronts: Fronts, purse: number, needed: Front): Part[] {
  const most = needed.points.at(-1) ?? 0
  if (!receives(fronts, { purse, points: most, cash: 0 })) return []
  return partsOf(purse, needed).filter((part) => receives(fronts, part))
}

function receives({ transfers }: Fronts, { purse, points }: Part): boolean {
  return purse !== CASH && points > transfers.own(purse)
}

function addTogether(found: Pairs, { transfers }: Fronts, parts: readonly Part[]): void {
  let points = 0
  let cash = 0
  const needs = []
  for (const part of parts) {
    cash += part.cash
    const own = part.purse === CASH ? 0 : transfers.own(part.purse)
    points += Math.min(part.points, own)
    if (part.points > own) needs.push({ purse: part.purse, points: part.points - own })
  }
  const least = transfers.leastTogether(needs)
  if (least !== Number.POSITIVE_INFINITY) found.add(points + least, cash)
}
