import { LRUCache } from 'lru-cache'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../kernel/occupancy.ts'
import type { CellRow, Look } from './store.ts'

/** Until when each hotel's nights that `/award/value` ranks may have been seen. */
export interface Looks {
  /** What is to be written with these cells, because it has not been told yet. In the order of the hotels. */
  newsOf(cells: readonly CellRow[]): Look[]
  /** It has been committed. */
  told(news: readonly Look[]): void
}

/** It is told so far ahead that a hotel's next nights mostly find it told. */
const AHEAD_MS = 300_000
const DEFAULT_OCC = occupancyNo(DEFAULT_OCCUPANCY)

/** Remembers what was told: to look it up with every write took a tenth of it, also where nothing was left to tell. */
export function createLooks(): Looks {
  const known = new LRUCache<number, number>({ max: 200_000 })
  return {
    newsOf: (cells) => {
      const news = new Map<number, number>()
      for (const { hotel, kind, los, occ, seenMs } of cells) {
        if (kind !== 'award' || los !== 1 || occ !== DEFAULT_OCC) continue
        if (seenMs > Math.max(known.get(hotel) ?? 0, news.get(hotel) ?? 0)) news.set(hotel, seenMs + AHEAD_MS)
      }
      return [...news].map(([hotel, untilMs]) => ({ hotel, untilMs })).toSorted((a, b) => a.hotel - b.hotel)
    },
    told: (news) => {
      for (const { hotel, untilMs } of news) known.set(hotel, untilMs)
    },
  }
}
