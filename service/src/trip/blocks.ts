import { addNights, type Night } from '../kernel/dates.ts'
import type { PaidNight } from './solver/problem.ts'

/** Consecutive nights at one hotel that are paid in the same way. */
export interface Block {
  hotel: number
  /** The index of its first night. */
  first: number
  checkin: Night
  nights: readonly PaidNight[]
}

export function blocksOf(nights: readonly PaidNight[], checkin: Night): Block[] {
  const blocks: (Block & { nights: PaidNight[] })[] = []
  for (const [at, night] of nights.entries()) {
    const last = blocks.at(-1)
    if (last && isSame(last.nights[0], night)) last.nights.push(night)
    else blocks.push({ hotel: night.hotel, first: at, checkin: addNights(checkin, at), nights: [night] })
  }
  return blocks
}

function isSame(a: PaidNight | undefined, b: PaidNight): boolean {
  return a?.hotel === b.hotel && a.pay === b.pay && a.certificate === b.certificate && a.premium === b.premium
}

export function sumOf(nights: readonly PaidNight[], of: 'cash' | 'points'): number {
  return nights.reduce((sum, night) => sum + night[of], 0)
}
