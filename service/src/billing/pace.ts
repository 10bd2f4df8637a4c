import { LRUCache } from 'lru-cache'
import type { LedgerVerdict } from './entry.ts'

/**
 * What this process knows of each account's pace from the last verdicts. The database decides; this only spares it the calls
 * that are refused for certain. Other processes can only have moved the account further ahead, never back, so a
 * refusal here is always right.
 */
export interface Pace {
  learn(account: number, verdict: LedgerVerdict, askedAtMs: number): void
  /** Null where the call may go on to the database. */
  refuses(account: number, nowMs: number): RateState | null
}

/** The `RateLimit-*` of an answer, as whole numbers. */
export interface RateState {
  limit: number
  remaining: number
  resetSec: number
}

interface Known {
  /** When the account will have used up its lead, by this process's clock, in ms. Rather too early than too late. */
  evenAtMs: number
  emitMs: number
}

/** A burst is one second's worth of requests on every plan. */
const BURST_MS = 1000

export function createPace(): Pace {
  const known = new LRUCache<number, Known>({ max: 50_000 })
  return {
    learn: (account, verdict, askedAtMs) => {
      known.set(account, { evenAtMs: askedAtMs + verdict.aheadUs / 1000, emitMs: verdict.emitUs / 1000 })
    },
    refuses: (account, nowMs) => {
      const state = known.get(account)
      if (!state || state.evenAtMs + state.emitMs <= nowMs + BURST_MS) return null
      return rateState(state.evenAtMs - nowMs, state.emitMs)
    },
  }
}

export function rateState(aheadMs: number, emitMs: number): RateState {
  const ahead = Math.max(0, aheadMs)
  return {
    limit: Math.round(BURST_MS / emitMs),
    // The hair is for clocks that give whole microseconds where the pace does not divide evenly.
    remaining: Math.max(0, Math.floor((BURST_MS - ahead) / emitMs + 1e-6)),
    resetSec: Math.ceil(ahead / 1000),
  }
}
