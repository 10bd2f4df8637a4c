import { type Night, nightAt } from '../../kernel/dates.ts'
import type { Purpose } from '../../kernel/purpose.ts'
import type { Budget } from '../catalog/budget.ts'

/** Requests of one day and purpose, and their cost in millionths of the currency's main unit. */
export interface TallyLine {
  day: Night
  purpose: string
  /** Empty if the price is not known. */
  currency: string
  requests: number
  micro: number
}

/** The requests of a process to one source that are not yet in the database. */
export interface Tally {
  add(atMs: number, purpose: Purpose, price: Budget['pricePerRequest'], requests: number): void
  /** Of one day. */
  requestsOf(day: Night): number
  isEmpty(): boolean
  /** Empties it. */
  drain(): TallyLine[]
}

export function createTally(): Tally {
  const lines = new Map<string, TallyLine>()
  return {
    add(atMs, { name: purpose }, price, requests) {
      const day = nightAt(atMs)
      const currency = price?.currency ?? ''
      const key = `${day} ${currency} ${purpose}`
      const line = lines.get(key) ?? { day, purpose, currency, requests: 0, micro: 0 }
      line.requests += requests
      line.micro += requests * (price?.micro ?? 0)
      lines.set(key, line)
    },
    requestsOf: (day) =>
      [...lines.values()].reduce((sum, line) => sum + (line.day === day ? line.requests : 0), 0),
    isEmpty: () => lines.size === 0,
    drain() {
      const drained = [...lines.values()].filter(({ requests }) => requests !== 0)
      lines.clear()
      return drained
    },
  }
}
