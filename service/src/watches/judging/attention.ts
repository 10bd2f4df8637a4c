import type { Figures } from '../../observations/figures.ts'
import type { Attention, Watch } from '../watch.ts'
import type { News } from './judge-store.ts'

/** Whether the condition compares prices with amounts in the watch's currency. */
export function needsMoney({ kind, terms }: Pick<Watch, 'kind' | 'terms'>): boolean {
  return kind === 'cash' && (terms.condition === 'rebook' || terms.condition === 'undercut')
}

/**
 * What the owner should know after these observations of the hotel: its last price decides. A watch in a currency that the
 * hotel no longer quotes cannot fire.
 */
export function attentionAfter(watch: Watch, news: readonly News[]): Attention | null {
  if (!needsMoney(watch)) return null
  const last = news.findLast(({ look, figures }) => look.leg === 'direct' && isPriced(figures))
  if (!last) return watch.attention
  return last.figures.currency === watch.currency ? null : 'currency_changed'
}

function isPriced({ bar, barAfterTax, member }: Figures): boolean {
  return (bar ?? barAfterTax ?? member) !== null
}
