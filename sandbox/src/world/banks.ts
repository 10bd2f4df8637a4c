import { dateOf } from './days.ts'
import { between, chance, hashText, mix } from './hash.ts'

/** Invented banks, whose points become points of chains. No source tells of them: who runs the service reads their offers and enters them. */

interface Offer {
  /** In per cent, on top of the ratio. */
  pct: number
  /** The first and the last day. */
  from: string
  to: string
}

export interface Partner {
  bank: string
  chain: string
  /** So many points of the bank become so many of the chain. */
  ratio: [number, number]
  step: number
  minimum: number
  bonus: Offer[]
}

/** `in_turn`: the chains of the bank take turns, a month each. `seasons`: twice a year in most years. `never`: what it says. */
interface Terms extends Omit<Partner, 'bonus'> {
  offers: 'in_turn' | 'seasons' | 'never'
}

const terms = (
  bank: string,
  chain: string,
  ratio: [number, number],
  [step, minimum]: [number, number],
  offers: Terms['offers'],
): Terms => ({ bank, chain, ratio, step, minimum, offers })

const PARTNERS: readonly Terms[] = [
  terms('meridian', 'aurelia', [1, 1], [1000, 1000], 'in_turn'),
  terms('meridian', 'brightwater', [1, 2], [1000, 1000], 'in_turn'),
  terms('meridian', 'dunmore', [1, 1], [1000, 1000], 'in_turn'),
  terms('oakridge', 'aurelia', [1, 1], [1000, 5000], 'never'),
  terms('oakridge', 'castellan', [2, 3], [500, 500], 'seasons'),
  terms('oakridge', 'dunmore', [1, 1], [250, 1000], 'seasons'),
  terms('tallpine', 'castellan', [1, 1], [1000, 1000], 'seasons'),
  terms('tallpine', 'evergrand', [5, 4], [1000, 2000], 'never'),
  terms('tallpine', 'harborline', [3, 1], [3000, 3000], 'seasons'),
]

/** An offer is announced a month before it begins, and listed until a year after its end. */
const ANNOUNCED_DAYS = 30
const KEPT_DAYS = 365

/** What the banks say on a day, as an entry of `transfer_partners` has it. */
export function bankPartners(seed: number, today: number): Partner[] {
  return PARTNERS.map(({ offers, ...partner }) => {
    const { bank, chain } = partner
    const years = [-2, -1, 0, 1].map((back) => new Date(today * 86_400_000).getUTCFullYear() + back)
    const bonus = years
      .flatMap((year) => offersOf(seed, { bank, chain, offers }, year))
      .filter(({ first, last }) => first - today <= ANNOUNCED_DAYS && today - last <= KEPT_DAYS)
      .map(({ pct, first, last }) => ({ pct, from: dateOf(first), to: dateOf(last) }))
    return { ...partner, bonus }
  })
}

function offersOf(
  seed: number,
  { bank, chain, offers }: Pick<Terms, 'bank' | 'chain' | 'offers'>,
  year: number,
) {
  const h = mix(seed, hashText(`${bank} ${chain}`), year)
  const monthStart = (month: number) => Date.UTC(year, month, 1) / 86_400_000
  const percent = (no: number) => 5 * between(mix(h, no, 1), 3, 10)
  if (offers === 'never') return []
  if (offers === 'seasons')
    return [0, 6]
      .filter((month) => chance(mix(h, month, 2), 7_500))
      .map((month) => {
        const first = monthStart(month) + between(mix(h, month, 3), 0, 120)
        return { pct: percent(month), first, last: first + between(mix(h, month, 4), 14, 60) }
      })
  const chains = PARTNERS.filter((other) => other.bank === bank && other.offers === 'in_turn')
  const turn = chains.findIndex((other) => other.chain === chain)
  return Array.from({ length: 12 }, (_, month) => month)
    .filter((month) => (year * 12 + month) % chains.length === turn)
    .map((month) => ({ pct: percent(month), first: monthStart(month), last: monthStart(month + 1) - 1 }))
}
