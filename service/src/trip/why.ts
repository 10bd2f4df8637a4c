import { type Minor, minorDigits } from '../kernel/money.ts'
import { type Block, sumOf } from './blocks.ts'
import type { NightOffer, Pay, Transfer, TripProblem } from './solver/problem.ts'

/** More blocks than this are only counted, so that the sentence can still be read. */
const MOST_CLAUSES = 4

export interface WhyFacts {
  problem: TripProblem
  currency: string
  nameOf(hotel: number): string
  bankOf(transfer: Transfer): string
  /** The id of a certificate of the hotel’s chain. */
  certificateOf(hotel: number, certificate: number): string
}

/** One sentence that explains an option: how each block is paid, and what it would have cost otherwise. */
export function whyOf(blocks: readonly Block[], facts: WhyFacts): string {
  const told = blocks.slice(0, MOST_CLAUSES).map((block, at) => {
    const isThere = block.hotel === blocks[at - 1]?.hotel
    return clauseOf(block, isThere ? 'there' : `at ${facts.nameOf(block.hotel)}`, facts)
  })
  const rest = blocks.length - told.length
  if (rest > 0) told.push(`and ${counted(rest, 'further block')}`)
  const text = told.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function clauseOf(block: Block, where: string, facts: WhyFacts): string {
  const nights = `${counted(block.nights.length, 'night')} ${where}`
  const [cash, points] = [sumOf(block.nights, 'cash'), sumOf(block.nights, 'points')]
  const instead = insteadOf(block, facts)
  const money = moneyText(cash, facts.currency)
  const ways: Record<Pay, () => string> = {
    cash: () => `for ${money}${lessThanPoints(block, cash, facts)}`,
    points: () => `for ${pointsText(points)}${freeText(block)}${instead}`,
    points_cash: () => `for ${pointsText(points)} and ${money}${instead}`,
    certificate: () =>
      `with ${certificateText(block, facts)}${points > 0 ? ` and ${pointsText(points)}` : ''}${instead}`,
  }
  return `${nights} ${ways[block.nights[0]?.pay ?? 'cash']()}${transferText(block, facts)}`
}

function transferText({ transfers }: Block, { bankOf }: WhyFacts): string {
  if (transfers.length === 0) return ''
  const parts = transfers.map(
    (transfer) => `${transfer.points.toLocaleString('en')} from ${bankOf(transfer)}`,
  )
  return `, after a transfer of ${parts.join(' and ')}`
}

function freeText({ nights }: Block): string {
  const free = nights.filter((night) => night.free).length
  if (free === 0) return ''
  return nights.length === 1 ? ', free' : `, ${words(free)} of them free`
}

function certificateText(block: Block, { certificateOf }: WhyFacts): string {
  const [first] = block.nights
  const id = certificateOf(block.hotel, first?.certificate ?? 0)
  return block.nights.length === 1 ? `a ${id} certificate` : `${id} certificates`
}

/** Said only where the cash price of every night is known. */
function insteadOf(block: Block, { problem, currency }: WhyFacts): string {
  const cash = total(block, problem, (offer) => offer.cash)
  return cash === null ? '' : `, instead of ${moneyText(cash, currency)}`
}

/** Said only where it is true: the points for these nights are known and worth more than the cash. */
function lessThanPoints(block: Block, cash: Minor, { problem }: WhyFacts): string {
  const points = total(block, problem, (offer) => offer.points)
  const purse = problem.purses[problem.hotels[block.hotel]?.purse ?? -1]
  if (points === null || !purse || cash * problem.cashCost >= points * purse.pointCost) return ''
  return `, less than ${pointsText(points)} are worth`
}

function total(
  { hotel, first, nights }: Block,
  problem: TripProblem,
  of: (offer: NightOffer) => number | null,
): number | null {
  const offers = problem.hotels[hotel]?.offers.slice(first, first + nights.length) ?? []
  const amounts = offers.map(of)
  return amounts.includes(null) ? null : amounts.reduce((sum: number, amount) => sum + (amount ?? 0), 0)
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

function words(count: number): string {
  return NUMBERS[count] ?? String(count)
}

function counted(count: number, thing: string): string {
  return `${words(count)} ${thing}${count === 1 ? '' : 's'}`
}

function pointsText(points: number): string {
  return `${points.toLocaleString('en')} points`
}

function moneyText(amount: Minor, currency: string): string {
  const digits = minorDigits(currency)
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount / 10 ** digits)
}
