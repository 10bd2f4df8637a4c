import type { Watch } from '@vacancy/client'
import type { Texts } from '../address.ts'
import { hasWords } from '../ui/found.tsx'

/** Which watches a list shows, and in which order, by the texts of its address. */

export const STATES = ['active', 'paused', 'suspended', 'expired'] as const

export const ORDERS = {
  newest: 'Newest first',
  hotel: 'Hotel',
  night: 'First night',
  status: 'Status',
  cost: 'Dearest first',
} as const

type NameOf = (watch: Watch) => string | undefined

/** Whether the whole list is needed, not only its newest rows. */
export function isNarrowed({ q = '', status, order }: Texts): boolean {
  return q.trim() !== '' || status !== undefined || order !== undefined
}

export function shownOf(watches: readonly Watch[], texts: Texts, nameOf: NameOf): Watch[] {
  const found = watches.filter((watch) => {
    if (texts['status'] !== undefined && watch.status !== texts['status']) return false
    const text = `${nameOf(watch) ?? ''} ${watch.chain} ${watch.hotel_code} ${watch.id}`
    return hasWords(text, texts['q'] ?? '')
  })
  return inOrder(found, texts['order'], nameOf)
}

function inOrder(watches: readonly Watch[], order: string | undefined, nameOf: NameOf): Watch[] {
  const by = (textOf: (watch: Watch) => string) =>
    watches.toSorted((a, b) => textOf(a).localeCompare(textOf(b)))
  if (order === 'hotel') return by((watch) => nameOf(watch) ?? watch.hotel_code)
  if (order === 'night') return by(({ nights }) => nights.from)
  if (order === 'status') return by(({ status }) => status)
  if (order === 'cost') return watches.toSorted((a, b) => b.credits_per_refresh - a.credits_per_refresh)
  return [...watches]
}
