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

export function thresholdOf({ kind, currency, points_lte, price_lte, rebook, undercut }: Watch): string {
  const inKind = (value: number) =>
    kind === 'award' ? `${formatPoints(value)} pts` : formatMoney(value, currency)
  if (points_lte !== undefined) return `${formatPoints(points_lte)} pts or fewer`
  if (price_lte) return `${formatMoney(price_lte.amount, currency)} or less`
  if (rebook) return `${rebook.min_saving_pct} % below ${inKind(rebook.paid)}`
  if (undercut) return `${undercut.channel}, by ${undercut.min_pct} %`
  return kind === 'award' ? 'in points' : 'in cash'
}

export function nightsOf({ nights: { from, to }, los }: Watch): string {
  const nights = from === to ? formatNight(from) : `${formatNight(from)} – ${formatNight(to)}`
  return los === 1 ? nights : `${nights}, ${los} nights each`
}
