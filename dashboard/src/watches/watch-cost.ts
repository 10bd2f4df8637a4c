import type { Chain, Watch } from '@vacancy/client'
import type { Values } from '../explorer/tools.ts'
import { CACHED_SHARE } from '../paid/cached-share.ts'

const MONTH_SEC = 30 * 86_400

/** What a watch costs at most, by the prices of its source: a quarter of a grid's cells, each time it looks. */
export function costOf(
  values: Values,
  kind: Watch['kind'],
  chains: readonly Chain[],
): { perRefresh: number; perMonth: number } | null {
  const { from = '', to = '', condition, channel } = values
  const last = condition === 'rebook' ? from : to
  const nights = Math.round((Date.parse(last) - Date.parse(from)) / 86_400_000) + 1
  const cellOf = (id: string | undefined) => {
    const chain = chains.find((known) => known.id === id)
    if (!chain) return 0
    return kind === 'cash' && chain.native_batch ? chain.compset_hotel_credits : chain.shop_credits
  }
  const cell = cellOf(values['chain']) + (condition === 'undercut' ? cellOf(channel) : 0)
  if (!(nights > 0) || cell === 0) return null
  const perRefresh = Math.round(nights * cell * CACHED_SHARE * 1000) / 1000
  const perMonth = Math.round((perRefresh * MONTH_SEC) / Number(values['refresh_sec']))
  return { perRefresh, perMonth: Math.max(perMonth, 1) }
}
