import type { Watch } from '@vacancy/client'
import { formatMoney, formatNight, formatPoints } from '../ui/format.ts'

/** A watch in words. */

export const CONDITIONS: Readonly<Record<Watch['condition'], string>> = {
  points_lte: 'award night at or below a number of points',
  price_lte: 'price at or below a limit',
  available: 'a night becomes available',
  any: 'any change',
  rebook: 'cheaper than you paid',
  undercut: 'an agency undercuts the direct rate',
}

/** The condition of this watch, with its figure. */
export function conditionOf({
  condition,
  kind,
  currency,
  points_lte: points,
  price_lte: price,
  rebook,
  undercut,
}: Watch): string {
  const inKind = (value: number) =>
    kind === 'award' ? `${formatPoints(value)} points` : formatMoney(value, currency)
  if (points !== undefined) return `award night for ${formatPoints(points)} points or fewer`
  if (price) return `price of ${formatMoney(price.amount, currency)} or less`
  if (rebook) return `at least ${rebook.min_saving_pct}% below the ${inKind(rebook.paid)} that you paid`
  if (undercut) {
    const rooms = undercut.like_for_like ? ', matching rooms only' : ''
    return `${undercut.channel} undercuts the direct rate by ${undercut.min_pct}% or more${rooms}`
  }
  return `${CONDITIONS[condition]} ${kind === 'award' ? 'in points' : 'in cash'}`
}

export function nightsOf({ nights: { from, to }, los }: Watch): string {
  const nights = from === to ? formatNight(from) : `${formatNight(from)} – ${formatNight(to)}`
  return los === 1 ? nights : `${nights}, ${los} nights each`
}
