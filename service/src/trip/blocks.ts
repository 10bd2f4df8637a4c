import { addNights, type Night } from '../kernel/dates.ts'
import type { PaidNight, Plan, Transfer, TripProblem } from './solver/problem.ts'

/** Consecutive nights at one hotel that are paid in the same way. */
export interface Block {
  hotel: number
  /** The index of its first night. */
  first: number
  checkin: Night
  nights: readonly PaidNight[]
  /** What has to be transferred before it is booked. */
  transfers: readonly Transfer[]
}

export function blocksOf(nights: readonly PaidNight[], checkin: Night): Block[] {
  const blocks: (Block & { nights: PaidNight[] })[] = []
  for (const [at, night] of nights.entries()) {
    const last = blocks.at(-1)
    if (last && isSame(last.nights[0], night)) last.nights.push(night)
    else {
      const place = { hotel: night.hotel, first: at, checkin: addNights(checkin, at) }
      blocks.push({ ...place, nights: [night], transfers: [] })
    }
  }
  return blocks
}

function isSame(a: PaidNight | undefined, b: PaidNight): boolean {
  return a?.hotel === b.hotel && a.pay === b.pay && a.certificate === b.certificate && a.premium === b.premium
}

export function sumOf(nights: readonly PaidNight[], of: 'cash' | 'points'): number {
  return nights.reduce((sum, night) => sum + night[of], 0)
}

/** All transfers to a chain stand at the first block that the chain’s own points do not pay. */
export function withTransfers(
  blocks: readonly Block[],
  { transfers }: Pick<Plan, 'transfers'>,
  { purses, partners, hotels }: TripProblem,
): readonly Block[] {
  if (transfers.length === 0) return blocks
  const left = purses.map(({ points }) => points)
  const waiting = new Set(transfers)
  return blocks.map((block) => {
    const purse = hotels[block.hotel]?.purse ?? null
    if (purse === null) return block
    left[purse] = (left[purse] ?? 0) - sumOf(block.nights, 'points')
    if ((left[purse] ?? 0) >= 0) return block
    const own = [...waiting].filter(({ partner }) => partners[partner]?.purse === purse)
    for (const transfer of own) waiting.delete(transfer)
    return { ...block, transfers: own }
  })
}
