import type { NightOffer, TripHotel, TripProblem } from '../../src/trip/solver/problem.ts'

/** A whole plan: cash, then the points and certificates of each purse. */
export interface BrutePlan {
  cost: number
  uses: number[]
  /** Points of banks. */
  banks: number
}

interface Choice {
  hotel: number
  pay: string
  cash: number
  points: number
  certificate: number | null
}

/** What is received of each chain, and the fewest points of banks that bring it. */
interface Receipt {
  received: number[]
  banks: number
}

/** Every plan there is, one by one. Written without any of the solver’s code, to be compared with it. */
export function everyPlan(problem: TripProblem): BrutePlan[] {
  const plans = new Map<string, BrutePlan>()
  const receipts = everyReceipt(problem)
  const nights: Choice[] = []
  function go(moves: number): void {
    if (nights.length === problem.nights) {
      for (const plan of valued(problem, nights, receipts)) {
        const known = plans.get(plan.uses.join())
        if (!known || plan.banks < known.banks) plans.set(plan.uses.join(), plan)
      }
      return
    }
    const last = nights.at(-1)?.hotel
    for (const [hotel, { offers }] of problem.hotels.entries()) {
      const moved = last !== undefined && last !== hotel ? moves + 1 : moves
      const offer = offers[nights.length]
      if (moved > problem.maxMoves || !offer) continue
      for (const choice of choicesOf(hotel, offer)) {
        nights.push(choice)
        go(moved)
        nights.pop()
      }
    }
  }
  go(0)
  return [...plans.values()]
}

function choicesOf(hotel: number, offer: NightOffer): Choice[] {
  const choices: Choice[] = []
  const none = { hotel, cash: 0, points: 0, certificate: null }
  if (offer.cash !== null) choices.push({ ...none, pay: 'cash', cash: offer.cash })
  if (offer.points !== null)
    choices.push({ ...none, pay: offer.premium ? 'premium' : 'points', points: offer.points })
  if (offer.pointsCash) choices.push({ ...none, pay: 'points_cash', ...offer.pointsCash })
  for (const { certificate, topUp } of offer.certificates) {
    choices.push({ ...none, pay: 'certificate', points: topUp, certificate })
  }
  return choices
}

/** Every way to transfer points: each partner none, or from its minimum on in its steps. */
function everyReceipt({ banks, partners, purses }: TripProblem): Receipt[] {
  let all = [{ received: purses.map(() => 0), left: [...banks] }]
  for (const { bank, purse, step, minimum, from, to } of partners) {
    all = all.flatMap((way) => {
      const ways = [way]
      for (let sent = step; sent <= (way.left[bank] ?? 0); sent += step) {
        if (sent < minimum) continue
        const received = [...way.received]
        received[purse] = (received[purse] ?? 0) + Math.floor((sent * to) / from)
        ways.push({ received, left: way.left.with(bank, (way.left[bank] ?? 0) - sent) })
      }
      return ways
    })
  }
  const best = new Map<string, Receipt>()
  const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0)
  for (const { received, left } of all) {
    const sent = sum(banks) - sum(left)
    const known = best.get(received.join())
    if (!known || sent < known.banks) best.set(received.join(), { received, banks: sent })
  }
  return [...best.values()]
}

function valued(problem: TripProblem, nights: readonly Choice[], receipts: readonly Receipt[]): BrutePlan[] {
  let cash = 0
  const points = problem.purses.map(() => 0)
  const certificates = problem.purses.map((purse) => purse.certificates.map(() => 0))
  let at = 0
  while (at < nights.length) {
    const night = nights[at] as Choice
    const hotel = problem.hotels[night.hotel]
    let end = at + 1
    if (night.pay === 'points') {
      while (nights[end]?.pay === 'points' && nights[end]?.hotel === night.hotel) end += 1
    }
    const purse = hotel?.purse ?? null
    if (purse === null && night.pay !== 'cash') return []
    cash += night.cash
    if (purse !== null) {
      const run = nights.slice(at, end).map((each) => each.points)
      points[purse] =
        (points[purse] ?? 0) +
        run.reduce((a, b) => a + b, 0) -
        freed(run, night.pay, hotel?.freeNight ?? null)
      const counts = certificates[purse]
      if (night.certificate !== null && counts)
        counts[night.certificate] = (counts[night.certificate] ?? 0) + 1
    }
    at = end
  }
  for (const [index, purse] of problem.purses.entries()) {
    if (certificates[index]?.some((count, id) => count > (purse.certificates[id] ?? 0))) return []
  }
  return receipts.flatMap(({ received, banks }) => {
    const spent: number[] = []
    for (const [index, purse] of problem.purses.entries()) {
      const [needed, got] = [points[index] ?? 0, received[index] ?? 0]
      if (needed > purse.points + got) return []
      // Nobody transfers to a chain that has enough.
      if (needed <= purse.points && got > 0) return []
      spent.push(Math.min(needed, purse.points) + got)
    }
    const cost = problem.purses.reduce(
      (sum, purse, index) => sum + (spent[index] ?? 0) * purse.pointCost,
      cash * problem.cashCost,
    )
    const uses = [cash, ...problem.purses.flatMap((_, i) => [spent[i] ?? 0, ...(certificates[i] ?? [])])]
    return [{ cost, uses, banks }]
  })
}

function freed(run: number[], pay: string, rule: TripHotel['freeNight']): number {
  if (pay !== 'points' || !rule) return 0
  let sum = 0
  for (let group = 0; (group + 1) * rule.every <= run.length; group += 1) {
    const nights = run.slice(group * rule.every, (group + 1) * rule.every)
    sum += rule.frees === 'last' ? (nights.at(-1) ?? 0) : Math.min(...nights)
  }
  return sum
}

/** Those that no other plan beats or equals in everything. */
export function undominated<Item>(items: readonly Item[], usesOf: (item: Item) => readonly number[]): Item[] {
  return items.filter((item) => {
    const uses = usesOf(item)
    return !items.some(
      (other) => other !== item && usesOf(other).every((amount, at) => amount <= (uses[at] ?? 0)),
    )
  })
}
