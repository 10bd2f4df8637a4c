import { type Job, jobView } from '../jobs/job.ts'
import { type Minor, toDecimal } from '../kernel/money.ts'
import { ageView, termsView } from '../rates/render.ts'
import { type ChainWallet, VALUE_UNITS } from '../wallets/wallet.ts'
import { type Block, blocksOf, sumOf, withTransfers } from './blocks.ts'
import type { Candidate, HotelCells } from './cells.ts'
import type { PosedTrip } from './problem-of.ts'
import type { TripAsk } from './request.ts'
import type { Plan, Solution, Transfer } from './solver/problem.ts'
import { whyOf } from './why.ts'

/** A trip with everything that its answer shows. */
export interface SolvedTrip extends PosedTrip {
  ask: TripAsk
  hotels: readonly Candidate[]
  cells: readonly HotelCells[]
  solution: Solution
}

export function queryView({ terms, wallet, transfers, maxMoves }: TripAsk) {
  const { nights, occupancy, currency } = terms.cash
  const chains = [...wallet.values()]
  return {
    checkin: nights[0],
    los: nights.length,
    ...termsView({ occupancy, currency }),
    max_moves: maxMoves,
    wallet: {
      points: Object.fromEntries(chains.map(({ chain, points }) => [chain.id, points])),
      certificates: chains.flatMap(({ chain, certificates }) =>
        certificates.map(({ certificate, count }) => ({ chain: chain.id, id: certificate.id, count })),
      ),
      elite: chains.filter(({ isElite }) => isElite).map(({ chain }) => chain.id),
      banks: Object.fromEntries(transfers.banks.map(({ bank, points }) => [bank, points])),
    },
    point_value: Object.fromEntries(
      chains.map(({ chain, pointValue }) => [chain.id, pointValue / VALUE_UNITS]),
    ),
  }
}

/** The answer about a place that is not known. */
export function nowhereView(ask: TripAsk) {
  const nothing = { options: [], best_cash: null, frontier: [], nights_unknown: 0 }
  return { query: queryView(ask), ...nothing }
}

/** The answer while jobs fetch, for a call that wants all or nothing. */
export function waitingView(ask: TripAsk, nightsUnknown: number, jobs: readonly Job[]) {
  return {
    ...nowhereView(ask),
    nights_unknown: nightsUnknown,
    jobs: jobs.map(jobView),
  }
}

export function tripView(trip: SolvedTrip, jobs: readonly Job[]) {
  const { ask, solution, nightsUnknown } = trip
  const { bestCash } = solution
  return {
    query: queryView(ask),
    options: solution.options.map((plan, at) => optionView(trip, plan, at + 1)),
    best_cash: bestCash && {
      cash_total: money(trip, bestCash.cash),
      blocks: blocksIn(trip, bestCash).map((block) => blockView(trip, block)),
    },
    frontier: frontierView(trip),
    nights_unknown: nightsUnknown,
    ...(jobs.length > 0 && { jobs: jobs.map(jobView) }),
  }
}

function optionView(trip: SolvedTrip, plan: Plan, rank: number) {
  const { bestCash } = trip.solution
  const chains = [...trip.ask.wallet.values()]
  const blocks = blocksIn(trip, plan)
  const cost = costInMinor(trip, plan.cost)
  return {
    rank,
    blocks: blocks.map((block) => blockView(trip, block)),
    cash_total: money(trip, plan.cash),
    points: Object.fromEntries(
      chains.flatMap(({ chain }, at) => (plan.points[at] ? [[chain.id, plan.points[at]]] : [])),
    ),
    certificates: chains.flatMap((wallet, at) => usedView(trip, wallet, plan.certificates[at] ?? [])),
    cost: money(trip, cost),
    saving_vs_cash: bestCash && money(trip, bestCash.cash - cost),
    why: whyOf(blocks, {
      problem: trip.problem,
      currency: trip.ask.terms.cash.currency,
      nameOf: (hotel) => trip.hotels[hotel]?.name ?? trip.hotels[hotel]?.hotelCode ?? '',
      bankOf: (transfer) => trip.ask.transfers.partners[transfer.partner]?.bank ?? '',
      certificateOf: (hotel, certificate) => certificateId(trip, hotel, certificate) ?? '',
    }),
  }
}

function blocksIn({ ask, problem }: SolvedTrip, plan: Plan): readonly Block[] {
  return withTransfers(blocksOf(plan.nights, ask.terms.cash.nights[0] ?? ''), plan, problem)
}

function transferView({ ask: { transfers } }: SolvedTrip, { partner, points, received }: Transfer) {
  const { bank, chain } = transfers.partners[partner] ?? {}
  return { bank, chain, points, received }
}

function blockView(trip: SolvedTrip, block: Block) {
  const hotel = trip.hotels[block.hotel]
  const [first] = block.nights
  return {
    chain: hotel?.source.id,
    hotel_code: hotel?.hotelCode,
    name: hotel?.name ?? null,
    checkin: block.checkin,
    los: block.nights.length,
    pay: first?.pay,
    cash_after_tax: money(trip, sumOf(block.nights, 'cash')),
    points: sumOf(block.nights, 'points'),
    free_nights: block.nights.filter(({ free }) => free).length,
    certificate: certificateId(trip, block.hotel, first?.certificate ?? null),
    transfers: block.transfers.map((transfer) => transferView(trip, transfer)),
    observed_at: new Date(observedMs(trip, block)).toISOString(),
    ...ageView(knownOf(trip, block) ?? {}),
  }
}

/** The cells that its prices are from. */
function knownOf({ cells }: SolvedTrip, { hotel, nights }: Block) {
  return cells[hotel]?.[nights[0]?.pay === 'cash' ? 'cash' : 'award']
}

/** When the oldest of its prices was observed. */
function observedMs(trip: SolvedTrip, block: Block): number {
  const fresh = knownOf(trip, block)?.fresh
  const dates = trip.ask.terms.cash.nights.slice(block.first, block.first + block.nights.length)
  return Math.min(...dates.map((night) => fresh?.get(night)?.seenMs ?? Number.POSITIVE_INFINITY))
}

function certificateId({ ask, hotels }: SolvedTrip, hotel: number, certificate: number | null) {
  const source = hotels[hotel]?.source
  const wallet = source && ask.wallet.get(source)
  return certificate === null ? null : (wallet?.certificates[certificate]?.certificate.id ?? null)
}

/** The certificates that a plan takes of a chain: one per room for each that the solver counts. */
function usedView({ ask }: SolvedTrip, { chain, certificates }: ChainWallet, used: readonly number[]) {
  const { rooms } = ask.terms.cash.occupancy
  return certificates.flatMap(({ certificate }, at) => {
    const count = (used[at] ?? 0) * rooms
    return count > 0 ? [{ chain: chain.id, id: certificate.id, count }] : []
  })
}

function frontierView(trip: SolvedTrip) {
  const { options, frontier } = trip.solution
  const totals = options.map(({ cash, points }) => `${cash} ${points.reduce((sum, each) => sum + each, 0)}`)
  return frontier.map(({ cash, points }) => {
    const at = totals.indexOf(`${cash} ${points}`)
    return { cash_total: money(trip, cash), points_total: points, option: at === -1 ? null : at + 1 }
  })
}

/** Half up to the minor unit. */
function costInMinor({ problem: { cashCost } }: SolvedTrip, cost: number): Minor {
  return Math.floor((2 * cost + cashCost) / (2 * cashCost))
}

function money({ ask }: SolvedTrip, amount: Minor): number {
  return toDecimal(amount, ask.terms.cash.currency)
}
