import type { Partner, Transfer, TripProblem } from './problem.ts'

/** The points of a chain that are lacking. */
export interface Need {
  purse: number
  points: number
}

/** What banks can send. A chain’s own points are used first; what is lacking is received in as few points as possible. */
export interface Transfers {
  /** By purse: its own points and the most that banks can add. */
  reach: readonly number[]
  /** By purse: a bound of what is received beyond what is lacking. */
  surplus: readonly number[]
  /** A number that divides all points of purses and all that is received; 0 if nothing can be transferred. */
  unit: number
  /** What a purse has without banks. */
  own(purse: number): number
  /** What is spent of one purse if the others receive nothing: its own points, and those received. */
  spentAlone(purse: number, points: number): number
  /** What a plan lacks, by its points per purse. */
  lacking(points: readonly number[]): Need[]
  /** The undominated ways to cover all needs together, each as the points received per need. Empty: it is not possible. */
  covers(needs: readonly Need[]): readonly (readonly number[])[]
  /** The fewest points that cover all needs together, surplus included; infinite if it is not possible. */
  leastTogether(needs: readonly Need[]): number
  /** The transfers that bring exactly these points, with the fewest points of banks. */
  paying(needs: readonly Need[], received: readonly number[]): Transfer[]
}

interface Edge extends Partner {
  index: number
}

export function transfersOf({ purses, banks, partners }: TripProblem): Transfers {
  const edges = purses.map((_, purse) =>
    partners
      .map((partner, index) => ({ ...partner, index }))
      .filter((edge) => edge.purse === purse && mostSteps(edge, banks[edge.bank] ?? 0) > 0)
      // The best ratio first: so a search soon has something to beat.
      .toSorted((a, b) => a.from / a.to - b.from / b.to),
  )
  const own = (purse: number) => purses[purse]?.points ?? 0
  const reach = purses.map(({ points }, purse) => points + mostReceived(edges[purse] ?? [], banks))
  const known = new Map<string, readonly (readonly number[])[]>()
  const alone = edges.map((of) => amountsOf(of, banks))

  const units = edges.map((of) => unitOf(of, banks, []))
  /** As many points as can be received: so a search knows when it has found the fewest. */
  const whole = ({ purse, points }: Need): Need => {
    const unit = units[purse] || 1
    return { purse, points: Math.ceil(points / unit) * unit }
  }

  function covers(lacking: readonly Need[]): readonly (readonly number[])[] {
    const needs = lacking.map(whole)
    const key = needs.map(({ purse, points }) => `${purse}:${points}`).join()
    const found = known.get(key) ?? coversOf(needs, edges, banks)
    known.set(key, found)
    return found
  }

  return {
    reach,
    surplus: edges.map((of) => Math.max(0, ...of.map((edge) => receivedOf(edge, fewestSteps(edge))))),
    unit: unitOf(
      edges.flat(),
      banks,
      purses.flatMap(({ points }, purse) => (edges[purse]?.length ? [points] : [])),
    ),

    own,

    spentAlone(purse, points) {
      const has = own(purse)
      if (points <= has) return points
      const lacks = points - has
      const amounts = alone[purse]
      if (amounts) return has + firstFrom(amounts, lacks)
      return has + (covers([{ purse, points: lacks }])[0]?.[0] ?? Number.POSITIVE_INFINITY)
    },

    lacking: (points) =>
      points.flatMap((used, purse) => (used > own(purse) ? [{ purse, points: used - own(purse) }] : [])),

    covers,

    leastTogether(needs) {
      const sorted = needs.toSorted((a, b) => a.purse - b.purse)
      return Math.min(...covers(sorted).map((received) => received.reduce((sum, each) => sum + each, 0)))
    },

    paying: (needs, received) => cheapestWay(needs.map(whole), received, edges, banks),
  }
}

/** Beyond it, each need is searched for by itself. */
const MOST_SUMS = 500_000

/** All amounts that a purse can receive if the others receive nothing, ascending; null if they would take too long to add up. */
function amountsOf(edges: readonly Edge[], banks: readonly number[]): number[] | null {
  let amounts = new Set([0])
  for (const edge of edges) {
    const most = mostSteps(edge, banks[edge.bank] ?? 0)
    if (most * amounts.size > MOST_SUMS) return null
    const more = new Set(amounts)
    for (let steps = fewestSteps(edge); steps <= most; steps += 1) {
      const received = receivedOf(edge, steps)
      for (const amount of amounts) more.add(amount + received)
    }
    amounts = more
  }
  return [...amounts].toSorted((a, b) => a - b)
}

/** The first that is at least as much; infinite if there is none. */
function firstFrom(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return ascending[low] ?? Number.POSITIVE_INFINITY
}

/** The steps of the smallest transfer. */
function fewestSteps({ step, minimum }: Edge): number {
  return Math.max(1, Math.ceil(minimum / step))
}

function mostSteps(edge: Edge, points: number): number {
  const steps = Math.floor(points / edge.step)
  return steps < fewestSteps(edge) ? 0 : steps
}

function receivedOf({ step, from, to }: Edge, steps: number): number {
  return Math.floor((steps * step * to) / from)
}

/** The fewest steps that bring at least these points. */
function stepsFor(edge: Edge, points: number): number {
  if (points <= 0) return 0
  const steps = Math.ceil((points * edge.from) / (edge.to * edge.step))
  return Math.max(steps, fewestSteps(edge))
}

function mostReceived(edges: readonly Edge[], left: readonly number[]): number {
  return edges.reduce((sum, edge) => sum + receivedOf(edge, mostSteps(edge, left[edge.bank] ?? 0)), 0)
}

function unitOf(edges: readonly Edge[], banks: readonly number[], points: readonly number[]): number {
  if (edges.length === 0) return 0
  const amounts = edges.flatMap((edge) => {
    // If a step brings a whole number, every transfer is a multiple of it.
    if ((edge.step * edge.to) % edge.from === 0) return [receivedOf(edge, 1)]
    // After so many steps the same remainders come again.
    const period = edge.from / greatestDivisor(edge.from, edge.step * edge.to)
    const most = Math.min(period, mostSteps(edge, banks[edge.bank] ?? 0))
    return Array.from({ length: most }, (_, at) => receivedOf(edge, at + 1))
  })
  return [...amounts, ...points].reduce(greatestDivisor, 0)
}

export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

/** A search over the steps of each partner, with what is still to be received and what is left at the banks. */
interface Search {
  needs: readonly Need[]
  edges: readonly (readonly Edge[])[]
  /** Whether a way that has received this much, and lacks this much of the need at hand, is not worth going on. */
  isHopeless(received: readonly number[], need: number, lacks: number, spent: number): boolean
  found(received: readonly number[], steps: ReadonlyMap<Edge, number>, spent: number): void
  /** The most that the partners left may bring of a need; beyond it the way is dropped. */
  most(need: number): number
}

function search(all: Search, banks: readonly number[]): void {
  const left = [...banks]
  const received = all.needs.map(() => 0)
  const taken = new Map<Edge, number>()
  let spent = 0

  function take(edge: Edge, need: number, steps: number, sign: 1 | -1): void {
    const points = sign * steps * edge.step
    left[edge.bank] = (left[edge.bank] ?? 0) - points
    received[need] = (received[need] ?? 0) + sign * receivedOf(edge, steps)
    spent += points
    if (sign === 1 && steps > 0) taken.set(edge, steps)
    else taken.delete(edge)
  }

  function go(need: number, at: number): void {
    const wanted = all.needs[need]
    if (!wanted) {
      all.found(received, taken, spent)
      return
    }
    const own = all.edges[wanted.purse] ?? []
    const lacks = wanted.points - (received[need] ?? 0)
    if (lacks <= 0) {
      go(need + 1, 0)
      return
    }
    const edge = own[at]
    if (!edge || all.isHopeless(received, need, lacks, spent)) return
    if (mostReceived(own.slice(at), left) < lacks) return
    if (!canFollow(all, need + 1, left)) return
    const enough = stepsFor(edge, lacks)
    const possible = Math.min(enough, mostSteps(edge, left[edge.bank] ?? 0))
    const fewest = at === own.length - 1 ? enough : fewestSteps(edge)
    for (let steps = possible; steps >= fewest; steps -= 1) {
      if ((received[need] ?? 0) + receivedOf(edge, steps) > all.most(need)) continue
      take(edge, need, steps, 1)
      go(need, at + 1)
      take(edge, need, steps, -1)
      // What was just found may be as good as it gets.
      if (all.isHopeless(received, need, lacks, spent)) return
    }
    if (at < own.length - 1) go(need, at + 1)
  }

  go(0, 0)
}

/** Whether the banks have enough for the needs from one on, each on its own. */
function canFollow({ needs, edges }: Search, from: number, left: readonly number[]): boolean {
  for (let need = from; need < needs.length; need += 1) {
    const wanted = needs[need]
    if (wanted && mostReceived(edges[wanted.purse] ?? [], left) < wanted.points) return false
  }
  return true
}

function coversOf(
  needs: readonly Need[],
  edges: readonly (readonly Edge[])[],
  banks: readonly number[],
): number[][] {
  if (!mayCover(needs, edges, banks)) return []
  let front: number[][] = []
  // What each need receives at least: if the others receive nothing, or what it lacks.
  const least = needs.map((need) => (needs.length === 1 ? need.points : leastOf(need, edges, banks)))
  const isBeaten = (bound: (at: number) => number) =>
    front.some((known) => known.every((points, at) => points <= bound(at)))
  search(
    {
      needs,
      edges,
      most: () => Number.POSITIVE_INFINITY,
      isHopeless: (received, need) =>
        isBeaten((at) => Math.max(at <= need ? (received[at] ?? 0) : 0, least[at] ?? 0)),
      found(received) {
        if (isBeaten((at) => received[at] ?? 0)) return
        front = front.filter((known) => !received.every((points, at) => points <= (known[at] ?? 0)))
        front.push([...received])
      },
    },
    banks,
  )
  return front
}

function leastOf(need: Need, edges: readonly (readonly Edge[])[], banks: readonly number[]): number {
  return coversOf([need], edges, banks)[0]?.[0] ?? Number.POSITIVE_INFINITY
}

/** Whether the banks together have enough, if every need got the best ratio of any of its banks. */
function mayCover(
  needs: readonly Need[],
  edges: readonly (readonly Edge[])[],
  banks: readonly number[],
): boolean {
  const serving = new Set<number>()
  for (const { purse, points } of needs) {
    const own = edges[purse] ?? []
    if (mostReceived(own, banks) < points) return false
    for (const { bank } of own) serving.add(bank)
  }
  const held = [...serving].reduce((sum, bank) => sum + (banks[bank] ?? 0), 0)
  return sentAtLeast(needs, edges) <= held + 1e-6
}

/** The points of banks that all needs take, if each got the best ratio of any of its banks. */
function sentAtLeast(needs: readonly Need[], edges: readonly (readonly Edge[])[]): number {
  return needs.reduce((sum, { purse, points }) => sum + points * bestRate(edges[purse] ?? []), 0)
}

/** The fewest points of a bank for one of the chain. */
function bestRate(edges: readonly Edge[]): number {
  return Math.min(...edges.map(({ from, to }) => from / to))
}

function cheapestWay(
  needs: readonly Need[],
  wanted: readonly number[],
  edges: readonly (readonly Edge[])[],
  banks: readonly number[],
): Transfer[] {
  let least = Number.POSITIVE_INFINITY
  let best: Transfer[] = []
  // What needs from one on take of banks at least.
  const rest = [...needs, null].map((_, from) => sentAtLeast(needs.slice(from), edges))
  const rates = needs.map(({ purse }) => bestRate(edges[purse] ?? []))
  search(
    {
      needs,
      edges,
      most: (need) => wanted[need] ?? 0,
      isHopeless: (_received, need, lacks, spent) =>
        spent + lacks * (rates[need] ?? 0) + (rest[need + 1] ?? 0) >= least,
      found(received, taken, spent) {
        if (spent >= least || received.some((points, at) => points !== wanted[at])) return
        least = spent
        best = [...taken].map(([edge, steps]) => ({
          partner: edge.index,
          points: steps * edge.step,
          received: receivedOf(edge, steps),
        }))
      },
    },
    banks,
  )
  return best
}
