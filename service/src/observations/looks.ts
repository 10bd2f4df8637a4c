import { LRUCache } from 'lru-cache'
import { atMost } from '../kernel/at-most.ts'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../kernel/occupancy.ts'
import type { CellRow, Look } from './store.ts'

/** For each hotel, a time after which none of the nights that `/award/value` ranks was observed. */
export interface Looks {
  /** What must be written with these cells because it is not recorded yet, in the order of the hotels. */
  newsOf(cells: readonly CellRow[]): Look[]
  /** Call after the commit. */
  told(news: readonly Look[]): void
}

/** Recorded this far ahead, so that most later writes of the hotel need no update. */
const AHEAD_MS = 300_000
const DEFAULT_OCC = occupancyNo(DEFAULT_OCCUPANCY)

/** Caches what is recorded: looking it up took a tenth of every write, even when there was nothing to update. */
export function createLooks(): Looks {
  const known = new LRUCache<number, number>(atMost(200_000))
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
