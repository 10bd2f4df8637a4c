import { LRUCache } from 'lru-cache'
import type { Pool } from '../db/pool.ts'
import { DEFAULT_OCCUPANCY, occupancyNo } from '../kernel/occupancy.ts'
import type { CellRow } from './store.ts'

/** Until when each hotel's nights that `/award/value` ranks may have been seen: told before they are written. */
export interface Looks {
  tell(cells: readonly CellRow[]): Promise<void>
}

/** It is told so far ahead that a hotel's next nights, and its next look, mostly find it told. */
const AHEAD_MS = 300_000
const DEFAULT_OCC = occupancyNo(DEFAULT_OCCUPANCY)

/**
 * What was told is remembered: as a part of the statement that writes the cells this took a tenth of it, although nothing was
 * left to tell. A statement of its own, outside of the transaction that the cells are written in, because that may be rolled
 * back; a look that was told for nothing does no harm.
 */
export function createLooks(pool: Pool): Looks {
  const told = new LRUCache<number, number>({ max: 200_000 })
  return {
    tell: async (cells) => {
      const news = new Map<number, number>()
      for (const { hotel, kind, los, occ, seenMs } of cells) {
        if (kind !== 'award' || los !== 1 || occ !== DEFAULT_OCC) continue
        if (seenMs > Math.max(told.get(hotel) ?? 0, news.get(hotel) ?? 0)) news.set(hotel, seenMs + AHEAD_MS)
      }
      if (news.size === 0) return
      const sorted = [...news].toSorted(([a], [b]) => a - b)
      await pool.query({
        name: 'looks_tell',
        text: `insert into value_looks as l (hotel, until) select * from unnest($1::int[], $2::bigint[])
          on conflict (hotel) do update set until = greatest(l.until, excluded.until)`,
        values: [sorted.map(([hotel]) => hotel), sorted.map(([, until]) => until)],
      })
      for (const [hotel, until] of news) told.set(hotel, until)
    },
  }
}
