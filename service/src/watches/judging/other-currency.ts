import type { Figures } from '../../observations/figures.ts'
import type { Watch } from '../watch.ts'
import type { SideNews } from './judge-night.ts'

/** Whether the condition compares prices with amounts in the watch's currency. */
export function needsMoney({ kind, terms }: Pick<Watch, 'kind' | 'terms'>): boolean {
  return kind === 'cash' && ['rebook', 'undercut', 'price_lte', 'booking'].includes(terms.condition)
}

/**
 * Whether the hotel's last price is in another currency than the watch, which then cannot fire. Null if these observations
 * do not tell.
 */
export function isInOtherCurrency(
  watch: Pick<Watch, 'kind' | 'terms' | 'currency'>,
  news: readonly SideNews[],
): boolean | null {
  if (!needsMoney(watch)) return null
  const last = news.findLast(({ look, figures }) => look.leg === 'direct' && isPriced(figures))
  return last ? last.figures.currency !== watch.currency : null
}

function isPriced({ bar, barAfterTax, member }: Figures): boolean {
  return (bar ?? barAfterTax ?? member) !== null
}
