import { LRUCache } from 'lru-cache'
import { atMost } from '../kernel/at-most.ts'
import { dayAt, dayOf } from '../kernel/dates.ts'
import type { CellRow } from './cell-row.ts'
import { cppOf } from './figures.ts'
import { isRanked } from './worth.ts'
import type { Look } from './write-cells.ts'

/** What `/award/value` knows of each hotel before it reads the nights: how new the newest can be, and which can have a worth. */
export interface Looks {
  /** What must be written with these cells because it is not recorded yet, in the order of the hotels. */
  newsOf(cells: readonly CellRow[]): Look[]
  /** Call after the commit. */
  told(news: readonly Look[]): void
}

/** Recorded this far ahead, so that most later writes of the hotel need no update. */
const AHEAD_MS = 300_000

interface Known {
  untilMs: number
  days: Set<number>
}

/** Caches what is recorded: looking it up took a tenth of every write, even when there was nothing to update. */
export function createLooks(): Looks {
  const known = new LRUCache<number, Known>(atMost(50_000))
  let today = 0

  /** Past nights are taken off the record every day, so what is cached is true for a day. */
  function begin(day: number): void {
    if (day > today) known.clear()
    today = Math.max(today, day)
  }

  return {
    newsOf: (cells) => {
      const news = new Map<number, Look>()
      for (const cell of cells) {
        if (!isRanked(cell)) continue
        const { hotel, seenMs } = cell
        begin(dayAt(seenMs))
        const told = known.get(hotel)
        const look = news.get(hotel) ?? { hotel, untilMs: told?.untilMs ?? 0, days: [] }
        const isNewer = seenMs > look.untilMs
        if (isNewer) look.untilMs = seenMs + AHEAD_MS
        const day = dayOf(cell.night)
        const isNewNight = cppOf(cell.figures) !== null && !told?.days.has(day)
        if (isNewNight) look.days.push(day)
        if (isNewer || isNewNight) news.set(hotel, look)
      }
      return [...news.values()].toSorted((a, b) => a.hotel - b.hotel)
    },
    told: (news) => {
      for (const { hotel, untilMs, days } of news) {
        const before = known.get(hotel)?.days ?? []
        known.set(hotel, { untilMs, days: new Set([...before, ...days]) })
      }
    },
  }
}
